export const slotsShown = 5
export const activeMax = 100
/** Slots older than this get no story. */
export const lateMs = 3_600_000
/** The job runs every five minutes, so a story is created at least this long before its slot. */
export const leastAheadMinutes = 5
