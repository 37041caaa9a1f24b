import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

export type SmtpServer = {
  host: string
  port: number
  isTls: boolean
  login: { user: string; pass: string } | null
  /** Of connecting, of the greeting, and of each silence after that. */
  timeoutMs: number
}

/** A whole send may take this many timeouts, however slowly the server answers. */
const sendTimeouts = 6

/** Reads `SMTP_URL`. smtps:// is TLS from the start, smtp:// upgrades with STARTTLS if the server offers it. */
export function parseSmtpUrl(url: string, timeoutMs: number): SmtpServer {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isTls = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : isTls ? 465 : 587,
    isTls,
    login: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : null,
    timeoutMs,
  }
}

export type SmtpResult =
  | { outcome: 'accepted' }
  /** The server said no, or was never given the message. It is safe to send again. */
  | { outcome: 'not_accepted'; isPermanent: boolean; error: string }
  /** The message was on its way when the connection failed. The server may have it. */
  | { outcome: 'unknown'; error: string }
  /** `onData` said that the mail is no longer ours. The message was not sent. */
  | { outcome: 'stopped' }

type Sending = {
  from: string
  to: string
  message: Buffer
  /** Called when the server is ready for the message, before its first byte. False stops the send. */
  onData: () => Promise<boolean>
}

/** Sends one message on a connection of its own. Never throws. */
export async function sendOnce(server: SmtpServer, sending: Sending): Promise<SmtpResult> {
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.isTls,
    // A password must not cross a network in the clear because somebody removed STARTTLS from the greeting.
    requireTLS: !server.isTls && server.login !== null && !isLoopback(server.host),
    connectionTimeout: server.timeoutMs,
    greetingTimeout: server.timeoutMs,
    socketTimeout: server.timeoutMs,
    dnsTimeout: server.timeoutMs,
    socketCloseTimeout: 0,
    // A loopback server has no certificate that anybody signed.
    ...(isLoopback(server.host) && { tls: { rejectUnauthorized: false } }),
  })
  const stage = { isDataStarted: false, isStopped: false }
  // Errors of the connection itself are events; with nobody listening they would end the process.
  let timer: NodeJS.Timeout | undefined
  const failed = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    timer = setTimeout(() => reject(new Error('The mail server took too long.')), server.timeoutMs * sendTimeouts)
  })
  failed.catch(() => {})
  try {
    await Promise.race([failed, converse(connection, server, sending, stage)])
    return { outcome: 'accepted' }
  } catch (error) {
    return stage.isStopped ? { outcome: 'stopped' } : resultOf(error as SmtpError, stage)
  } finally {
    clearTimeout(timer)
    connection.close()
  }
}

type Stage = { isDataStarted: boolean; isStopped: boolean }

async function converse(
  connection: SMTPConnection,
  { login }: SmtpServer,
  { from, to, message, onData }: Sending,
  stage: Stage,
): Promise<void> {
  await called((done) => connection.connect(done))
  if (login) await called((done) => connection.login({ credentials: login }, done))
  // Read only after the server has answered DATA with 354.
  async function* body(): AsyncGenerator<Buffer> {
    if (!(await onData())) {
      stage.isStopped = true
      throw new Error('The mail is no longer ours.')
    }
    stage.isDataStarted = true
    yield message
  }
  const envelope = { from, to: [to], size: message.length }
  await called((done) => connection.send(envelope, Readable.from(body(), { objectMode: false }), done))
}

const called = (call: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())))

type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

/** Commands whose refusal is about this mail. Before them it is the server or our login, which can be repaired. */
const mailCommands = ['MAIL FROM', 'RCPT TO', 'DATA']

function resultOf({ message, code, command = '', responseCode }: SmtpError, { isDataStarted }: Stage): SmtpResult {
  const error = message.slice(0, 500)
  if (isDataStarted && responseCode === undefined) return { outcome: 'unknown', error }
  const isRefused = responseCode !== undefined && responseCode >= 500 && mailCommands.includes(command)
  // An address or a size that the server could never take; nodemailer checks before it asks.
  const isImpossible = responseCode === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return { outcome: 'not_accepted', isPermanent: isRefused || isImpossible, error }
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host)
