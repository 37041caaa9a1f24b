import { CircleAlert } from 'lucide-react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { classes } from '@/components/ui/classes'
import type { ChannelId } from '@/lib/channel-ids'
import type { PreviewChannel } from '@/lib/stories/preview-contract'
import { formatNumber, plural } from '@/lib/text/number-text'

/** The text length and its limit, as the network counts it. */
export function CharacterCounter({ channel, limits }: { channel: ChannelId; limits: PreviewChannel['limits'] }) {
  const { text_count: count, text_max: max } = limits
  const isOver = max !== null && count > max
  const length = max === null ? plural(count, 'character') : `${formatNumber(count)} of ${formatNumber(max)}`
  return (
    <span
      title={`${channelNames[channel]}: ${length}${limits.text_unit === 'weighted' ? ', as counted by the network' : ''}`}
      className={classes(
        'inline-flex items-center gap-1 text-sm whitespace-nowrap tabular-nums',
        isOver ? 'font-semibold text-bad' : 'text-ink-soft',
      )}
    >
      <ChannelIcon channel={channel} size={16} />
      <span className="sr-only">{channelNames[channel]}: </span>
      {max === null ? plural(count, 'character') : `${formatNumber(count)} / ${formatNumber(max)}`}
      {isOver && <CircleAlert aria-label="too long" size={16} />}
    </span>
  )
}
