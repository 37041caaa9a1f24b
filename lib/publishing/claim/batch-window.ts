/**
 * Time to collect rows that reach the same step, so that they share one statement. Short compared with a network
 * call. A single row does not wait.
 */
export const batchWindow = { gatherMs: 20 }
