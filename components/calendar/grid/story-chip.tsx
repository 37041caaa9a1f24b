'use client'

import { Check, Lock } from 'lucide-react'
import { memo, useContext } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { nameChannels } from '@/components/channels/channel-names'
import { Thumbnail } from '@/components/media/assets/thumbnail'
import { cssColorOf } from '@/components/pillars/pillar-colors'
import type { ListedPillar } from '@/components/pillars/use-pillars'
import { storyBadgeOf } from '@/components/stories/story-status'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import type { Tone } from '@/components/ui/badge'
import { classes } from '@/components/ui/classes'
import { StoryActions } from '../actions/story-actions'
import { useActive } from '../actions/use-active'
import { lockReasonOf, statusOf, storyTitle } from '../data/calendar-data'
import type { CalendarCard } from '../data/cards'
import { ChipReactContext } from '../data/chip-context'

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

/** A story in the calendar: status, time, channels and first line. */
export function StoryChip({ story, isFlat = false }: { story: CalendarCard; isFlat?: boolean }) {
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
    <span {...handlers} className={classes('@container relative block w-full min-w-0', isFlat && 'h-full')}>
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
          'flex min-h-6 w-full min-w-0 flex-col overflow-hidden rounded-md border border-line bg-raised text-left text-xs leading-4 text-ink select-none hover:border-line-strong sm:py-0.75 lg:px-1.5',
          isFlat ? 'h-full px-1.5' : 'justify-center px-1',
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
          {...{ isFlat, timeZone, locale }}
        />
      </button>
      {/* Above the middle of the card, which opens the story. */}
      {isActive && <StoryActions story={story} className="absolute -top-3 right-0 z-10" />}
    </span>
  )
}

const shownChannels = 3
const wide = { inline: 'sm:inline', flex: 'sm:flex', block: 'lg:block' } as const

/** Memoized, because a month has a hundred chips and a drag re-renders them all. */
const ChipContent = memo(function ChipContent({
  story,
  Icon,
  iconColor,
  isLocked,
  pillarColor,
  isFlat,
  timeZone,
  locale,
}: {
  story: CalendarCard
  Icon: typeof Check
  iconColor: string
  isLocked: boolean
  /** A CSS color; null without a pillar. */
  pillarColor: string | null
  isFlat: boolean
  timeZone: string
  locale: string
}) {
  const rest = story.channels.length - shownChannels
  // The month view on a phone fits the icon only.
  const shown = (how: 'inline' | 'flex' | 'block'): string => (isFlat ? how : `hidden ${wide[how]}`)
  return (
    <span aria-hidden className="contents">
      <span
        className={classes(
          'flex min-w-0 items-center gap-0.5 lg:gap-1',
          // Narrow: show the whole time and no text.
          isFlat
            ? '@max-[3.25rem]:-mx-1 @max-[3.25rem]:flex-col @max-[3.25rem]:items-start'
            : 'justify-center sm:justify-start',
        )}
      >
        <Icon size={13} className={classes('shrink-0', iconColor)} />
        <span className={classes('shrink-0 font-semibold tabular-nums', shown('inline'))} suppressHydrationWarning>
          {formatTime(story.at, 'time', timeZone, locale)}
        </span>
        {/* Icons that don't fit wrap to a hidden second line. */}
        <span
          className={classes(
            'h-4 min-w-0 flex-1 flex-wrap items-center gap-0.5 overflow-hidden text-ink-soft before:h-4',
            shown('flex'),
            isFlat && '@max-[3.25rem]:hidden',
          )}
        >
          {story.channels.slice(0, shownChannels).map((channel) => (
            <ChannelIcon key={channel} channel={channel} size={12} />
          ))}
          {rest > 0 && <span>+{rest}</span>}
        </span>
        {pillarColor && (
          <span
            className={classes('ml-auto size-2 shrink-0 rounded-full', shown('block'))}
            style={{ background: pillarColor }}
          />
        )}
        {isLocked && <Lock size={10} className={classes('ml-auto shrink-0 text-ink-soft', shown('block'))} />}
      </span>
      <span className={classes('min-w-0 items-center gap-1.5', shown('flex'), isFlat && '@max-[3.25rem]:hidden')}>
        {story.picture_url && <Thumbnail isPlain url={story.picture_url} className="size-4 rounded-sm" />}
        <span className="min-w-0 flex-1 truncate text-ink">{storyTitle(story)}</span>
      </span>
    </span>
  )
})
