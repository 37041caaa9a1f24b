import { formatTime } from '@/components/time/formats'
import type { Zone } from '@/components/time/zone'
import type { ChannelId } from '@/lib/channel-ids'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const nowWords: Partial<Record<ChannelId, string>> = { facebook: 'Just now', linkedin: 'Now' }
/** They show “2w” instead of a date. */
const countsWeeks: readonly ChannelId[] = ['instagram', 'linkedin', 'threads']

/**
 * The time line of a post, as the network writes it.
 *
 * @param at when it was or will be published; null for now
 */
export function postTime(channel: ChannelId, at: string | null, now: Date, { timeZone, locale }: Zone): string {
  const shown = at === null ? now : new Date(at)
  const format = (style: 'date' | 'dayOfMonth' | 'compact' | 'time'): string =>
    formatTime(shown, style, timeZone, locale)
  if (channel === 'ghost') return format('date')
  const ageMs = now.getTime() - shown.getTime()
  if (ageMs < -minuteMs)
    return channel === 'facebook' ? `${format('dayOfMonth')} at ${format('time')}` : format('compact')
  if (ageMs < minuteMs) return nowWords[channel] ?? 'now'
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)}m`
  if (ageMs < dayMs) return `${Math.floor(ageMs / hourMs)}h`
  if (ageMs < 7 * dayMs) return `${Math.floor(ageMs / dayMs)}d`
  return countsWeeks.includes(channel) ? `${Math.floor(ageMs / (7 * dayMs))}w` : format('dayOfMonth')
}
