/** Stories of one automation in 24 hours. */
export const perDayMax = 50
/** Stories of one automation from one check of a connector. */
export const perPollMax = 10
/** Failed runs in a row that turn an automation off. */
export const failuresMax = 10
export const activeMax = 100
/** What happened earlier than this is skipped. */
export const lateMs = 3_600_000
export const longestDelayMinutes = 43_200
export const runsKeptDays = 90
