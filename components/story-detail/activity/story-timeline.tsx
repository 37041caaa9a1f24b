'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { storyKeys } from '@/components/stories/query-keys'
import { useMembers } from '@/components/story-comments/use-comments'
import { useNow } from '@/components/time/use-now'
import { cursorPages, startingWith } from '@/components/ui/data/cursor-pages'
import { ShowMore } from '@/components/ui/data/show-more'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { storyTimeline } from '@/lib/openapi/operations.generated'
import { ActivityItem } from './activity-item'
import { activityLines } from './activity-lines'

export type TimelineEntries = AnswerTo<typeof storyTimeline>
type Props = {
  projectId: string
  storyId: string
  initial: TimelineEntries
  /** Refetch when it changes. */
  updatedAt: string
}

const timelinePageSize = 50

/** The activity of a story, newest first. */
export function StoryTimeline({ projectId, storyId, initial, updatedAt }: Props) {
  const query = useInfiniteQuery({
    queryKey: storyKeys.timeline(projectId, storyId),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(storyTimeline, { id: storyId, order: 'newest', limit: timelinePageSize, cursor }, { signal }),
    ...cursorPages,
    ...startingWith(initial),
    refetchInterval: 15_000,
  })
  const { data, error, refetch } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when `updatedAt` changes.
  useEffect(() => void refetch(), [updatedAt])
  const lines = activityLines(data.pages.flatMap((page) => page.entries))
  const members = useMembers(projectId)
  const now = useNow(new Date().toISOString(), 30_000)
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="mb-2 font-semibold">
        Activity
      </h2>
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="The activity may be out of date" />
        </div>
      )}
      {lines.length === 0 ? (
        <p className="text-sm text-ink-soft">No activity yet.</p>
      ) : (
        <ol className="panel flex flex-col gap-3 p-4">
          {lines.map((line) => (
            <ActivityItem key={line.id} line={line} members={members} now={now} />
          ))}
        </ol>
      )}
      <ShowMore query={query} label="Show earlier activity" className="mt-3 justify-center" />
    </section>
  )
}
