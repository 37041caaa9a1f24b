export const importBytesMax = 5_242_880
/** Rows of posts, not counting the header. */
export const importRowsMax = 5_000
export const importColumnsMax = 200
/** Characters of one cell. No network accepts longer texts. */
export const cellMax = 100_000
/** Previews kept per project. Older ones are deleted. */
export const previewsMax = 10
/** A preview is deleted after this time. */
export const previewDays = 7
/** Results, which undo needs, are deleted after this time. */
export const resultDays = 30
/** Samples shown per column. */
export const samplesMax = 3
