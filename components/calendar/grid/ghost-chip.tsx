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

const looks: Record<ChipLook, string> = {
  tall: 'h-15 flex-col justify-start gap-0.5 py-1',
  column: 'h-19.5 flex-col justify-start gap-0.5 py-1',
  line: 'h-6 items-center gap-1',
  stack: 'h-10 flex-col justify-center',
  hour: 'h-full flex-col justify-center gap-0.5',
}

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
      className={classes('@container block w-full min-w-0', look !== 'line' && look !== 'stack' && 'h-full')}
    >
      <span className="sr-only">
        {`Recurring post, ${formatTime(at, 'short', timeZone, locale)}, ${nameChannels(channels)}${pillar ? `, pillar ${pillar.name}` : ''}: ${words}`}
      </span>
      <span
        aria-hidden
        className={classes(
          'flex w-full min-w-0 overflow-hidden rounded-md border border-dashed border-line-strong bg-surface px-1.5 text-left text-xs leading-4 text-ink-soft hover:bg-hover @max-[5rem]:px-1',
          looks[look],
        )}
      >
        <span className="flex min-w-0 shrink-0 items-center gap-1">
          <Repeat size={13} className="shrink-0" />
          <ChipTime {...{ at, timeZone, locale }} className={look === 'line' ? '@max-[7rem]:hidden' : ''} />
          {pillar && (
            <span
              className="size-2 shrink-0 rounded-full @max-[10rem]:hidden"
              style={{ background: cssColorOf(pillar.color) }}
            />
          )}
          {look !== 'line' && <ChannelDots channels={channels} className="ml-auto @max-[9.5rem]:hidden" />}
        </span>
        <span className="min-w-0 truncate">{words}</span>
      </span>
    </Link>
  )
}
