/**
 * Between moments and local times of a zone, as far as a form needs it. The server alone decides what a local time means
 * when clocks change; this only fills and orders fields.
 */

const partFormats = new Map<string, Intl.DateTimeFormat>()

/** Formatters are slow to make and are kept. `hourCycle` h23, or midnight becomes 24:00. */
function partFormat(timeZone: string): Intl.DateTimeFormat {
  const known = partFormats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  partFormats.set(timeZone, made)
  return made
}

/** A moment as the local time of a zone, in the form of `<input type="datetime-local">`: `2026-05-01T09:00`. */
export function localOf(instant: string | Date, timeZone: string): string {
  const parts = Object.fromEntries(
    partFormat(timeZone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`
}

/** The calendar day of a moment in a zone: `2026-05-01`. */
export const dayOf = (instant: string | Date, timeZone: string): string => localOf(instant, timeZone).slice(0, 10)

const minuteMs = 60_000

/** The moment that a local time means, to the minute; the first of two, and the one after a gap. */
export function instantOf(local: string, timeZone: string): Date | null {
  const wanted = Date.parse(`${local}Z`)
  if (Number.isNaN(wanted)) return null
  const offsetAt = (ms: number): number => {
    const minutes = Math.floor(ms / minuteMs) * minuteMs
    return Date.parse(`${localOf(new Date(minutes), timeZone)}Z`) - minutes
  }
  const candidates = [offsetAt(wanted - 86_400_000), offsetAt(wanted + 86_400_000)]
    .map((offset) => wanted - offset)
    .sort((a, b) => a - b)
  const exact = candidates.find((ms) => ms + offsetAt(ms) === wanted)
  const [earliest = wanted, latest = wanted] = candidates
  return new Date(exact ?? Math.max(earliest, latest))
}
