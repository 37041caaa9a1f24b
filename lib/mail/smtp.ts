import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

export type SmtpServer = {
  host: string
  port: number
  isTls: boolean
  login: { user: string; pass: string } | null
  /** Timeout for connecting, greeting, and each response. */
  timeoutMs: number
}

/** Deadline of a whole send, in timeouts. */
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
  /** The server rejected the message or never got it. Safe to retry. */
  | { outcome: 'not_accepted'; isPermanent: boolean; error: string }
  /** The connection failed during delivery. The server may have the message. */
  | { outcome: 'unknown'; error: string }
  /** `onData` reported a lost claim. The message was not sent. */
  | { outcome: 'stopped' }

type Sending = {
  from: string
  to: string
  message: Buffer
  /** Called before the first byte of the message. False stops the send. */
  onData: () => Promise<boolean>
}

/** Sends one message over a new connection. Never throws. */
export async function sendOnce(server: SmtpServer, sending: Sending): Promise<SmtpResult> {
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.isTls,
    // Prevents sending the password unencrypted if an attacker removes STARTTLS from the greeting.
    requireTLS: !server.isTls && server.login !== null && !isLoopback(server.host),
    connectionTimeout: server.timeoutMs,
    greetingTimeout: server.timeoutMs,
    socketTimeout: server.timeoutMs,
    dnsTimeout: server.timeoutMs,
    socketCloseTimeout: 0,
    // Loopback servers have self-signed certificates.
    ...(isLoopback(server.host) && { tls: { rejectUnauthorized: false } }),
  })
  const stage = { isDataStarted: false, isStopped: false }
  // Connection errors are events. Without a listener they would end the process.
  let timer: NodeJS.Timeout | undefined
  const failed = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    timer = setTimeout(() => reject(new Error('The mail server timed out.')), server.timeoutMs * sendTimeouts)
  })
  failed.catch(() => {})
  try {
    await Promise.race([failed, exchange(connection, server, sending, stage)])
    return { outcome: 'accepted' }
  } catch (error) {
    return stage.isStopped ? { outcome: 'stopped' } : resultOf(error as SmtpError, stage)
  } finally {
    clearTimeout(timer)
    connection.close()
  }
}

type Stage = { isDataStarted: boolean; isStopped: boolean }

async function exchange(
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
      throw new Error('Claim lost.')
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

/**
 * Commands whose rejection concerns this mail. Earlier rejections concern the server or our login, which can be
 * fixed.
 */
const mailCommands = ['MAIL FROM', 'RCPT TO', 'DATA']

function resultOf({ message, code, command = '', responseCode }: SmtpError, { isDataStarted }: Stage): SmtpResult {
  const error = message.slice(0, 500)
  if (isDataStarted && responseCode === undefined) return { outcome: 'unknown', error }
  const isRefused = responseCode !== undefined && responseCode >= 500 && mailCommands.includes(command)
  // An invalid address or size, which nodemailer checks first.
  const isImpossible = responseCode === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return { outcome: 'not_accepted', isPermanent: isRefused || isImpossible, error }
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host)
