/** Query key of the list of sessions. */
export const sessionsKey = ['sessions'] as const
