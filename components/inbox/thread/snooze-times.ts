import { dayOf, instantOf } from '@/components/time/local-time'
import { nextWeeklyTime } from '@/components/time/next-weekly-time'
import { addDays } from '@/lib/calendar-days'

/** In the project's zone, each later than the one before. */
export function snoozeTimes(timeZone: string, now: Date): { label: string; at: Date }[] {
  const tomorrow = `${addDays(dayOf(now, timeZone), 1)}T09:00`
  const monday = nextWeeklyTime({ weekday: 1, hour: 9, minute: 0 }, timeZone, now)
  const locals = [
    { label: 'Tomorrow', local: tomorrow },
    // On Sundays it is tomorrow, on early Mondays today.
    ...(monday && monday > tomorrow ? [{ label: 'Monday', local: monday }] : []),
    { label: 'In a week', local: `${addDays(dayOf(now, timeZone), 7)}T09:00` },
  ]
  return [
    { label: 'In 3 hours', at: new Date(now.getTime() + 3 * 3_600_000) },
    ...locals.flatMap(({ label, local }, index) => {
      const at = instantOf(local, timeZone)
      return at && local !== locals[index - 1]?.local ? [{ label, at }] : []
    }),
  ]
}
