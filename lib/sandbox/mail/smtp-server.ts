import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { newId } from '../../ids'
import type { Sandbox } from '../sandbox'

export type RunningMailServer = { port: number; stop(): Promise<void> }

const mailMaxBytes = 10 * 1024 * 1024

/** A mail server that takes every mail and delivers none. Loopback only, so it asks for no TLS and no login. */
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
  // A client that hangs up is no fault of the sandbox.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Written to the journal before the client hears 250, like a real server's spool. */
async function receive(sandbox: Sandbox, stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  if (stream.sizeExceeded) throw Object.assign(new Error('The mail is too large.'), { responseCode: 552 })
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
