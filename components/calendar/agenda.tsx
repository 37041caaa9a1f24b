'use client'

import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { ChannelIcons } from '@/components/channels/channel-icon'
import { ErrorNote } from '@/components/errors/error-note'
import { Thumbnail } from '@/components/media/thumbnail'
import { StoryStatusChip } from '@/components/stories/story-status'
import { Time, useZone } from '@/components/time/zone'
import { localOf } from '@/components/time/zoned'
import { Button } from '@/components/ui/button'
import { call } from '@/lib/api/client'
import { listCalendar } from '@/lib/api/operations.generated'
import { boxesOf, type CalendarData, type CalendarStory, calendarKeys, standingOf, whyLocked } from './calendar-data'
import { type CalendarQuery, queryOf } from './calendar-view'
import { wordsOf } from './chip'
import { addDays, sayDay } from './days'

type Props = {
  projectId: string
  data: CalendarData
  query: CalendarQuery
  now: Date
  maySelect: boolean
  selected: ReadonlySet<string>
  onSelect: (story: CalendarStory, isRange: boolean) => void
  onOpen: (story: CalendarStory) => void
}

/** Day after day, as a list: what a phone shows, and what a screen reader reads best. */
export function Agenda(props: Props) {
  const { data } = props
  const { timeZone } = useZone()
  const boxes = boxesOf(data, { each: 20, length: 10, timeZone }, new Set())
  return (
    <div className="flex flex-col gap-6">
      {boxes
        .sort((one, other) => one.local.localeCompare(other.local))
        .map(({ local, stories, more }) => (
          <Day key={local} {...props} day={local} stories={stories} more={more} />
        ))}
    </div>
  )
}

const nearWords = (day: string, today: string): string =>
  ({ [today]: 'Today, ', [addDays(today, 1)]: 'Tomorrow, ', [addDays(today, -1)]: 'Yesterday, ' })[day] ?? ''

function Day({ day, stories, more, ...props }: Props & { day: string; stories: CalendarStory[]; more: number }) {
  const { timeZone, locale } = useZone()
  const [isWhole, setIsWhole] = useState(false)
  const rest = useWholeDay(props, day, isWhole)
  const shown = rest.data ? rest.data.stories : stories
  const left = rest.data ? rest.data.counts.reduce((sum, { count }) => sum + count, 0) - shown.length : more
  return (
    <section aria-label={sayDay(day, 'long', locale)}>
      <h2 className="mb-2 font-semibold" suppressHydrationWarning>
        {nearWords(day, localOf(props.now, timeZone).slice(0, 10))}
        {sayDay(day, 'long', locale)}
      </h2>
      <ul className="panel divide-y divide-line">
        {shown.map((story) => (
          <Row key={story.id} {...props} story={story} />
        ))}
      </ul>
      {rest.error && <ErrorNote isReading error={rest.error} title="The rest of the day could not be loaded" />}
      {left > 0 && !isWhole && (
        <Button isSmall className="mt-2" onClick={() => setIsWhole(true)}>
          +{left} more
        </Button>
      )}
      {left > 0 && rest.data && (
        <p className="mt-2 text-sm text-ink-soft">
          {left} more stand close together. Filter by channel or status to see them.
        </p>
      )}
      {isWhole && rest.isPending && <p className="mt-2 text-sm text-ink-soft">Loading the rest of the day…</p>}
    </section>
  )
}

/** A day with more than its share of the list is read by the hour, and only when somebody wants to see it. */
function useWholeDay({ projectId, query }: Pick<Props, 'projectId' | 'query'>, day: string, isWanted: boolean) {
  const { timeZone, locale } = useZone()
  const filter = { status: null, channel: null }
  const { from, to } = queryOf({ view: 'day', date: day, filter }, { timeZone, locale })
  const own = { ...query, from, to, by: 'hour', each: '20' } as const
  return useQuery({
    queryKey: [...calendarKeys.all(projectId), own],
    queryFn: ({ signal }) => call(listCalendar, { project_id: projectId, ...own }, { signal }),
    enabled: isWanted,
  })
}

function Row({ story, now, selected, maySelect, onSelect, onOpen }: Props & { story: CalendarStory }) {
  const locked = whyLocked(story, now)
  const words = wordsOf(story)
  return (
    <li className="relative flex items-start gap-3 p-3 hover:bg-sunken/50 sm:p-4">
      {maySelect && (
        <label className="relative z-10 -m-1 flex size-7 shrink-0 items-center justify-center">
          <span className="sr-only">Select “{words}”</span>
          <input
            type="checkbox"
            checked={selected.has(story.id)}
            // A click knows of Shift and a change does not.
            onClick={(event) => onSelect(story, event.shiftKey)}
            onChange={() => {}}
            className="size-4.5 accent-(--accent)"
          />
        </label>
      )}
      {story.picture_url && <Thumbnail url={story.picture_url} className="hidden size-12 sm:block" />}
      <div className="min-w-0 flex-1">
        <p className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Time at={story.at} style="time" className="font-semibold tabular-nums" />
          <StoryStatusChip {...standingOf(story, now)} />
        </p>
        <h3 className="wrap-anywhere">
          <button
            type="button"
            data-story={story.id}
            onClick={() => onOpen(story)}
            className="text-left after:absolute after:inset-0"
          >
            {words}
          </button>
        </h3>
        <div className="mt-1.5 flex items-center gap-3">
          <ChannelIcons channels={story.channels} />
          {locked && <Lock aria-label={locked} size={13} className="text-ink-soft" />}
        </div>
      </div>
    </li>
  )
}
