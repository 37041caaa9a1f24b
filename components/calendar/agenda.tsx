'use client'

import { Lock, Repeat } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { ChannelStack } from '@/components/channels/channel-avatar'
import { ErrorNote } from '@/components/errors/error-note'
import { RowThumbnail } from '@/components/media/assets/row-thumbnail'
import { StoryStatusText } from '@/components/stories/story-status'
import { dayOf, localOf } from '@/components/time/local-time'
import { Time, useZone } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { addDays } from '@/lib/calendar-days'
import {
  type CalendarData,
  type CalendarStory,
  cellsOf,
  lockReasonOf,
  statusOf,
  storyTitle,
} from './data/calendar-data'
import { formatDay } from './data/days'
import type { RecurringSlot } from './data/use-recurring-slots'
import type { CalendarQuery } from './data/view-state'
import { useDayStories } from './day/use-day-stories'
import { HolidayName, NoteStrips } from './notes/day-notes'
import { useNotesContext } from './notes/day-notes-context'

type Props = {
  projectId: string
  data: CalendarData
  /** Slots of recurring posts without a story. */
  recurring: readonly RecurringSlot[]
  query: CalendarQuery
  now: Date
  maySelect: boolean
  selected: ReadonlySet<string>
  onSelect: (story: CalendarStory, isRange: boolean) => void
  onOpen: (story: CalendarStory) => void
}

/** The list view: stories by day. Default on phones. */
export function Agenda(props: Props) {
  const { data, recurring } = props
  const { timeZone } = useZone()
  const { notesOn, holidaysOn } = useNotesContext()
  const cells = cellsOf(data, { each: 20, length: 10, timeZone }, new Set())
  const ghosts = new Map<string, RecurringSlot[]>()
  for (const slot of recurring) {
    const day = dayOf(slot.at, timeZone)
    ghosts.set(day, [...(ghosts.get(day) ?? []), slot])
  }
  for (const local of new Set([...ghosts.keys(), ...notesOn.keys(), ...holidaysOn.keys()])) {
    if (!cells.some((cell) => cell.local === local)) cells.push({ local, stories: [], more: 0 })
  }
  return (
    <div className="flex flex-col gap-4">
      {cells
        .sort((one, other) => one.local.localeCompare(other.local))
        .map(({ local, stories, more }) => (
          <Day key={local} {...props} day={local} stories={stories} more={more} ghosts={ghosts.get(local) ?? []} />
        ))}
    </div>
  )
}

const nearLabel = (day: string, today: string): string =>
  ({ [today]: 'Today, ', [addDays(today, 1)]: 'Tomorrow, ', [addDays(today, -1)]: 'Yesterday, ' })[day] ?? ''

type DayProps = Props & { day: string; stories: CalendarStory[]; more: number; ghosts: readonly RecurringSlot[] }

function Day({ day, stories, more, ghosts, ...props }: DayProps) {
  const { timeZone, locale } = useZone()
  const [isExpanded, setIsExpanded] = useState(false)
  const rest = useDayStories({ projectId: props.projectId, query: props.query, day, isEnabled: isExpanded })
  const shown = rest.data ? rest.data.stories : stories
  const hidden = rest.data ? rest.data.counts.reduce((sum, { count }) => sum + count, 0) - shown.length : more
  return (
    <section aria-label={formatDay(day, 'day', locale)}>
      <h2 className="mb-1.5 text-sm font-semibold" suppressHydrationWarning>
        {nearLabel(day, localOf(props.now, timeZone).slice(0, 10))}
        {formatDay(day, 'day', locale)}
      </h2>
      <HolidayName day={day} className="-mt-1 mb-1.5 block" />
      <NoteStrips day={day} isLarge className="mb-1.5" />
      {(shown.length > 0 || ghosts.length > 0) && (
        <ul className="panel divide-y divide-line">
          {byTime(shown, ghosts).map((entry) =>
            'recurring_template_id' in entry ? (
              <GhostRow
                key={`${entry.recurring_template_id} ${entry.at}`}
                slot={entry}
                projectId={props.projectId}
                hasCheckboxes={props.maySelect}
              />
            ) : (
              <Row key={entry.id} {...props} story={entry} />
            ),
          )}
        </ul>
      )}
      {rest.error && <ErrorNote isReading error={rest.error} title="More stories could not be loaded" />}
      {hidden > 0 && !isExpanded && (
        <Button isSmall className="mt-2" onClick={() => setIsExpanded(true)}>
          +{hidden} more
        </Button>
      )}
      {hidden > 0 && rest.data && (
        <p className="mt-2 text-sm text-ink-soft">{hidden} more stories. Filter by channel or status to see them.</p>
      )}
      {isExpanded && rest.isPending && <p className="mt-2 text-sm text-ink-soft">Loading more stories…</p>}
    </section>
  )
}

const byTime = (stories: readonly CalendarStory[], slots: readonly RecurringSlot[]) =>
  [...stories, ...slots].sort((one, other) => one.at.localeCompare(other.at))

function Row({ story, now, selected, maySelect, onSelect, onOpen }: Props & { story: CalendarStory }) {
  const locked = lockReasonOf(story, now)
  const title = storyTitle(story)
  return (
    <li className="relative flex min-h-14 items-center gap-x-3 gap-y-2 px-3 py-2 first:rounded-t-xl last:rounded-b-xl hover:bg-hover max-lg:flex-wrap">
      {maySelect && (
        <label className="relative z-10 -mx-1 flex size-7 shrink-0 items-center justify-center">
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
      <Time at={story.at} style="time" className="w-14 shrink-0 text-sm font-medium" />
      <RowThumbnail url={story.picture_url} />
      <h3 className="min-w-0 flex-1">
        <button
          type="button"
          data-story={story.id}
          onClick={() => onOpen(story)}
          className="block w-full truncate text-left font-medium after:absolute after:inset-0"
        >
          {title}
        </button>
      </h3>
      {locked && <Lock aria-label={locked} size={14} className="shrink-0 text-ink-soft" />}
      <div
        className={classes(
          'flex items-center gap-3 max-lg:w-full',
          maySelect ? 'max-sm:pl-8 sm:max-lg:pl-38' : 'sm:max-lg:pl-30',
        )}
      >
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

type GhostProps = { slot: RecurringSlot; projectId: string; hasCheckboxes: boolean }

const GhostRow = ({ slot, projectId, hasCheckboxes }: GhostProps) => (
  <li className="relative flex min-h-14 items-center gap-3 px-3 py-2 text-ink-soft first:rounded-t-xl last:rounded-b-xl hover:bg-hover">
    {hasCheckboxes && <span className="-mx-1 size-7 shrink-0" />}
    <Time at={slot.at} style="time" className="w-14 shrink-0 text-sm font-medium" />
    <span className="flex size-10 shrink-0 items-center justify-center rounded-lg border border-dashed border-line-strong">
      <Repeat aria-hidden size={16} />
    </span>
    <h3 className="min-w-0 flex-1 truncate">
      <Link
        href={`/${projectId}/recurring/${slot.recurring_template_id}`}
        prefetch={false}
        className="font-normal after:absolute after:inset-0"
      >
        {slot.words}
      </Link>
    </h3>
    <span className="flex items-center gap-3">
      <span className="lg:w-28">
        <ChannelStack channels={slot.channels} />
      </span>
      <span className="text-sm max-lg:sr-only lg:w-36">Recurring</span>
    </span>
  </li>
)
