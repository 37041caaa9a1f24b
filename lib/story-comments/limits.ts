/** Max characters of a comment, as stored: a mention counts as its id. */
export const commentChars = 2_000

/** A story with more comments takes no new ones. */
export const commentsPerStory = 1_000
