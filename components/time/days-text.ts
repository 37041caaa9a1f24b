import { formatTime } from './formats'

/** “1 Nov – 28 Nov 2026”. Days have no zone: noon in UTC formats as that day. */
export function daysText({ first, last }: { first: string; last: string }, locale: string): string {
  const format = (day: string, style: 'date' | 'dayOfMonth'): string =>
    formatTime(`${day}T12:00:00Z`, style, 'UTC', locale)
  if (first === last) return format(first, 'date')
  const isSameYear = first.slice(0, 4) === last.slice(0, 4)
  return `${format(first, isSameYear ? 'dayOfMonth' : 'date')} – ${format(last, 'date')}`
}
