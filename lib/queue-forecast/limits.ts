export const daysDefault = 14
export const daysMax = 60
/** Max issues in a response. */
export const issuesMax = 500
/** The same text on one channel within this time is reported. */
export const duplicateDays = 7
/** A pending post is urgent from this long before its time. Passed ones are shown this long. */
export const approvalHours = 24
