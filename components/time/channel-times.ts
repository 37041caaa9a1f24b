import type { ChannelId } from '@/lib/channel-ids'
import { instantOf, localOf } from './local-time'

/** A channel that is published at another time than the rest of its story. */
export type ChannelTime = { queue_item_id: string; channel: ChannelId; scheduled_at: string }

/** When a story is published: at `at`, except for channels with their own time. */
export type Timed = { at: string; own_times: ChannelTime[] }

const minuteMs = 60_000

/** The times of a story after a move. Channel times move by the same wall-clock difference. */
export function moveTo({ at: from, own_times }: Timed, to: string, timeZone: string): Timed {
  const localMs = (at: string): number => Date.parse(`${localOf(at, timeZone)}Z`) + (Date.parse(at) % minuteMs)
  const shift = (at: string): string => {
    const ms = localMs(at) + localMs(to) - localMs(from)
    const minute = instantOf(new Date(ms).toISOString().slice(0, 16), timeZone) ?? new Date(at)
    return new Date(minute.getTime() + (ms % minuteMs)).toISOString()
  }
  if (from === to) return { at: to, own_times }
  return { at: to, own_times: own_times.map((own) => ({ ...own, scheduled_at: shift(own.scheduled_at) })) }
}
