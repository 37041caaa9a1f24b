'use client'

import { Repeat } from 'lucide-react'
import Link from 'next/link'
import { ChannelDots } from '@/components/channels/channel-dots'
import { nameChannels } from '@/components/channels/channel-names'
import { cssColorOf } from '@/components/pillars/pillar-colors'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import type { ChipLook } from '../data/chip-context'
import { useChipPillar } from '../data/chip-context'
import type { RecurringSlot } from '../data/use-recurring-slots'
import { ChipTime } from './chip-time'

/** A slot of a recurring post that has no story yet. Opens the recurring post. */
export function GhostChip({
  slot: { recurring_template_id, at, words, channels, content_type },
  projectId,
  look,
}: {
  slot: RecurringSlot
  projectId: string
  look: ChipLook
}) {
  const { timeZone, locale } = useZone()
  const pillar = useChipPillar(content_type)
  return (
    <Link
      href={`/${projectId}/recurring/${recurring_template_id}`}
      prefetch={false}
      data-stop
      tabIndex={-1}
      draggable={false}
      title="Recurring post. Its story is not created yet."
      className={classes(
        '@container flex w-full min-w-0 overflow-hidden rounded-md border border-dashed border-line-strong px-1 text-left text-xs leading-4 text-ink-soft hover:bg-hover',
        look === 'line' ? 'h-6 items-center gap-1' : 'h-full flex-col justify-center gap-0.5',
      )}
    >
      <span className="sr-only">
        {`Recurring post, ${formatTime(at, 'short', timeZone, locale)}, ${nameChannels(channels)}${pillar ? `, pillar ${pillar.name}` : ''}: ${words}`}
      </span>
      <span aria-hidden className="flex min-w-0 shrink-0 items-center gap-1 @max-[4.5rem]:gap-0.5">
        <Repeat size={13} className="shrink-0" />
        <ChipTime {...{ at, timeZone, locale }} />
        {pillar && (
          <span
            className="size-2 shrink-0 rounded-full @max-[6.5rem]:hidden"
            style={{ background: cssColorOf(pillar.color) }}
          />
        )}
        {look !== 'line' && <ChannelDots channels={channels} className="ml-auto @max-[6.5rem]:hidden" />}
      </span>
      <span aria-hidden className="min-w-0 truncate @max-[6.5rem]:hidden">
        {words}
      </span>
    </Link>
  )
}
