/**
 * The only access to the system clock. Whether a post is due is decided by the database's clock, because servers'
 * clocks differ.
 */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** Monotonic milliseconds, for deadlines: changes of the system clock must not extend them. */
export const monotonicMs = (): number => performance.now()
