'use client'

import { Repeat } from 'lucide-react'
import Link from 'next/link'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { nameChannels } from '@/components/channels/channel-names'
import { cssColorOf } from '@/components/pillars/pillar-colors'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { useChipPillar } from '../data/chip-context'
import type { RecurringSlot } from '../data/use-recurring-slots'

const shownChannels = 3

/** A slot of a recurring post that has no story yet. Opens the recurring post. */
export function GhostChip({
  slot: { recurring_template_id, at, words, channels, content_type },
  projectId,
  isFlat = false,
}: {
  slot: RecurringSlot
  projectId: string
  isFlat?: boolean
}) {
  const { timeZone, locale } = useZone()
  const pillar = useChipPillar(content_type)
  const time = formatTime(at, 'time', timeZone, locale)
  return (
    <Link
      href={`/${projectId}/recurring/${recurring_template_id}`}
      prefetch={false}
      data-stop
      tabIndex={-1}
      draggable={false}
      title="Recurring post. Its story is not created yet."
      className={classes(
        'flex min-h-6 w-full min-w-0 flex-col overflow-hidden rounded-md border border-dashed border-line-strong px-1 text-left text-xs leading-4 text-ink-soft hover:bg-hover sm:px-1.5 sm:py-0.5',
        isFlat ? 'h-full' : 'justify-center',
      )}
    >
      <span className="sr-only">
        {`Recurring post, ${formatTime(at, 'short', timeZone, locale)}, ${nameChannels(channels)}${pillar ? `, pillar ${pillar.name}` : ''}: ${words}`}
      </span>
      <span aria-hidden className="contents">
        <span className={classes('flex min-w-0 items-center gap-1', !isFlat && 'justify-center sm:justify-start')}>
          <Repeat size={12} className="shrink-0" />
          <span className={classes('shrink-0 font-semibold tabular-nums', !isFlat && 'hidden sm:inline')}>{time}</span>
          <span
            className={classes(
              'h-4 min-w-0 flex-wrap items-center gap-0.5 overflow-hidden before:h-4',
              isFlat ? 'flex' : 'hidden sm:flex',
            )}
          >
            {channels.slice(0, shownChannels).map((channel) => (
              <ChannelIcon key={channel} channel={channel} size={12} />
            ))}
          </span>
          {pillar && (
            <span
              className={classes('ml-auto size-2 shrink-0 rounded-full', !isFlat && 'hidden lg:block')}
              style={{ background: cssColorOf(pillar.color) }}
            />
          )}
        </span>
        <span className={classes('truncate', !isFlat && 'hidden sm:block')}>{words}</span>
      </span>
    </Link>
  )
}
