import { Temporal } from 'temporal-polyfill'
import type { Issue } from '@/lib/errors'
import { isTimezone } from '@/lib/projects/timezone'

/** A time this far back still counts as now: clocks differ, and people press buttons slowly. */
export const graceMs = 5 * 60_000
const dayMs = 86_400_000
/** Keeps dates inside what every part of the system can write down. */
const furthestDays = 20 * 366

export type TimeInput = {
  scheduled_at?: string | null | undefined
  scheduled_at_local?: string | null | undefined
  timezone?: string | null | undefined
}

/** `at` is undefined when the request says nothing of time, and null when it takes the time away. */
export type TimeRead = { at: Date | null | undefined; issues: Issue[] }

/** What a request says of when. `project.timezone` stands in for a zone that it leaves out. */
export function readTime(input: TimeInput, { timezone, now }: { timezone: string | null; now: Date }): TimeRead {
  const { scheduled_at: instant, scheduled_at_local: local } = input
  const issues: Issue[] = []
  const isZoneKnown = !input.timezone || isTimezone(input.timezone)
  if (input.timezone && !isZoneKnown) issues.push(unknownZone('timezone', input.timezone))
  if (instant && local) {
    issues.push({
      path: 'scheduled_at_local',
      code: 'invalid',
      message: 'Give scheduled_at or scheduled_at_local, not both.',
    })
  } else if (input.timezone && isZoneKnown && !instant && !local) {
    issues.push({
      path: 'timezone',
      code: 'invalid',
      message: 'A timezone goes with scheduled_at_local, which is missing.',
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

/** A wall time as an instant, or why it is none. */
function readLocal(local: string, zone: string | null): { at?: Date; issue?: Issue } {
  const at = fromLocal(local, zone ?? 'UTC')
  if (!at) {
    const message = 'There is no such day or time in the calendar.'
    return { issue: { path: 'scheduled_at_local', code: 'invalid', message } }
  }
  if (zone) return { at }
  const message = 'Name the zone of scheduled_at_local: the project has none to fall back to.'
  return { issue: { path: 'timezone', code: 'required', message } }
}

/** Why a post cannot be planned for this time; null when it can. */
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
 * A wall time as an instant. One that a clock change skips moves forward by the gap; one that happens twice means the
 * first: Temporal calls this `compatible`. Null for a day or time that no calendar has.
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

/** The same wall time so many days later, or earlier. */
export const shiftDays = (at: Date, days: number, zone: string): Date =>
  new Date(inZone(at, zone).add({ days }).epochMilliseconds)

/** How far the first channel of a story goes: the others keep their distance from it. */
export type Stride = { from: Date; to: Date; zone: string }

/** A moment as far on as the first one goes, by the clock on the wall. */
export function goAlong(at: Date, { from, to, zone }: Stride): Date {
  // Itself it goes to the very moment, even into an hour that a clock change repeats.
  if (at.getTime() === from.getTime()) return to
  if (from.getTime() === to.getTime()) return at
  const [before, after] = [from, to].map((one) => inZone(one, zone).toPlainDateTime()) as [WallTime, WallTime]
  const wall = inZone(at, zone).toPlainDateTime().add(before.until(after))
  return new Date(wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds)
}

type WallTime = Temporal.PlainDateTime

/** Another time of day (`HH:MM`) on the date that the moment has in the zone. */
export function atTimeOfDay(at: Date, time: string, zone: string): Date {
  const wall = inZone(at, zone).toPlainDate().toPlainDateTime(Temporal.PlainTime.from(time))
  return new Date(wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds)
}
