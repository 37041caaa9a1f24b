import { Temporal } from 'temporal-polyfill'
import type { Issue } from '@/lib/errors'
import { isTimezone } from '@/lib/projects/timezone'

/** Times up to this far in the past count as now, to allow for clock differences and slow clicks. */
export const graceMs = 5 * 60_000
const dayMs = 86_400_000
/** Max days ahead. */
const furthestDays = 20 * 366

export type TimeInput = {
  scheduled_at?: string | null | undefined
  scheduled_at_local?: string | null | undefined
  timezone?: string | null | undefined
  add_to_queue?: boolean | undefined
}

/** True when a request sets a time, valid or not. */
export const hasTime = ({ scheduled_at, scheduled_at_local, add_to_queue }: TimeInput): boolean =>
  Boolean(scheduled_at || scheduled_at_local || add_to_queue)

/** `at` is undefined when the request has no time, and null when it removes the time. */
export type TimeRead = { at: Date | null | undefined; issues: Issue[] }

/** Reads the publish time of a request. The project's time zone is the default. */
export function readTime(input: TimeInput, { timezone, now }: { timezone: string | null; now: Date }): TimeRead {
  const { scheduled_at: instant, scheduled_at_local: local } = input
  const issues: Issue[] = []
  const isZoneKnown = !input.timezone || isTimezone(input.timezone)
  if (input.timezone && !isZoneKnown) issues.push(unknownZone('timezone', input.timezone))
  if (input.add_to_queue && (instant || local)) {
    issues.push({ path: 'add_to_queue', code: 'invalid', message: 'Use add_to_queue or a time, not both.' })
  }
  if (instant && local) {
    issues.push({
      path: 'scheduled_at_local',
      code: 'invalid',
      message: 'Use scheduled_at or scheduled_at_local, not both.',
    })
  } else if (input.timezone && isZoneKnown && !instant && !local) {
    issues.push({
      path: 'timezone',
      code: 'invalid',
      message: 'A timezone needs scheduled_at_local, which is missing.',
    })
  }
  const wall = local ? readLocal(local, instant || !isZoneKnown ? 'UTC' : (input.timezone ?? timezone)) : null
  if (wall?.issue) issues.push(wall.issue)
  const at = instant ? new Date(instant) : isZoneKnown ? wall?.at : undefined
  const late = at ? timeIssue(at, instant ? 'scheduled_at' : 'scheduled_at_local', now) : null
  if (late) issues.push(late)
  if (issues.length) return { at: undefined, issues }
  return { at: at ?? (instant === null || local === null ? null : undefined), issues }
}

/** Converts a local time to an instant, or returns the issue. */
function readLocal(local: string, zone: string | null): { at?: Date; issue?: Issue } {
  const at = fromLocal(local, zone ?? 'UTC')
  if (!at) {
    const message = 'This date or time does not exist.'
    return { issue: { path: 'scheduled_at_local', code: 'invalid', message } }
  }
  if (zone) return { at }
  const message = 'Add a timezone for scheduled_at_local: the project has none.'
  return { issue: { path: 'timezone', code: 'required', message } }
}

/** Why a post cannot be scheduled for this time; null when it can. */
export function timeIssue(at: Date, path: string, now: Date): Issue | null {
  if (isTooOld(at, now)) {
    const message = `is in the past (${at.toISOString()}). The last 5 minutes are accepted and publish at once.`
    return { path, code: 'in_the_past', message }
  }
  if (Number.isNaN(at.getTime()) || at.getTime() - now.getTime() > furthestDays * dayMs) {
    return { path, code: 'too_far', message: 'is more than 20 years ahead.' }
  }
  return null
}

export const isTooOld = (at: Date, now: Date): boolean => at.getTime() < now.getTime() - graceMs

export const unknownZone = (path: string, name: string): Issue => ({
  path,
  code: 'unknown_timezone',
  message: `There is no time zone called ${name}. Use an IANA name, e.g. Europe/Berlin.`,
})

/**
 * Converts a local time to an instant. A time skipped by a clock change moves forward by the gap; a time that occurs
 * twice means the first (Temporal's `compatible`). Null for a date or time that does not exist.
 */
export function fromLocal(local: string, zone: string): Date | null {
  try {
    const wall = Temporal.PlainDateTime.from(local, { overflow: 'reject' })
    return new Date(wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds)
  } catch {
    return null
  }
}

const inZone = (at: Date, zone: string) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)

/** The same local time a number of days later, or earlier. */
export const shiftDays = (at: Date, days: number, zone: string): Date =>
  new Date(inZone(at, zone).add({ days }).epochMilliseconds)

/** The move of the first channel of a story; the others keep their distance from it. */
export type Stride = { from: Date; to: Date; zone: string }

/** Moves a time by the same local distance as the first one. */
export function moveAlong(at: Date, { from, to, zone }: Stride): Date {
  // The first one moves to the exact instant, even into an hour that a clock change repeats.
  if (at.getTime() === from.getTime()) return to
  if (from.getTime() === to.getTime()) return at
  const [before, after] = [from, to].map((one) => inZone(one, zone).toPlainDateTime()) as [WallTime, WallTime]
  const wall = inZone(at, zone).toPlainDateTime().add(before.until(after))
  return new Date(wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds)
}

type WallTime = Temporal.PlainDateTime

/** Replaces the time of day (`HH:MM`), keeping the date in that zone. */
export function atTimeOfDay(at: Date, time: string, zone: string): Date {
  const wall = inZone(at, zone).toPlainDate().toPlainDateTime(Temporal.PlainTime.from(time))
  return new Date(wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds)
}
