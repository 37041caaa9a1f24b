import type { Journal } from '../journal'

/** A mail that the sandbox's mail server accepted. */
export type SandboxMail = {
  id: string
  received_at: string
  /** Of the envelope. */
  from: string
  to: string[]
  subject: string
  headers: { name: string; value: string }[]
  text: string
  html: string
}

/** Older mails are dropped from memory; the journal keeps them. */
const keptMax = 1_000

/** Every mail that was received, newest first. */
export class Mailbox {
  readonly #mails: SandboxMail[] = []
  readonly add: (mail: SandboxMail) => void

  constructor(journal: Journal) {
    this.add = journal.book<SandboxMail>('mail', (mail) => {
      this.#mails.unshift(mail)
      if (this.#mails.length > keptMax) this.#mails.pop()
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
