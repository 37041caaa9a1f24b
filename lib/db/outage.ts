/**
 * Class 08 (connection), 53 (out of memory, disk or connections), 57P01–57P03 (shutdown, crash, startup), 57014
 * (statement canceled), 25006 (read-only: a standby during a failover).
 */
const outageStates = /^(08...|53...|57P0[123]|57014|25006)$/
const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const outageMessage = /Connection terminated|timeout exceeded when trying to connect|not queryable|Query read timeout/

/** The embedded database removes its socket file when it starts, so for a moment there is none. */
const isSocketMissing = (error: Error): boolean =>
  'code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'

/** Whether an error means that the database is unavailable, not that the query was wrong. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A panic always stops the server.
  if ('severity' in error && error.severity === 'PANIC') return true
  if (isSocketMissing(error)) return true
  const code = 'code' in error ? String(error.code) : ''
  return outageStates.test(code) || outageCodes.has(code) || outageMessage.test(error.message) || isOutage(error.cause)
}
