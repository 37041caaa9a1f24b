/** Periods of the shares, in days. */
export const periods = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
]

/** Reads the search parameter. Unknown values are ignored. */
export const readDays = (given: unknown): number => Number(periods.find(({ value }) => value === given)?.value ?? '30')
