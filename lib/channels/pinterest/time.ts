/** Pinterest omits the zone of UTC times. */
export const utc = (value: string): Date => new Date(/(Z|[+-]\d{2}:?\d{2})$/.test(value) ? value : `${value}Z`)
