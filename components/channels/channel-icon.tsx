import { AtSign, Ghost } from 'lucide-react'
import type { ChannelId } from '@/lib/channels/ids'
import { channelNames } from './channel-names'

/** Strokes of the networks' marks; the icon set carries no brands. */
const strokes: Partial<Record<ChannelId, string>> = {
  instagram:
    'M7 2h10a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5zM16 11.4A4 4 0 1 1 12.6 8 4 4 0 0 1 16 11.4zM17.5 6.5h.01',
  facebook: 'M18 2h-3a5 5 0 0 0-5 5v3H7v4h3v8h4v-8h3l1-4h-4V7a1 1 0 0 1 1-1h3z',
  x: 'M4 3h4.5L20 21h-4.5zM4 21l6.8-7.6M20 3l-6.5 7.2',
  linkedin:
    'M16 8a6 6 0 0 1 6 6v7h-4v-7a2 2 0 0 0-4 0v7h-4v-7a6 6 0 0 1 6-6zM2 9h4v12H2zM6 4a2 2 0 1 1-4 0 2 2 0 0 1 4 0z',
  pinterest:
    'M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20zM9.3 20.5 12 9M9.2 13.3c-2.2-4.2 3-7.3 5.6-4.6 2.3 2.6-.6 8-3.7 5.6',
}

/** Decoration unless it is told to speak for itself. */
export function ChannelIcon({
  channel,
  size = 18,
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
  const path = strokes[channel]
  if (channel === 'ghost') return <Ghost aria-hidden="true" size={size} className="shrink-0" />
  if (!path) return <AtSign aria-hidden="true" size={size} className="shrink-0" />
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      <path d={path} />
    </svg>
  )
}

/** The channels of something in a row, read out by name. */
export function ChannelIcons({ channels }: { channels: readonly ChannelId[] }) {
  return (
    <ul className="flex flex-wrap items-center gap-1.5 text-ink-soft" aria-label="Channels">
      {channels.map((channel) => (
        <li key={channel} title={channelNames[channel]} className="flex">
          <ChannelIcon channel={channel} size={17} isNamed />
        </li>
      ))}
    </ul>
  )
}
