import { formatTime } from '@/components/time/formats'
import type { Zone } from '@/components/time/zone'

/** “: Fri, Nov 27, 9:00 AM”, or from when to when the channels are posted. */
export function slotsText(slots: readonly string[], { timeZone, locale }: Zone): string {
  const [first, ...rest] = slots.toSorted()
  const last = rest.at(-1)
  if (first === undefined) return ''
  if (last === undefined || last === first) return `: ${formatTime(first, 'short', timeZone, locale)}`
  const [from, to] = [first, last].map((at) => formatTime(at, 'compact', timeZone, locale))
  return `: ${slots.length} channels, ${from} – ${to}`
}
