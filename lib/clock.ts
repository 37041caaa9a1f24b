/**
 * The only place that asks the machine what time it is. Whether a post is due is decided by the
 * database's clock, never by this one: servers disagree, the database is one.
 */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** Milliseconds that only grow, for deadlines: a wall clock that is set back must not stretch one. */
export const monotonicMs = (): number => performance.now()
