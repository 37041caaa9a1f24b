'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { storyKeys } from '@/components/stories/query-keys'
import { Time } from '@/components/time/zone'
import { cursorPages, startingWith } from '@/components/ui/data/cursor-pages'
import { ShowMore } from '@/components/ui/data/show-more'
import { TextWithMatches } from '@/components/ui/data/text-with-matches'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { storyTimeline } from '@/lib/openapi/operations.generated'
import { timelineEntries } from './timeline-entries'

export type TimelineEntries = AnswerTo<typeof storyTimeline>
type Entry = TimelineEntries['entries'][number]
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
  const entries = data.pages.flatMap((page) => page.entries)
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
      {entries.length === 0 ? (
        <p className="text-ink-soft">No activity. Sample stories and imported posts have none.</p>
      ) : (
        <ol className="panel flex flex-col p-4">
          {timelineEntries(entries).map((entry) => (
            <li key={entry.id} className="relative border-l-2 border-line pb-4 pl-4 last:pb-0">
              <span aria-hidden className={`absolute top-1.5 -left-[0.3125rem] size-2 rounded-full ${dotOf(entry)}`} />
              <p className={`wrap-anywhere ${entry.kind === 'event' ? 'text-ink-soft' : ''}`}>
                <EntryText entry={entry} />
              </p>
              <p className="text-sm text-ink-soft">
                <Time at={entry.at} style="full" />
              </p>
            </li>
          ))}
        </ol>
      )}
      <ShowMore query={query} label="Show earlier activity" className="mt-3 justify-center" />
    </section>
  )
}

const dots: Record<string, string> = {
  posted: 'bg-good',
  adopted: 'bg-good',
  failed: 'bg-bad',
  retry: 'bg-warn',
  in_doubt: 'bg-warn',
}

const dotOf = ({ detail }: Entry): string => dots[String(detail.outcome)] ?? 'bg-line-strong'

const isoTimes = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** The server's summary, with its times in the project's zone. */
const EntryText = ({ entry: { summary } }: { entry: Entry }) => (
  <TextWithMatches text={summary} pattern={isoTimes} render={(at) => <Time at={at} />} />
)
