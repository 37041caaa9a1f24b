/**
 * Class 08 (connection), 53 (no memory, disk or connection left), 57P01–57P03 (shut down, crash, starting up), 57014
 * (statement cancelled), 25006 (read-only: a standby answers during a failover).
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

/** Whether a fault means that the database is away, not that the query was wrong. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // With a panic the server goes down, whatever was the matter.
  if ('severity' in error && error.severity === 'PANIC') return true
  const code = 'code' in error ? String(error.code) : ''
  return outageStates.test(code) || outageCodes.has(code) || outageMessage.test(error.message) || isOutage(error.cause)
}
