'use client'

import { Lock } from 'lucide-react'
import { ChannelStack } from '@/components/channels/channel-avatar'
import { ErrorNote } from '@/components/errors/error-note'
import { RowThumbnail } from '@/components/media/assets/row-thumbnail'
import { StoryStatusText } from '@/components/stories/story-status'
import { Time } from '@/components/time/zone'
import { Skeleton } from '@/components/ui/skeleton'
import { lockReasonOf, statusOf, storyTitle } from '../data/calendar-data'
import type { CalendarCard } from '../data/cards'
import type { CalendarQuery } from '../data/view-state'
import { useDayStories } from './use-day-stories'

type Props = {
  projectId: string
  query: CalendarQuery
  day: string
  now: Date
  onOpen: (story: CalendarCard) => void
  /** Shown until the day is loaded. */
  known?: readonly CalendarCard[]
}

/** The stories of one day, with their times and statuses. */
export function DayList({ projectId, query, day, now, onOpen, known = [] }: Props) {
  const { data, error, refetch } = useDayStories({ projectId, query, day })
  const stories = data?.stories ?? known
  if (error && stories.length === 0)
    return <ErrorNote isReading error={error} title="Stories could not be loaded" onRetry={() => void refetch()} />
  if (!data && stories.length === 0) return <Skeleton className="h-14 w-full" />
  if (stories.length === 0) return <p className="px-1 py-3 text-sm text-ink-soft">Nothing scheduled.</p>
  const hidden = data ? data.counts.reduce((sum, { count }) => sum + count, 0) - stories.length : 0
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
