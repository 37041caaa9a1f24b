import type { ChannelId } from '@/lib/channel-ids'
import { brandGlyphs } from './brand-glyphs'
import { channelNames } from './channel-names'

/** Decorative, unless `isNamed`. */
export function ChannelIcon({
  channel,
  size = 16,
  isNamed = false,
}: {
  channel: ChannelId
  size?: number
  isNamed?: boolean
}) {
  return (
    <>
      <Mark channel={channel} size={size} />
      {isNamed && <span className="sr-only">{channelNames[channel]}</span>}
    </>
  )
}

function Mark({ channel, size }: { channel: ChannelId; size: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24" fill="currentColor" className="shrink-0">
      <path d={brandGlyphs[channel]} />
    </svg>
  )
}

/** A row of channel icons, with names for screen readers. */
export function ChannelIcons({ channels }: { channels: readonly ChannelId[] }) {
  return (
    <ul className="flex flex-wrap items-center gap-1.5 text-ink-soft" aria-label="Channels">
      {channels.map((channel) => (
        <li key={channel} title={channelNames[channel]} className="flex">
          <ChannelIcon channel={channel} size={16} isNamed />
        </li>
      ))}
    </ul>
  )
}
