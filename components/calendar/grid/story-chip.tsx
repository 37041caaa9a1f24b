'use client'

import { Check } from 'lucide-react'
import { memo, type ReactNode, useContext } from 'react'
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

const unsavedText = 'Has unsaved changes on this device.'

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
  column: 'h-19.5 flex-col justify-start gap-0.5 px-1.5 py-1 @max-[4.5rem]:px-1',
  line: 'h-6 items-center px-1.5 @max-[4.5rem]:px-1',
  stack: 'h-10 flex-col justify-center px-1.5 @max-[5rem]:px-1',
  hour: 'h-full items-center gap-2 px-1.5 py-1 @max-[6rem]:px-1',
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
  const isUnsaved = context.unsaved.has(story.id)
  const isMoving = context.movingId === story.key
  return (
    <span
      {...handlers}
      className={classes('@container relative block w-full min-w-0', look !== 'tall' && look !== 'column' && 'h-full')}
    >
      <button
        type="button"
        data-stop
        data-story={story.key}
        tabIndex={-1}
        aria-pressed={isSelecting || isSelected ? isSelected : undefined}
        aria-describedby="calendar-keys"
        title={isUnsaved ? unsavedText : (locked ?? undefined)}
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
        <span className="sr-only">
          {labelOf(story, { now, timeZone, locale, pillar })}
          {isUnsaved && `. ${unsavedText}`}
        </span>
        <ChipContent
          story={story}
          Icon={isSelected ? Check : Icon}
          iconColor={iconColors[tone]}
          pillarColor={pillar ? cssColorOf(pillar.color) : null}
          {...{ look, isActive, timeZone, locale }}
        />
      </button>
      {isUnsaved && (
        <span
          aria-hidden
          className="pointer-events-none absolute -top-0.5 -right-0.5 size-2.5 rounded-full bg-warn ring-2 ring-surface"
        />
      )}
      {isActive && <ChipActions story={story} look={look} />}
    </span>
  )
}

type ContentProps = {
  story: CalendarCard
  Icon: typeof Check
  iconColor: string
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
        className={classes('flex min-w-0 flex-1 items-center gap-1', isActive && 'pr-6 @min-[20rem]:pr-25')}
      >
        <Facts {...props} isTight />
        <span className="min-w-0 flex-1 truncate">{title}</span>
        <ChannelDots channels={story.channels} className="@max-[13rem]:hidden" />
      </span>
    )
  }
  if (look === 'stack') {
    return (
      <span aria-hidden className="contents">
        <span className="flex min-w-0 items-center gap-1">
          <Facts {...props} />
          <RowChannels channels={story.channels} />
        </span>
        <span className={classes('truncate', isActive && 'pr-6')}>{title}</span>
      </span>
    )
  }
  const picture = story.picture_url && (
    <Thumbnail isPlain url={story.picture_url} className="size-8 shrink-0 rounded-sm" />
  )
  if (look === 'hour') {
    return (
      <span
        aria-hidden
        className={classes('flex min-w-0 flex-1 items-center gap-2', isActive && 'pr-6 @min-[20rem]:pr-25')}
      >
        {picture && <span className="contents @max-[9.5rem]:hidden">{picture}</span>}
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex min-w-0 items-center gap-1">
            <Facts {...props} hasPicture={picture !== null} />
            <RowChannels channels={story.channels} hasPicture={picture !== null} />
          </span>
          <span className="truncate">{title}</span>
        </span>
      </span>
    )
  }
  const words = (lines: string): ReactNode => (
    // Long words are cut, not broken.
    <span className={classes('min-w-0 flex-1 text-ellipsis hyphens-auto', lines)}>{title}</span>
  )
  if (look === 'column') {
    return (
      <span aria-hidden className="contents">
        <span className="flex min-h-4 min-w-0 items-center gap-1">
          <Facts {...props} />
        </span>
        {words('line-clamp-2')}
        <ChannelDots channels={story.channels} className="h-4" />
      </span>
    )
  }
  return (
    <span aria-hidden className="contents">
      <span className="flex min-h-4 min-w-0 items-center gap-1">
        <Facts {...props} />
        <RowChannels channels={story.channels} />
      </span>
      <span className="flex min-w-0 items-start gap-1.5">
        {/* Narrow columns have room for the text only. */}
        {picture && <span className="contents @max-[8rem]:hidden">{picture}</span>}
        {words(isActive ? 'line-clamp-1' : 'line-clamp-2')}
      </span>
    </span>
  )
})

/** The channels at the end of the row of the time, as many as fit. */
function RowChannels({
  channels,
  hasPicture = false,
}: {
  channels: CalendarCard['channels']
  /** Beside a picture there is less room. */
  hasPicture?: boolean
}) {
  // A picture is shown from 9.5 rem on.
  const [full, short] = [
    ['@max-[7.75rem]:hidden', hasPicture && '@min-[9.5rem]:@max-[10.5rem]:hidden'],
    ['hidden @min-[6.75rem]:@max-[7.75rem]:flex', hasPicture && '@min-[9.5rem]:@max-[10.5rem]:flex'],
  ]
  return (
    <>
      <ChannelDots channels={channels} className={classes('ml-auto', ...full)} />
      <ChannelDots channels={channels} max={2} className={classes('ml-auto', ...short)} />
      <ChannelDots isSmall channels={channels} max={2} className="ml-auto hidden @min-[5.5rem]:@max-[6.75rem]:flex" />
    </>
  )
}

/** Status, time and pillar. */
function Facts({
  story,
  Icon,
  iconColor,
  pillarColor,
  isTight = false,
  hasPicture = false,
  timeZone,
  locale,
}: Omit<ContentProps, 'look' | 'isActive'> & {
  /** Beside the title, which comes before the time. */
  isTight?: boolean
  hasPicture?: boolean
}) {
  return (
    <>
      <Icon size={13} className={classes('shrink-0', iconColor)} />
      <ChipTime
        at={story.at}
        {...{ timeZone, locale }}
        className={isTight ? '@max-[7rem]:hidden' : '@max-[6.75rem]:text-[0.6875rem] @max-[6.75rem]:tracking-tight'}
      />
      {pillarColor && (
        <span
          className={classes(
            'size-2 shrink-0 rounded-full',
            isTight ? '@max-[10rem]:hidden' : hasPicture ? '@max-[12rem]:hidden' : '@max-[9.5rem]:hidden',
          )}
          style={{ background: pillarColor }}
        />
      )}
    </>
  )
}
