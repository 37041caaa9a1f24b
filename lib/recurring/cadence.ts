/** When a recurring post repeats, in local time of its zone. Weekdays are 1 (Monday) to 7 (Sunday). */
export type Cadence =
  | { kind: 'daily'; time: string }
  | { kind: 'weekly'; time: string; weekdays: number[] }
  | { kind: 'monthly'; time: string; day_of_month: number | 'last' }
  | { kind: 'cron'; cron: string }

export const cadenceKinds = ['daily', 'weekly', 'monthly', 'cron'] as const

type Members = {
  kind: Cadence['kind']
  time?: string | undefined
  weekdays?: number[] | undefined
  day_of_month?: number | 'last' | undefined
  cron?: string | undefined
}

/** A cadence with only the members of its kind. */
export function cadenceWith({ kind, time = '00:00', weekdays = [], day_of_month = 1, cron = '' }: Members): Cadence {
  switch (kind) {
    case 'daily':
      return { kind, time }
    case 'weekly':
      return { kind, time, weekdays }
    case 'monthly':
      return { kind, time, day_of_month }
    case 'cron':
      return { kind, cron: cron.trim().split(/\s+/).join(' ') }
  }
}
