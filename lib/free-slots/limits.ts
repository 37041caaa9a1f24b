/** How many days ahead a free slot is looked for. */
export const daysAheadMax = 366
