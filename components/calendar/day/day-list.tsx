'use client'

import { Repeat } from 'lucide-react'
import Link from 'next/link'
import { ChannelStack } from '@/components/channels/channel-avatar'
import { ErrorNote } from '@/components/errors/error-note'
import { RowThumbnail } from '@/components/media/assets/row-thumbnail'
import { StoryStatusText } from '@/components/stories/story-status'
import { dayOf, localOf } from '@/components/time/local-time'
import { Time, useZone } from '@/components/time/zone'
import { Skeleton } from '@/components/ui/skeleton'
import { statusOf, storyTitle } from '../data/calendar-data'
import { byTime, type CalendarCard, type CalendarData } from '../data/cards'
import type { RecurringSlot } from '../data/use-recurring-slots'
import type { CalendarQuery } from '../data/view-state'
import { slotOf } from './slot-of'
import { useDayStories } from './use-day-stories'

type Props = {
  projectId: string
  query: CalendarQuery
  day: string
  now: Date
  onOpen: (story: CalendarCard) => void
  /** Slots of recurring posts without a story, of any day. */
  recurring: readonly RecurringSlot[]
  /** Shown until the day is loaded. */
  known?: readonly CalendarCard[]
  /** Only the stories of this half hour, in local time. */
  slot?: string | undefined
}

/** The stories and recurring posts of one day or half hour, with their times and statuses. */
export function DayList({ projectId, query, day, now, recurring, onOpen, known = [], slot }: Props) {
  const { timeZone } = useZone()
  const { data, error, refetch } = useDayStories({ projectId, query, day })
  const all = data?.stories ?? known
  const isIn = ({ at }: { at: string }): boolean => !slot || slotOf(localOf(at, timeZone)) === slot
  const stories = all.filter(isIn)
  const slots = recurring.filter((one) => dayOf(one.at, timeZone) === day && isIn(one))
  if (error && stories.length === 0)
    return <ErrorNote isReading error={error} title="Stories could not be loaded" onRetry={() => void refetch()} />
  if (!data && stories.length === 0) return <Skeleton className="h-14 w-full" />
  if (stories.length + slots.length === 0) return <p className="px-1 py-3 text-sm text-ink-soft">Nothing scheduled.</p>
  const hidden = data ? hiddenIn(data, slot?.slice(0, 13) ?? day, timeZone) : 0
  return (
    <>
      <ul className="divide-y divide-line">
        {[...stories, ...slots]
          .sort(byTime)
          .map((row) =>
            'recurring_template_id' in row ? (
              <SlotRow key={`${row.recurring_template_id} ${row.at}`} slot={row} projectId={projectId} />
            ) : (
              <Row key={row.key} story={row} now={now} onOpen={onOpen} />
            ),
          )}
      </ul>
      {hidden > 0 && (
        <p className="px-1 py-2 text-sm text-ink-soft">
          {hidden} more stories. Filter by channel or status to see them.
        </p>
      )}
    </>
  )
}

/** The stories of a day or hour that are not loaded. */
const hiddenIn = ({ stories, counts }: CalendarData, within: string, timeZone: string): number =>
  counts.reduce((sum, { local, count }) => sum + (local.startsWith(within) ? count : 0), 0) -
  stories.filter(({ at }) => localOf(at, timeZone).startsWith(within)).length

const rowLook = 'relative flex min-h-14 items-center gap-3 px-1 py-2 hover:bg-hover'

function Row({ story, now, onOpen }: Pick<Props, 'now' | 'onOpen'> & { story: CalendarCard }) {
  return (
    <li className={rowLook}>
      <RowThumbnail url={story.picture_url} />
      <div className="min-w-0 flex-1">
        <h3>
          <button
            type="button"
            onClick={() => onOpen(story)}
            className="block w-full truncate text-left text-sm font-medium after:absolute after:inset-0"
          >
            {storyTitle(story)}
          </button>
        </h3>
        <p className="flex items-center gap-2 text-xs text-ink-soft">
          <Time at={story.at} style="time" className="shrink-0 font-medium whitespace-nowrap text-ink" />
          <StoryStatusText {...statusOf(story, now)} />
        </p>
      </div>
      <ChannelStack channels={story.channels} />
    </li>
  )
}

/** A slot of a recurring post that has no story yet. */
const SlotRow = ({ slot, projectId }: { slot: RecurringSlot; projectId: string }) => (
  <li className={rowLook}>
    <span className="flex size-10 shrink-0 items-center justify-center rounded-lg border border-dashed border-line-strong text-ink-soft">
      <Repeat aria-hidden size={16} />
    </span>
    <div className="min-w-0 flex-1">
      <h3>
        <Link
          href={`/${projectId}/recurring/${slot.recurring_template_id}`}
          prefetch={false}
          className="block truncate text-sm after:absolute after:inset-0"
        >
          {slot.words}
        </Link>
      </h3>
      <p className="flex items-center gap-2 text-xs text-ink-soft">
        <Time at={slot.at} style="time" className="shrink-0 font-medium whitespace-nowrap text-ink" />
        Recurring post
      </p>
    </div>
    <ChannelStack channels={slot.channels} />
  </li>
)
