/** How far back posts are read, in days, and how many. */
export const pastDays = { default: 90, max: 730 }
export const pastPostsMax = 500
