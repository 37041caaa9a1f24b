/** A list counts up to this many stories. Counting all of a large project would take longer than reading its page. */
export const countedMax = 10_000
