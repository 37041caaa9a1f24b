import { once } from 'node:events'
import { connect } from 'node:net'

export type RawAnswer = { status: number; headers: Headers; body: string }

/**
 * Sends bytes that no HTTP client would send, and reads the response until the server closes. The request needs
 * `Connection: close`.
 *
 * @param isAbandoned closes the connection without waiting for the response
 */
export async function sendRaw(
  baseUrl: string,
  parts: (string | Uint8Array)[],
  { isAbandoned = false } = {},
): Promise<RawAnswer | null> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
  const received: Uint8Array[] = []
  socket.on('data', (part) => received.push(part))
  // The server may respond and close before it has read everything.
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  for (const part of parts) if (!socket.destroyed) await new Promise((done) => socket.write(part, done))
  if (isAbandoned) socket.destroy()
  await closed
  return isAbandoned ? null : parseAnswer(Buffer.concat(received).toString())
}

function parseAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = new Headers(
    fields.map((field): [string, string] => [
      field.slice(0, field.indexOf(':')),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  )
  const body = rest.join('\r\n\r\n')
  const isChunked = headers.get('transfer-encoding') === 'chunked'
  return { status: Number(line.split(' ')[1]), headers, body: isChunked ? unchunk(body) : body }
}

function unchunk(body: string): string {
  const size = Number.parseInt(body, 16)
  if (!size) return ''
  const start = body.indexOf('\r\n') + 2
  return body.slice(start, start + size) + unchunk(body.slice(start + size + 2))
}
