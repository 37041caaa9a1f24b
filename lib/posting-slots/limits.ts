/** One per hour of the week. */
export const slotsPerChannelMax = 168
/** Max free slots per channel in one response. */
export const freeSlotsMax = 500
