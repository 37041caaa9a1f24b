/** Class 08 (connection), 57P01–57P03 (shut down, crash, starting up), 53300 (too many connections). */
const outageStates = /^(08...|57P0[123]|53300)$/
const outageCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH'])
const outageMessage = /Connection terminated|timeout exceeded when trying to connect|not queryable/

/** Whether a fault means that the database is away, not that the query was wrong. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return outageStates.test(code) || outageCodes.has(code) || outageMessage.test(error.message) || isOutage(error.cause)
}
