'use client'

import { zoneName } from '@/components/time/formats'
import { instantOf, localOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { DateTimePanel } from '@/components/ui/date-time/date-time-panel'
import type { ChannelId } from '@/lib/channel-ids'
import { SuggestedTimesList } from './suggested-times-list'

type Props = {
  projectId: string
  /** The channels of the story. Empty: all. */
  channels: readonly ChannelId[]
  /** Local time in the project’s zone; empty for none. */
  value: string
  onPick: (local: string) => void
  onClose: () => void
}

/** The content of a popover to pick when a story is published: suggestions, a calendar and times. Load it lazily. */
export function StoryTimePanel({ projectId, channels, value, onPick, onClose }: Props) {
  const { timeZone, locale } = useZone()
  const now = new Date()
  return (
    <DateTimePanel
      value={value}
      now={localOf(now, timeZone)}
      locale={locale}
      zone={zoneName(timeZone, instantOf(value, timeZone) ?? now)}
      onPick={onPick}
      onClose={onClose}
      top={<SuggestedTimesList projectId={projectId} channels={channels} value={value} onPick={onPick} />}
    />
  )
}
