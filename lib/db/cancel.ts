import { connect } from 'node:net'

/** The server process of a connection. */
export type Backend = {
  host: string
  port: number
  processID: number | null
  secretKey: number | Buffer | null
}

const cancelCode = 80_877_102
const patienceMs = 1_000

/**
 * Asks the server to cancel a connection's query (PostgreSQL protocol, CancelRequest) over a separate connection.
 * There is no response. Poolers forward it; the embedded database ignores it. A silent server causes no wait.
 */
export function cancelQuery({ host, port, processID, secretKey }: Backend): Promise<void> {
  if (processID === null || secretKey === null) return Promise.resolve()
  const key = Buffer.isBuffer(secretKey) ? secretKey : Buffer.alloc(4)
  if (!Buffer.isBuffer(secretKey)) key.writeInt32BE(secretKey)
  const message = Buffer.alloc(12 + key.length)
  message.writeInt32BE(message.length, 0)
  message.writeInt32BE(cancelCode, 4)
  message.writeInt32BE(processID, 8)
  key.copy(message, 12)
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    socket.setTimeout(patienceMs, () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    // The server closes the connection afterwards.
    socket.on('data', () => {})
    socket.end(message)
  })
}
