'use client'

import { Lock } from 'lucide-react'
import { ChannelStack } from '@/components/channels/channel-avatar'
import { ErrorNote } from '@/components/errors/error-note'
import { RowThumbnail } from '@/components/media/assets/row-thumbnail'
import { StoryStatusText } from '@/components/stories/story-status'
import { localOf } from '@/components/time/local-time'
import { Time, useZone } from '@/components/time/zone'
import { Skeleton } from '@/components/ui/skeleton'
import { lockReasonOf, statusOf, storyTitle } from '../data/calendar-data'
import type { CalendarCard, CalendarData } from '../data/cards'
import type { CalendarQuery } from '../data/view-state'
import { slotOf } from './slot-of'
import { useDayStories } from './use-day-stories'

type Props = {
  projectId: string
  query: CalendarQuery
  day: string
  now: Date
  onOpen: (story: CalendarCard) => void
  /** Shown until the day is loaded. */
  known?: readonly CalendarCard[]
  /** Only the stories of this half hour, in local time. */
  slot?: string | undefined
}

/** The stories of one day or half hour, with their times and statuses. */
export function DayList({ projectId, query, day, now, onOpen, known = [], slot }: Props) {
  const { timeZone } = useZone()
  const { data, error, refetch } = useDayStories({ projectId, query, day })
  const all = data?.stories ?? known
  const stories = slot ? all.filter(({ at }) => slotOf(localOf(at, timeZone)) === slot) : all
  if (error && stories.length === 0)
    return <ErrorNote isReading error={error} title="Stories could not be loaded" onRetry={() => void refetch()} />
  if (!data && stories.length === 0) return <Skeleton className="h-14 w-full" />
  if (stories.length === 0) return <p className="px-1 py-3 text-sm text-ink-soft">Nothing scheduled.</p>
  const hidden = data ? hiddenIn(data, slot?.slice(0, 13) ?? day, timeZone) : 0
  return (
    <>
      <ul className="divide-y divide-line">
        {stories.map((story) => (
          <Row key={story.key} story={story} now={now} onOpen={onOpen} />
        ))}
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

function Row({ story, now, onOpen }: Pick<Props, 'now' | 'onOpen'> & { story: CalendarCard }) {
  const locked = lockReasonOf(story, now)
  return (
    <li className="relative flex min-h-14 items-center gap-3 px-1 py-2 hover:bg-hover">
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
          <Time at={story.at} style="time" className="font-medium text-ink" />
          <StoryStatusText {...statusOf(story, now)} />
          {locked && <Lock aria-label={locked} size={12} className="shrink-0" />}
        </p>
      </div>
      <ChannelStack channels={story.channels} />
    </li>
  )
}
