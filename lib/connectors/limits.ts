export const connectorsMax = 100
/** Newest items of a source that are compared with the known ones. Older ones are ignored. */
export const itemsRead = 200
/** New items stored per check. The others are stored by the next ones. */
export const newItemsMax = 50
/** Items parsed, to find the newest. */
export const itemsParsed = 2_000
export const sourceBytesMax = 5 * 1024 * 1024
export const fetchDeadlineMs = 20_000
export const leastIntervalSeconds = 900
export const longestIntervalSeconds = 86_400
export const fieldsMax = 50
export const fieldNameMax = 100
export const fieldTextMax = 5_000
/** Items that left the source are kept this long. */
export const itemDays = 90
/** Alerts are notifications for this long. */
export const alertDays = 90
/** Kept per connector, besides those in the source. */
export const itemsKept = 1_000
