'use client'

import { History, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import type { ChannelId } from '@/lib/channel-ids'
import { useUsualTimes } from './use-story-times'
import { useSuggestedTimes } from './use-suggested-times'

type Props = {
  projectId: string
  channels: readonly ChannelId[]
  now: Date
  /** The local time of the next free slot, which is offered already. */
  slot: string | null
  /** @param localTime in the project's zone */
  onChoose: (localTime: string) => void
}

/** Times to choose instead of picking one: the best one, and those that are usual for the channels. Each once. */
export function TimeSuggestions({ slot, onChoose, ...options }: Props) {
  const { timeZone, locale } = useZone()
  const suggested = useSuggestedTimes(options.projectId, options.channels) ?? []
  const best = suggested.find(({ kind, local }) => kind === 'best_time' && local !== slot)
  const usual = useUsualTimes(options).filter(({ local }) => local !== slot && local !== best?.local)
  return (
    <>
      {best && (
        <TimeOption
          icon={<Sparkles aria-hidden size={16} />}
          title={best.label}
          time={formatTime(`${best.local}Z`, 'short', 'UTC', locale)}
          detail={best.basis}
          onChoose={() => onChoose(best.local)}
        />
      )}
      {usual.length > 0 && (
        <fieldset className="flex flex-wrap items-center gap-1.5 px-2 py-1 pl-8.5">
          <legend className="float-left -ml-6.5 flex w-full items-center gap-2.5 font-medium">
            <History aria-hidden size={16} className="text-ink-soft" />
            Usual times
          </legend>
          {usual.map(({ local, at, detail }) => (
            <button
              key={local}
              type="button"
              title={detail}
              onClick={() => onChoose(local)}
              className="min-h-7 rounded-full border border-line-strong px-2.5 text-sm hover:bg-hover pointer-coarse:min-h-11"
            >
              {formatTime(at, 'short', timeZone, locale)}
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}

type OptionProps = {
  icon: ReactNode
  title: string
  time: string
  detail?: ReactNode
  isChosen?: boolean
  /** The detail says why. */
  isDisabled?: boolean
  onChoose?: () => void
}

/** One way to choose a time, as a line of a list. */
export function TimeOption({ icon, title, time, detail, isChosen = false, isDisabled = false, onChoose }: OptionProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      // Can be focused, so that the reason is read out.
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onChoose}
      className="flex min-h-11 w-full items-center gap-2.5 rounded-lg px-2 py-1.5 text-left not-aria-disabled:hover:bg-hover aria-disabled:cursor-not-allowed aria-disabled:text-ink-soft aria-pressed:bg-accent-wash"
    >
      <span className="shrink-0 text-ink-soft">{icon}</span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{title}</span>
          {time && <span className="text-sm text-ink-soft tabular-nums">{time}</span>}
        </span>
        {detail && <span className="block text-sm text-ink-soft">{detail}</span>}
      </span>
    </button>
  )
}
