import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../processes/free-port'

/** Reply to the next mail. The default is to accept it. */
export type Plan =
  | { at: 'rcpt' | 'data'; refuse: number }
  /** Called with the complete message, before the reply. */
  | { at: 'rcpt' | 'data'; before: () => Promise<void> }

export type MailServer = {
  port: number
  url: string
  /** Complete messages, accepted or not. */
  received: ParsedMail[]
  plans: Plan[]
  stop(): Promise<void>
}

/** An SMTP server on loopback. */
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

/** Accepts connections and sends nothing. */
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
