'use client'

import { Repeat } from 'lucide-react'
import Link from 'next/link'
import type { Ref } from 'react'
import { ChannelStack } from '@/components/channels/channel-avatar'
import { RowThumbnail } from '@/components/media/assets/row-thumbnail'
import { StoryStatusText } from '@/components/stories/story-status'
import { Time } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { StoryActions } from '../actions/story-actions'
import { useActive } from '../actions/use-active'
import { statusOf, storyTitle } from '../data/calendar-data'
import type { CalendarCard } from '../data/cards'
import type { RecurringSlot } from '../data/use-recurring-slots'

type RowProps = {
  /** For the measurement of long lists. */
  item: { ref: Ref<HTMLLIElement> | undefined; 'data-index': number }
  /** From 1. */
  position: number
  size: number
}

/** The borders are part of the rows, because a long list has no element around all of them. */
const rowLook = ({ position, size }: Pick<RowProps, 'position' | 'size'>): string =>
  classes(
    'relative flex min-h-14 items-center gap-x-3 border-x border-b border-line bg-surface px-3 py-2 hover:bg-hover',
    position === 1 && 'rounded-t-xl border-t',
    position === size && 'rounded-b-xl',
  )

/** On a phone, the title is beside the picture, and the time and the rest are below it. */
const timeLook = 'min-w-18 shrink-0 text-sm font-medium whitespace-nowrap tabular-nums max-sm:order-1 max-sm:min-w-0'
const titleLook = 'min-w-0 flex-1 max-sm:basis-[calc(100%-6rem)]'
const metaLook = 'flex items-center gap-3 max-sm:order-1 max-sm:flex-1 max-sm:flex-wrap max-sm:gap-y-1'
/** Below the title of a phone, beside the picture and the checkbox. */
const indent = (hasCheckbox: boolean): string => (hasCheckbox ? 'max-sm:ml-21' : 'max-sm:ml-13')

type StoryRowProps = RowProps & {
  story: CalendarCard
  now: Date
  maySelect: boolean
  /** On a phone, checkboxes are shown only then. */
  isSelecting: boolean
  selected: ReadonlySet<string>
  onSelect: (story: CalendarCard, isRange: boolean) => void
  onOpen: (story: CalendarCard) => void
}

export function StoryRow({
  story,
  now,
  selected,
  maySelect,
  isSelecting,
  onSelect,
  onOpen,
  item,
  ...place
}: StoryRowProps) {
  const { isActive, handlers } = useActive()
  const title = storyTitle(story)
  return (
    <li
      {...item}
      {...handlers}
      aria-posinset={place.position}
      aria-setsize={place.size}
      className={classes(rowLook(place), 'gap-y-2 max-lg:flex-wrap')}
    >
      {maySelect && (
        <label
          className={classes(
            'relative z-10 -mx-1 flex size-7 shrink-0 items-center justify-center',
            !isSelecting && 'max-sm:hidden',
          )}
        >
          <span className="sr-only">Select “{title}”</span>
          <input
            type="checkbox"
            checked={selected.has(story.id)}
            // Change events have no shiftKey.
            onClick={(event) => onSelect(story, event.shiftKey)}
            onChange={() => {}}
            className="size-4 accent-(--accent-fill)"
          />
        </label>
      )}
      <Time at={story.at} style="time" className={classes(timeLook, indent(maySelect && isSelecting))} />
      <RowThumbnail url={story.picture_url} />
      <h3 className={titleLook}>
        <button
          type="button"
          data-story={story.key}
          onClick={() => onOpen(story)}
          className="w-full text-left font-medium after:absolute after:inset-0 max-sm:line-clamp-2 sm:block sm:truncate"
        >
          {title}
        </button>
      </h3>
      {isActive && (
        // Narrow rows have no room beside the title.
        <span className="relative z-10 -my-2 w-0 max-lg:hidden">
          <StoryActions
            story={story}
            className="absolute top-1/2 right-0 -translate-y-1/2 rounded-md border border-line bg-raised shadow-sm"
          />
        </span>
      )}
      <div className={classes(metaLook, 'sm:max-lg:w-full', maySelect ? 'sm:max-lg:pl-42' : 'sm:max-lg:pl-34')}>
        <span className="lg:w-28">
          <ChannelStack channels={story.channels} />
        </span>
        <span className="lg:w-36">
          <StoryStatusText {...statusOf(story, now)} />
        </span>
      </div>
    </li>
  )
}

type SlotRowProps = RowProps & { slot: RecurringSlot; projectId: string; hasCheckboxes: boolean; isSelecting: boolean }

/** A slot of a recurring post that has no story yet. */
export const SlotRow = ({ slot, projectId, hasCheckboxes, isSelecting, item, ...place }: SlotRowProps) => (
  <li
    {...item}
    aria-posinset={place.position}
    aria-setsize={place.size}
    className={classes(rowLook(place), 'gap-y-2 text-ink-soft max-sm:flex-wrap')}
  >
    {hasCheckboxes && <span className={classes('-mx-1 size-7 shrink-0', !isSelecting && 'max-sm:hidden')} />}
    <Time at={slot.at} style="time" className={classes(timeLook, indent(hasCheckboxes && isSelecting))} />
    <span className="flex size-10 shrink-0 items-center justify-center rounded-lg border border-dashed border-line-strong">
      <Repeat aria-hidden size={16} />
    </span>
    <h3 className={classes(titleLook, 'truncate')}>
      <Link
        href={`/${projectId}/recurring/${slot.recurring_template_id}`}
        prefetch={false}
        className="font-normal after:absolute after:inset-0"
      >
        {slot.words}
      </Link>
    </h3>
    <span className={metaLook}>
      <span className="lg:w-28">
        <ChannelStack channels={slot.channels} />
      </span>
      <span className="text-sm sm:max-lg:sr-only lg:w-36">Recurring</span>
    </span>
  </li>
)
