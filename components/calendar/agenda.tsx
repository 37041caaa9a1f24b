'use client'

import { useQuery } from '@tanstack/react-query'
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
import { call } from '@/lib/api/client'
import { addDays } from '@/lib/calendar-days'
import { listCalendar } from '@/lib/openapi/operations.generated'
import {
  type CalendarData,
  type CalendarStory,
  calendarKeys,
  cellsOf,
  lockReasonOf,
  statusOf,
  storyTitle,
} from './data/calendar-data'
import { formatDay } from './data/days'
import type { RecurringSlot } from './data/use-recurring-slots'
import { type CalendarQuery, queryOf } from './data/view-state'

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
  const cells = cellsOf(data, { each: 20, length: 10, timeZone }, new Set())
  const ghosts = new Map<string, RecurringSlot[]>()
  for (const slot of recurring) {
    const day = dayOf(slot.at, timeZone)
    ghosts.set(day, [...(ghosts.get(day) ?? []), slot])
  }
  for (const local of ghosts.keys()) {
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
  const rest = useWholeDay(props, day, isExpanded)
  const shown = rest.data ? rest.data.stories : stories
  const hidden = rest.data ? rest.data.counts.reduce((sum, { count }) => sum + count, 0) - shown.length : more
  return (
    <section aria-label={formatDay(day, 'day', locale)}>
      <h2 className="mb-1.5 text-sm font-semibold" suppressHydrationWarning>
        {nearLabel(day, localOf(props.now, timeZone).slice(0, 10))}
        {formatDay(day, 'day', locale)}
      </h2>
      <ul className="panel divide-y divide-line">
        {shown.map((story) => (
          <Row key={story.id} {...props} story={story} />
        ))}
        {ghosts.map((slot) => (
          <GhostRow key={`${slot.recurring_template_id} ${slot.at}`} slot={slot} projectId={props.projectId} />
        ))}
      </ul>
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

/** Loads all stories of a day, by hour, when the user expands it. */
function useWholeDay({ projectId, query }: Pick<Props, 'projectId' | 'query'>, day: string, isEnabled: boolean) {
  const { timeZone, locale } = useZone()
  const filter = { status: null, channel: null }
  const { from, to } = queryOf({ view: 'day', date: day, filter }, { timeZone, locale })
  const own = { ...query, from, to, by: 'hour', each: '20' } as const
  return useQuery({
    queryKey: [...calendarKeys.all(projectId), own],
    queryFn: ({ signal }) => call(listCalendar, { project_id: projectId, ...own }, { signal }),
    enabled: isEnabled,
  })
}

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
      <div className={classes('flex items-center gap-3 max-lg:w-full', maySelect ? 'max-lg:pl-38' : 'max-lg:pl-30')}>
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

const GhostRow = ({ slot, projectId }: { slot: RecurringSlot; projectId: string }) => (
  <li className="relative flex min-h-14 items-center gap-3 px-3 py-2 text-ink-soft last:rounded-b-xl hover:bg-hover">
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
