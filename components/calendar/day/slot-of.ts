/** The half hour of a local time: `2026-05-01T09:30`. */
export const slotOf = (local: string): string => `${local.slice(0, 14)}${local.slice(14, 16) < '30' ? '00' : '30'}`
