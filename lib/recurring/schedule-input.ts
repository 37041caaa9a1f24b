import type { Issue } from '@/lib/errors'
import { cadenceWith } from './cadence'
import type { RecurringCadence } from './contract'
import { cronIssue } from './cron'
import type { Schedule } from './slots'

type Given = {
  cadence: RecurringCadence
  timezone: string | null
  starts_at: string | Date | null
  ends_at: string | Date | null
}

/** As for the time of a story. */
const furthestMs = 20 * 366 * 86_400_000

/** Reads a schedule and returns the issues that the schema cannot detect. */
export function readSchedule(given: Given, now: Date): { schedule: Schedule; issues: Issue[] } {
  const [starts_at, ends_at] = [dateOf(given.starts_at), dateOf(given.ends_at)]
  const issues = cadenceIssues(given.cadence, now)
  if (given.timezone === null) {
    issues.push({ path: 'timezone', code: 'required', message: 'Add a timezone: the project has none.' })
  }
  if (starts_at && starts_at.getTime() - now.getTime() > furthestMs) {
    issues.push({ path: 'starts_at', code: 'too_far', message: 'is more than 20 years ahead.' })
  }
  if (starts_at && ends_at && ends_at < starts_at) {
    issues.push({ path: 'ends_at', code: 'invalid', message: 'must not be before starts_at.' })
  }
  const schedule = { cadence: cadenceWith(given.cadence), timezone: given.timezone ?? 'UTC', starts_at, ends_at }
  return { schedule, issues }
}

const dateOf = (value: string | Date | null): Date | null => (value === null ? null : new Date(value))

const membersOf: Record<RecurringCadence['kind'], readonly (keyof RecurringCadence)[]> = {
  daily: ['time'],
  weekly: ['time', 'weekdays'],
  monthly: ['time', 'day_of_month'],
  cron: ['cron'],
}
const optionalMembers = ['weekdays', 'day_of_month', 'cron'] as const

function cadenceIssues(cadence: RecurringCadence, now: Date): Issue[] {
  const { kind } = cadence
  const missing = membersOf[kind].flatMap((name): Issue[] =>
    cadence[name] === undefined
      ? [{ path: `cadence.${name}`, code: 'required', message: `is required for a ${kind} cadence.` }]
      : [],
  )
  const unused = optionalMembers.flatMap((name): Issue[] =>
    cadence[name] !== undefined && !membersOf[kind].includes(name)
      ? [{ path: `cadence.${name}`, code: 'invalid', message: `does not apply to a ${kind} cadence. Remove it.` }]
      : [],
  )
  const reason = kind === 'cron' && cadence.cron !== undefined ? cronIssue(cadence.cron, now) : null
  const cron = reason ? [{ path: 'cadence.cron', code: 'invalid', message: reason }] : []
  return [...missing, ...unused, ...cron]
}
