'use client'

import { useState } from 'react'
import type { Tone } from '@/components/ui/badge'
import { classes } from '@/components/ui/classes'
import type { ChannelId } from '@/lib/channel-ids'
import { brandGlyphs } from './brand-glyphs'
import { channelNames } from './channel-names'

const brandFill: Record<ChannelId, string> = {
  instagram: 'bg-brand-instagram',
  facebook: 'bg-brand-facebook',
  x: 'bg-brand-x',
  linkedin: 'bg-brand-linkedin',
  pinterest: 'bg-brand-pinterest',
  ghost: 'bg-brand-ghost',
  threads: 'bg-brand-threads',
}

const sizes = {
  small: { avatar: 'size-6 text-[0.625rem]', badge: 'size-3.5', glyph: 8, logo: 12 },
  medium: { avatar: 'size-8 text-xs', badge: 'size-4', glyph: 9, logo: 16 },
  large: { avatar: 'size-11 text-base', badge: 'size-5', glyph: 11, logo: 20 },
} as const

type Props = {
  channel: ChannelId
  name: string | null
  photoUrl?: string | null
  size?: keyof typeof sizes
  /** Without a photo: the network's logo instead of the initial, for lists of accounts that often have one name. */
  isLogo?: boolean
}

/** An account: its photo or initial, with the network's logo on a badge. Decorative; name the account next to it. */
export function ChannelAvatar({ channel, name, photoUrl = null, size = 'medium', isLogo = false }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  const { avatar, badge, glyph, logo } = sizes[size]
  if (isLogo && (!photoUrl || photoUrl === failed)) {
    return (
      <span aria-hidden className="inline-flex shrink-0">
        <RoundLogo channel={channel} glyph={logo} className={avatar} />
      </span>
    )
  }
  return (
    <span aria-hidden className="relative inline-flex shrink-0">
      <span
        className={classes(
          'flex items-center justify-center overflow-hidden rounded-full bg-quiet-wash font-semibold text-quiet',
          avatar,
        )}
      >
        {photoUrl && photoUrl !== failed ? (
          // biome-ignore lint/performance/noImgElement: a small photo hosted by the network, which must not see who views it.
          <img
            src={photoUrl}
            alt=""
            referrerPolicy="no-referrer"
            onError={() => setFailed(photoUrl)}
            className="size-full object-cover"
          />
        ) : (
          ([...(name ?? channelNames[channel]).trim()][0]?.toUpperCase() ?? '?')
        )}
      </span>
      <span
        className={classes(
          'absolute -right-1 -bottom-1 flex items-center justify-center rounded-full text-on-brand ring-2 ring-surface',
          brandFill[channel],
          badge,
        )}
      >
        <svg width={glyph} height={glyph} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
          <path d={brandGlyphs[channel]} />
        </svg>
      </span>
    </span>
  )
}

/** A status as a dot on a logo. The label is for screen readers and the tooltip. */
export type ChannelState = { tone: Tone; label: string }

type StackProps = {
  channels: readonly ChannelId[]
  max?: number
  states?: Partial<Record<ChannelId, ChannelState>>
}

const dotFill: Record<Tone, string> = {
  good: 'bg-good',
  info: 'bg-info',
  warn: 'bg-warn',
  bad: 'bg-bad',
  quiet: 'bg-quiet',
}

/** At most `max` round network logos; the last one can be a count. Names them for screen readers. */
export function ChannelStack({ channels, max = 4, states = {} }: StackProps) {
  const nameOf = (channel: ChannelId): string =>
    [channelNames[channel], states[channel]?.label].filter(Boolean).join(': ')
  const shown = channels.length > max ? max - 1 : max
  const rest = channels.length - shown
  return (
    <ul
      aria-label="Channels"
      // They do not overlap, or rings would cut the logos and cover states.
      className="flex items-center space-x-0.5"
      title={channels.map(nameOf).join(', ')}
    >
      {channels.map((channel, index) => (
        <li key={channel} className={index >= shown ? 'sr-only' : 'relative flex'}>
          <RoundLogo channel={channel} glyph={11} className="size-5.5 ring-2 ring-surface" />
          <StateDot state={states[channel]} />
          <span className="sr-only">{nameOf(channel)}</span>
        </li>
      ))}
      {rest > 0 && (
        <li
          aria-hidden
          className="relative flex size-5.5 items-center justify-center rounded-full bg-quiet-wash text-[0.625rem] font-semibold text-quiet ring-2 ring-surface"
        >
          +{rest}
        </li>
      )}
    </ul>
  )
}

const StateDot = ({ state }: { state: ChannelState | undefined }) =>
  state && (
    <span
      aria-hidden
      className={classes(
        'absolute -right-0.5 -bottom-0.5 size-2 rounded-full ring-2 ring-surface',
        dotFill[state.tone],
      )}
    />
  )

/** @param glyph the size of the logo in pixels */
export const RoundLogo = ({ channel, glyph, className }: { channel: ChannelId; glyph: number; className: string }) => (
  <span
    className={classes('flex items-center justify-center rounded-full text-on-brand', brandFill[channel], className)}
  >
    <svg width={glyph} height={glyph} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d={brandGlyphs[channel]} />
    </svg>
  </span>
)
