import type { AddressInfo, Server } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { newId } from '@/lib/ids'
import type { Sandbox } from '../state/sandbox'

export type RunningMailServer = { port: number; stop(): Promise<void> }

const mailMaxBytes = 10 * 1024 * 1024

/** A mail server that accepts all emails and delivers none. Local only, so it needs no TLS and no login. */
export async function startMailServer(sandbox: Sandbox, port: number): Promise<RunningMailServer> {
  const server = new SMTPServer({
    name: 'sandbox',
    banner: 'Storycast sandbox',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: mailMaxBytes,
    disableReverseLookup: true,
    closeTimeout: 1_000,
    onData(stream, session, done) {
      receive(sandbox, stream, session).then(() => done(), done)
    },
  })
  // A client may hang up at any time.
  server.on('error', () => {})
  const bound = await listen(server.server, port, '127.0.0.1')
  return { port: bound, stop: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** @returns the port */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** The email is stored before the client gets 250. */
async function receive(sandbox: Sandbox, stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  if (stream.sizeExceeded) throw Object.assign(new Error('The email is too large.'), { responseCode: 552 })
  const mail = await PostalMime.parse(Buffer.concat(chunks))
  const { mailFrom, rcptTo } = session.envelope
  sandbox.mailbox.add({
    id: newId(),
    received_at: sandbox.clock().toISOString(),
    from: mailFrom ? mailFrom.address : '',
    to: rcptTo.map(({ address }) => address),
    subject: mail.subject ?? '',
    headers: mail.headers.map(({ key, value }) => ({ name: key, value })),
    text: mail.text ?? '',
    html: mail.html ?? '',
  })
}
