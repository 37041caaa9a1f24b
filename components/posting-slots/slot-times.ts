import { localOf } from '@/components/time/local-time'
import type { ChannelId } from '@/lib/channel-ids'
import type { PostingSlots } from '@/lib/posting-slots/contract'

/** Whether a moment is a posting slot of a channel. Null if the channel has no slots. */
export function slotTest(
  { channels, timezone }: Pick<PostingSlots, 'channels' | 'timezone'>,
  channel: ChannelId,
): ((at: string) => boolean) | null {
  const slots = channels[channel] ?? []
  if (slots.length === 0) return null
  const times = new Set(slots.map(({ weekday, time }) => `${weekday} ${time}`))
  return (at) => {
    const [day = '', time = ''] = localOf(at, timezone).split('T')
    return times.has(`${weekdayOf(day)} ${time}`)
  }
}

/** 1 is Monday, 7 is Sunday. @param day as `2026-05-01` */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7
