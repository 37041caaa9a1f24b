import { CircleAlert } from 'lucide-react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { classes } from '@/components/ui/classes'
import type { ChannelId } from '@/lib/channels/ids'
import type { PreviewChannel } from '@/lib/stories/contract'

const numbers = new Intl.NumberFormat('en')

/** How long the text is by the network's own count, and how long it may be. */
export function Counter({ channel, limits }: { channel: ChannelId; limits: PreviewChannel['limits'] }) {
  const { text_count: count, text_max: max } = limits
  const isOver = max !== null && count > max
  const words =
    max === null ? `${numbers.format(count)} characters` : `${numbers.format(count)} of ${numbers.format(max)}`
  return (
    <span
      title={`${channelNames[channel]}: ${words}${limits.text_unit === 'weighted' ? ', by the count of the network' : ''}`}
      className={classes(
        'inline-flex items-center gap-1 text-sm whitespace-nowrap tabular-nums',
        isOver ? 'font-semibold text-bad' : 'text-ink-soft',
      )}
    >
      <ChannelIcon channel={channel} size={15} />
      <span className="sr-only">{channelNames[channel]}: </span>
      {max === null ? numbers.format(count) : `${numbers.format(count)} / ${numbers.format(max)}`}
      {isOver && <CircleAlert aria-label="too long" size={15} />}
    </span>
  )
}
