/** Not in the event catalogue: it needs no subscription and is never retried. */
export const testPing = 'test.ping'
