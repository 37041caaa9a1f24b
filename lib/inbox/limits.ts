export const tagsMax = 20
export const tagChars = 50
/** Longer than the networks accept; they say so themselves. */
export const replyChars = 8_000
/** Messages in one answer of a thread. */
export const threadMessages = 500
/** Counts stop here, because counting a million rows takes long. */
export const countMax = 1_000
export const noteChars = 5_000
export const savedRepliesMax = 200
