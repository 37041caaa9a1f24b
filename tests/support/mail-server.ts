import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { freePort } from './ports'

/** What the server does with the next mail. Accepted if nothing was planned. */
export type Plan =
  | { at: 'rcpt' | 'data'; refuse: number }
  /** Called when the whole message is there. The reply waits for it. */
  | { at: 'rcpt' | 'data'; before: () => Promise<void> }

export type MailServer = {
  port: number
  url: string
  /** Messages that arrived whole, whatever was answered. */
  received: ParsedMail[]
  plans: Plan[]
  stop(): Promise<void>
}

/** A real SMTP server on loopback. */
export async function startMailServer(at?: number): Promise<MailServer> {
  const port = at ?? (await freePort())
  const received: ParsedMail[] = []
  const plans: Plan[] = []
  const follow = async (stage: Plan['at']): Promise<void> => {
    if (plans[0]?.at !== stage) return
    const plan = plans.shift()
    if (plan && 'before' in plan) await plan.before()
    if (plan && 'refuse' in plan) throw Object.assign(new Error('Refused by the test'), { responseCode: plan.refuse })
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: (_, __, done) => void follow('rcpt').then(() => done(), done),
    onData(stream, _, done) {
      simpleParser(stream)
        .then(async (mail) => {
          received.push(mail)
          await follow('data')
        })
        .then(() => done(), done)
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    plans,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Takes connections and never says a word. */
export async function startSilentServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${port}`,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
