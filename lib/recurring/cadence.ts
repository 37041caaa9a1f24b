/** When a recurring post repeats, in local time of its zone. Weekdays are 1 (Monday) to 7 (Sunday). */
export type Cadence =
  | { kind: 'daily'; time: string }
  | { kind: 'weekly'; time: string; weekdays: number[] }
  | { kind: 'monthly'; time: string; day_of_month: number | 'last' }
  | { kind: 'cron'; cron: string }

export const cadenceKinds = ['daily', 'weekly', 'monthly', 'cron'] as const
