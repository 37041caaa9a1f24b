import type { EventLog } from './event-log'

/** An email that the sandbox's mail server accepted. `from` and `to` are those of the SMTP envelope. */
export type SandboxMail = {
  id: string
  received_at: string
  from: string
  to: string[]
  subject: string
  headers: { name: string; value: string }[]
  text: string
  html: string
}

/** Older emails are dropped from memory; the log still has them. */
const storedMax = 1_000

export class Mailbox {
  readonly #mails: SandboxMail[] = []
  readonly add: (mail: SandboxMail) => void

  constructor(log: EventLog) {
    this.add = log.define<SandboxMail>('mail', (mail) => {
      this.#mails.unshift(mail)
      if (this.#mails.length > storedMax) this.#mails.pop()
    })
  }

  list(to?: string): SandboxMail[] {
    const address = to?.toLowerCase()
    return address ? this.#mails.filter((mail) => mail.to.some((one) => one.toLowerCase() === address)) : this.#mails
  }

  get(id: string): SandboxMail | undefined {
    return this.#mails.find((mail) => mail.id === id)
  }
}
