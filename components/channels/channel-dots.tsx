import { classes } from '@/components/ui/classes'
import type { ChannelId } from '@/lib/channel-ids'
import { RoundLogo } from './channel-avatar'

/** Small round network logos that overlap, for cards that name the channels elsewhere. The last one can be a count. */
export function ChannelDots({
  channels,
  max = 3,
  isSmall = false,
  className,
}: {
  channels: readonly ChannelId[]
  max?: number
  /** For the narrowest cards. */
  isSmall?: boolean
  className?: string
}) {
  const shown = channels.length > max ? max - 1 : max
  const rest = channels.length - shown
  return (
    <span
      aria-hidden
      className={classes('flex shrink-0 items-center', isSmall ? '-space-x-1.5' : '-space-x-1', className)}
    >
      {channels.slice(0, shown).map((channel) => (
        <RoundLogo
          key={channel}
          channel={channel}
          glyph={8}
          className={classes('ring-1 ring-raised', isSmall ? 'size-3.5' : 'size-4')}
        />
      ))}
      {rest > 0 && (
        <span className="flex h-4 min-w-4 items-center justify-center rounded-full bg-quiet-wash px-0.5 text-[0.625rem] font-semibold text-quiet ring-1 ring-raised">
          +{rest}
        </span>
      )}
    </span>
  )
}
