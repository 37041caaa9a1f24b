/** The event of a test ping. It has no place in the catalogue: nobody need subscribe to it, and nothing is retried. */
export const testPing = 'test.ping'
