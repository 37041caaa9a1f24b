import type { ChannelId } from '@/lib/channels/ids'
import { instantOf, localOf } from './zoned'

/** A channel that goes out at another time than the rest of its story. */
export type OwnTime = { queue_item_id: string; channel: ChannelId; scheduled_at: string }

/** When a story goes out: most of its channels at `at`. */
export type Timed = { at: string; own_times: OwnTime[] }

const minuteMs = 60_000

/** A story at another time. Its channels with times of their own go as far, by the clock on the wall. */
export function movedTo({ at: from, own_times }: Timed, to: string, timeZone: string): Timed {
  const wallMs = (at: string): number => Date.parse(`${localOf(at, timeZone)}Z`) + (Date.parse(at) % minuteMs)
  const goAlong = (at: string): string => {
    const ms = wallMs(at) + wallMs(to) - wallMs(from)
    const minute = instantOf(new Date(ms).toISOString().slice(0, 16), timeZone) ?? new Date(at)
    return new Date(minute.getTime() + (ms % minuteMs)).toISOString()
  }
  if (from === to) return { at: to, own_times }
  return { at: to, own_times: own_times.map((own) => ({ ...own, scheduled_at: goAlong(own.scheduled_at) })) }
}
