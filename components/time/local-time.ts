/**
 * Converts between moments and local times, for forms. The server decides what a local time means when clocks change.
 */

const partFormats = new Map<string, Intl.DateTimeFormat>()

/** Formatters are cached because they are slow to create. With `hourCycle` h23 midnight is 00:00, not 24:00. */
function partFormat(timeZone: string): Intl.DateTimeFormat {
  const known = partFormats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  partFormats.set(timeZone, format)
  return format
}

/** A moment as local time, in the format of `<input type="datetime-local">`: `2026-05-01T09:00`. */
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

/** The moment of a local time: the first if it occurs twice, the one after the gap if it doesn't exist. */
export function instantOf(local: string, timeZone: string): Date | null {
  const utcMs = Date.parse(`${local}Z`)
  if (Number.isNaN(utcMs)) return null
  const offsetAt = (ms: number): number => {
    const minutes = Math.floor(ms / minuteMs) * minuteMs
    return Date.parse(`${localOf(new Date(minutes), timeZone)}Z`) - minutes
  }
  const candidates = [offsetAt(utcMs - 86_400_000), offsetAt(utcMs + 86_400_000)]
    .map((offset) => utcMs - offset)
    .sort((a, b) => a - b)
  const exact = candidates.find((ms) => ms + offsetAt(ms) === utcMs)
  const [earliest = utcMs, latest = utcMs] = candidates
  return new Date(exact ?? Math.max(earliest, latest))
}
