'use client'

import { Check, Lock } from 'lucide-react'
import { memo, useContext } from 'react'
import { ChannelDots } from '@/components/channels/channel-dots'
import { nameChannels } from '@/components/channels/channel-names'
import { Thumbnail } from '@/components/media/assets/thumbnail'
import { cssColorOf } from '@/components/pillars/pillar-colors'
import type { ListedPillar } from '@/components/pillars/use-pillars'
import { storyBadgeOf } from '@/components/stories/story-status'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import type { Tone } from '@/components/ui/badge'
import { classes } from '@/components/ui/classes'
import { ChipActions } from '../actions/chip-actions'
import { useActive } from '../actions/use-active'
import { lockReasonOf, statusOf, storyTitle } from '../data/calendar-data'
import type { CalendarCard } from '../data/cards'
import { type ChipLook, ChipReactContext } from '../data/chip-context'
import { ChipTime } from './chip-time'

const iconColors: Record<Tone, string> = {
  good: 'text-good',
  info: 'text-info',
  warn: 'text-warn',
  bad: 'text-bad',
  quiet: 'text-quiet',
}

const noIds: ReadonlySet<string> = new Set()

/** The accessible label of a chip. */
export function labelOf(
  story: CalendarCard,
  { now, timeZone, locale, pillar }: { now: Date; timeZone: string; locale: string; pillar: ListedPillar | undefined },
) {
  const { label } = storyBadgeOf(statusOf(story, now))
  const when = formatTime(story.at, 'short', timeZone, locale)
  const topic = pillar ? `, pillar ${pillar.name}` : ''
  return `${label}, ${when}, ${nameChannels(story.channels)}${topic}: ${storyTitle(story)}`
}

const looks: Record<ChipLook, string> = {
  tall: 'h-15 flex-col justify-start gap-0.5 px-1.5 py-1 @max-[4.5rem]:px-1',
  line: 'h-6 items-center px-1.5 @max-[4.5rem]:px-1',
  hour: 'h-full items-center gap-2 px-1.5 py-1 @max-[4.5rem]:px-1',
}

/** A story in the calendar: status, time, channels, picture and text. */
export function StoryChip({ story, look }: { story: CalendarCard; look: ChipLook }) {
  const { isActive, handlers } = useActive()
  const context = useContext(ChipReactContext)
  const { timeZone, locale } = useZone()
  if (!context) return null
  const { now, isSelecting } = context
  const isSelected = (context.selected ?? noIds).has(story.id)
  const { tone, Icon } = storyBadgeOf(statusOf(story, now))
  const locked = lockReasonOf(story, now)
  const pillar = context.pillars.find(({ content_type }) => content_type === story.content_type)
  const isMoving = context.movingId === story.key
  return (
    <span {...handlers} className={classes('@container relative block w-full min-w-0', look !== 'tall' && 'h-full')}>
      <button
        type="button"
        data-stop
        data-story={story.key}
        tabIndex={-1}
        aria-pressed={isSelecting || isSelected ? isSelected : undefined}
        aria-describedby="calendar-keys"
        title={locked ?? undefined}
        onClick={(event) =>
          context.onPress(story, { isToggle: event.ctrlKey || event.metaKey, isRange: event.shiftKey })
        }
        className={classes(
          'flex w-full min-w-0 overflow-hidden rounded-md border border-line bg-raised text-left text-xs leading-4 text-ink select-none hover:border-line-strong',
          looks[look],
          !locked && 'sm:cursor-grab',
          isSelected && 'ring-2 ring-accent ring-inset',
          isMoving && 'shadow-lg outline-2 outline-offset-1 outline-accent outline-dashed',
        )}
      >
        <span className="sr-only">{labelOf(story, { now, timeZone, locale, pillar })}</span>
        <ChipContent
          story={story}
          Icon={isSelected ? Check : Icon}
          iconColor={iconColors[tone]}
          isLocked={locked !== null}
          pillarColor={pillar ? cssColorOf(pillar.color) : null}
          {...{ look, isActive, timeZone, locale }}
        />
      </button>
      {isActive && <ChipActions story={story} look={look} />}
    </span>
  )
}

type ContentProps = {
  story: CalendarCard
  Icon: typeof Check
  iconColor: string
  isLocked: boolean
  /** A CSS color; null without a pillar. */
  pillarColor: string | null
  look: ChipLook
  /** Makes room for the actions. */
  isActive: boolean
  timeZone: string
  locale: string
}

/** Memoized, because a month has a hundred chips and a drag re-renders them all. */
const ChipContent = memo(function ChipContent({ look, isActive, ...props }: ContentProps) {
  const { story } = props
  const title = storyTitle(story)
  if (look === 'line') {
    return (
      <span
        aria-hidden
        className={classes(
          'flex min-w-0 flex-1 items-center gap-1 @max-[4.5rem]:gap-0.5',
          isActive && 'pr-6 @min-[20rem]:pr-25',
        )}
      >
        <Facts {...props} />
        <span className="min-w-0 flex-1 truncate @max-[6.5rem]:hidden">{title}</span>
        <ChannelDots channels={story.channels} className="@max-[13rem]:hidden" />
      </span>
    )
  }
  const picture = story.picture_url && (
    <Thumbnail
      isPlain
      url={story.picture_url}
      className={classes('size-8 shrink-0 rounded-sm', look === 'hour' && '@max-[9.5rem]:size-6')}
    />
  )
  if (look === 'hour') {
    return (
      <span
        aria-hidden
        className={classes(
          'flex min-w-0 flex-1 items-center gap-2 @max-[9.5rem]:gap-1.5',
          isActive && 'pr-6 @min-[20rem]:pr-25',
        )}
      >
        {picture && <span className="contents @max-[6.5rem]:hidden">{picture}</span>}
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex min-w-0 items-center gap-1">
            <Facts {...props} isTight />
            <ChannelDots channels={story.channels} className="ml-auto @max-[6.5rem]:hidden" />
          </span>
          <span className="truncate @max-[6.5rem]:hidden">{title}</span>
        </span>
      </span>
    )
  }
  return (
    <span aria-hidden className="contents">
      <span className="flex min-h-4 min-w-0 items-center gap-1 @max-[4.5rem]:gap-0.5">
        <Facts {...props} />
        <ChannelDots channels={story.channels} className="ml-auto @max-[6.5rem]:hidden" />
      </span>
      <span className="flex min-w-0 items-start gap-1.5">
        {picture}
        {/* Narrow columns would cut the text to a few letters. */}
        <span className={classes('min-w-0 flex-1 @max-[6.5rem]:hidden', isActive ? 'line-clamp-1' : 'line-clamp-2')}>
          {title}
        </span>
        {!picture && <ChannelDots channels={story.channels} className="@min-[6.5rem]:hidden" />}
      </span>
    </span>
  )
})

/** Status, time, pillar and lock. */
function Facts({
  story,
  Icon,
  iconColor,
  isLocked,
  pillarColor,
  isTight = false,
  timeZone,
  locale,
}: Omit<ContentProps, 'look' | 'isActive'> & { /** Beside a picture and channels. */ isTight?: boolean }) {
  const inRoom = isTight ? '@max-[12rem]:hidden' : '@max-[6.5rem]:hidden'
  return (
    <>
      <Icon size={13} className={classes('shrink-0', iconColor)} />
      <ChipTime at={story.at} {...{ timeZone, locale }} />
      {pillarColor && (
        <span className={classes('size-2 shrink-0 rounded-full', inRoom)} style={{ background: pillarColor }} />
      )}
      {isLocked && (
        <Lock size={10} className={classes('shrink-0 text-ink-soft', isTight ? inRoom : '@max-[9.5rem]:hidden')} />
      )}
    </>
  )
}
