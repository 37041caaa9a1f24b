'use client'

import { Check, Lock } from 'lucide-react'
import { createContext, memo, useContext } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { nameChannels } from '@/components/channels/channel-names'
import { faceOf } from '@/components/stories/story-status'
import { headlineOf } from '@/components/stories/story-text'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import type { Tone } from '@/components/ui/badge'
import { classes } from '@/components/ui/classes'
import { type CalendarStory, standingOf, whyLocked } from './calendar-data'

const looks: Record<Tone, string> = {
  good: 'bg-good-wash border-good text-good',
  info: 'bg-info-wash border-info text-info',
  warn: 'bg-warn-wash border-warn text-warn',
  bad: 'bg-bad-wash border-bad text-bad',
  quiet: 'bg-quiet-wash border-quiet text-quiet',
}

/** What chips need to know of the screen around them; a context, as the calendar library stands in between. */
export type ChipRoom = {
  now: Date
  selected: ReadonlySet<string>
  isSelecting: boolean
  movingId: string | null
  onPress: (story: CalendarStory, keys: { isToggle: boolean; isRange: boolean }) => void
}

const Room = createContext<ChipRoom | null>(null)
export const ChipRoomProvider = Room.Provider
const nothing: ReadonlySet<string> = new Set()

/** The words of a story where there is one line for them. */
export const wordsOf = ({ words }: Pick<CalendarStory, 'words'>): string => headlineOf({ title: null, caption: words })

/** All that a chip says, for whoever cannot see it. */
export function labelOf(
  story: CalendarStory,
  { now, timeZone, locale }: { now: Date; timeZone: string; locale: string },
) {
  const { word } = faceOf(standingOf(story, now))
  const when = formatTime(story.at, 'short', timeZone, locale)
  return `${word}, ${when}, ${nameChannels(story.channels)}: ${wordsOf(story)}`
}

/** A story in the calendar: its state by colour and picture, its time, its channels and how it begins. */
export function Chip({ story, isFlat = false }: { story: CalendarStory; isFlat?: boolean }) {
  const room = useContext(Room)
  const { timeZone, locale } = useZone()
  if (!room) return null
  const { now, isSelecting } = room
  const isChosen = (room.selected ?? nothing).has(story.id)
  const { tone, Icon } = faceOf(standingOf(story, now))
  const locked = whyLocked(story, now)
  const isMoving = room.movingId === story.id
  return (
    <button
      type="button"
      data-stop
      data-story={story.id}
      tabIndex={-1}
      aria-pressed={isSelecting || isChosen ? isChosen : undefined}
      aria-describedby="calendar-keys"
      title={locked ?? undefined}
      onClick={(event) => room.onPress(story, { isToggle: event.ctrlKey || event.metaKey, isRange: event.shiftKey })}
      className={classes(
        'flex min-h-6 w-full min-w-0 flex-col overflow-hidden rounded-md border-l-3 text-left text-xs leading-4 select-none sm:py-1 lg:px-1.5',
        isFlat ? '@container h-full px-1.5 py-1' : 'justify-center px-1',
        looks[tone],
        !locked && 'sm:cursor-grab',
        isChosen && 'ring-2 ring-accent ring-inset',
        isMoving && 'shadow-lg outline-2 outline-offset-1 outline-accent outline-dashed',
      )}
    >
      <span className="sr-only">{labelOf(story, { now, timeZone, locale })}</span>
      <ChipFace
        story={story}
        Icon={isChosen ? Check : Icon}
        isLocked={locked !== null}
        {...{ isFlat, timeZone, locale }}
      />
    </button>
  )
}

const shownChannels = 3
const wide = { inline: 'sm:inline', flex: 'sm:flex', block: 'lg:block' } as const

/** Drawn again only when the story is another: a month has a hundred of them, and a drag should not cost a frame each. */
const ChipFace = memo(function ChipFace({
  story,
  Icon,
  isLocked,
  isFlat,
  timeZone,
  locale,
}: {
  story: CalendarStory
  Icon: typeof Check
  isLocked: boolean
  isFlat: boolean
  timeZone: string
  locale: string
}) {
  const rest = story.channels.length - shownChannels
  // A day of a month has room for a picture alone on a phone; an hour has its whole column.
  const shown = (how: 'inline' | 'flex' | 'block'): string => (isFlat ? how : `hidden ${wide[how]}`)
  return (
    <span aria-hidden className="contents">
      <span
        className={classes(
          'flex min-w-0 items-center gap-0.5 lg:gap-1',
          // Two side by side on a phone: the time whole, and no words of which one letter could be read.
          isFlat
            ? '@max-[3.25rem]:-mx-1 @max-[3.25rem]:flex-col @max-[3.25rem]:items-start'
            : 'justify-center sm:justify-start',
        )}
      >
        <Icon size={13} className="shrink-0" />
        <span className={classes('shrink-0 font-semibold tabular-nums', shown('inline'))} suppressHydrationWarning>
          {formatTime(story.at, 'time', timeZone, locale)}
        </span>
        {/* What has no room goes to a second line, which is not shown: half a sign says nothing. */}
        <span
          className={classes(
            'h-4 min-w-0 flex-1 flex-wrap items-center gap-0.5 overflow-hidden text-ink-soft before:h-4',
            shown('flex'),
          )}
        >
          {story.channels.slice(0, shownChannels).map((channel) => (
            <ChannelIcon key={channel} channel={channel} size={12} />
          ))}
          {rest > 0 && <span>+{rest}</span>}
        </span>
        {isLocked && <Lock size={10} className={classes('ml-auto shrink-0 text-ink-soft', shown('block'))} />}
      </span>
      <span className={classes('min-w-0 items-center gap-1.5', shown('flex'), isFlat && '@max-[3.25rem]:hidden')}>
        {story.picture_url && <Picture url={story.picture_url} />}
        <span className="min-w-0 flex-1 truncate text-ink">{wordsOf(story)}</span>
      </span>
    </span>
  )
})

/** A plain `img`, and nothing where it cannot be shown: at this size a sign for “no picture” says nothing. */
function Picture({ url }: { url: string }) {
  return (
    // biome-ignore lint/performance/noImgElement: the server must not fetch addresses for whoever asks.
    <img
      src={url}
      alt=""
      width={16}
      height={16}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className="size-4 shrink-0 rounded-sm object-cover"
      onError={(event) => {
        event.currentTarget.hidden = true
      }}
    />
  )
}

/** The stories of a box that have no room, counted. */
export function More({ count, day, onOpen }: { count: number; day: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      data-stop
      tabIndex={-1}
      aria-label={`${count} more on ${day}`}
      onClick={(event) => {
        event.stopPropagation()
        onOpen()
      }}
      className="flex min-h-6 w-full items-center justify-center truncate rounded-md px-1 text-xs font-medium text-ink hover:bg-quiet-wash sm:justify-start sm:px-1.5"
    >
      <span aria-hidden className="sm:hidden">
        +{count}
      </span>
      <span aria-hidden className="hidden sm:inline">
        +{count} more
      </span>
    </button>
  )
}
