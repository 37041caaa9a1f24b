'use client'

import { History, ListPlus, Sparkles } from 'lucide-react'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { Skeleton } from '@/components/ui/skeleton'
import type { ChannelId } from '@/lib/channel-ids'
import type { SuggestedTime } from './suggested-times'
import { useSuggestedTimes } from './use-suggested-times'

type Props = {
  projectId: string
  /** The channels of the story. Empty: all. */
  channels: readonly ChannelId[]
  /** The chosen local time. */
  value: string
  onPick: (local: string) => void
}

const icons: Record<SuggestedTime['kind'], typeof Sparkles> = {
  free_slot: ListPlus,
  best_time: Sparkles,
  usual_time: History,
}

/** The next free slot and the best time, each with what it is based on. */
export function SuggestedTimesList({ projectId, channels, value, onPick }: Props) {
  const { locale } = useZone()
  const suggestions = useSuggestedTimes(projectId, channels)
  if (!suggestions) return <Skeleton className="m-2 h-20" />
  if (suggestions.length === 0) return null
  return (
    <ul aria-label="Suggested times" className="flex flex-col border-b border-line p-1">
      {suggestions.map(({ kind, label, local, basis }) => {
        const Icon = icons[kind]
        return (
          <li key={kind}>
            <button
              type="button"
              aria-pressed={local === value}
              onClick={() => onPick(local)}
              className={classes(
                'flex w-full items-start gap-2 rounded-md px-2 py-1.5 text-left hover:bg-hover pointer-coarse:min-h-11',
                local === value && 'bg-accent-wash',
              )}
            >
              <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-accent" />
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap justify-between gap-x-3">
                  <span className="font-medium">{label}</span>
                  <span className="text-sm tabular-nums">{formatTime(`${local}Z`, 'short', 'UTC', locale)}</span>
                </span>
                <span className="block text-sm text-ink-soft">{basis}</span>
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
