import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { classes } from '@/components/ui/classes'
import type { ChannelId } from '@/lib/channel-ids'
import type { PreviewChannel } from '@/lib/stories/preview-contract'
import { formatNumber, plural } from '@/lib/text/number-text'
import { useDraft, useEditor } from '../state/editor-context'

/** How much longer the text can be on each channel. Channels without a limit are left out. */
export function CharactersLeft() {
  const { preview } = useEditor()
  const { channels } = useDraft()
  const limited = channels.filter((channel) => typeof preview[channel]?.limits.text_max === 'number')
  if (limited.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-ink-soft">
      <span aria-hidden>Characters left</span>
      {limited.map((channel) => (
        <Count key={channel} channel={channel} limits={preview[channel]?.limits} />
      ))}
    </div>
  )
}

function Count({ channel, limits }: { channel: ChannelId; limits: PreviewChannel['limits'] | undefined }) {
  const { text_count: count = 0, text_max: max = 0, text_unit: unit } = limits ?? {}
  const left = (max ?? 0) - count
  const isOver = left < 0
  const title = `${channelNames[channel]}: ${plural(count, 'character')} of ${formatNumber(max ?? 0)}`
  return (
    <span
      title={`${title}${unit === 'weighted' ? ', as counted by the network' : ''}`}
      className={classes(
        'inline-flex items-center gap-1 whitespace-nowrap tabular-nums',
        isOver && 'font-semibold text-bad',
      )}
    >
      <ChannelIcon channel={channel} size={14} />
      <span className="sr-only">{channelNames[channel]}: </span>
      {isOver ? `${formatNumber(-left)} over` : formatNumber(left)}
      {!isOver && <span className="sr-only"> characters left</span>}
    </span>
  )
}
