'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { ChannelIcons } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { headlineOf } from '@/components/stories/story-text'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { ListSkeleton } from '@/components/ui/skeleton'
import type { AnalyticsMetric, StoryAnalytics } from '@/lib/analytics/contract'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { listBestStories } from '@/lib/api/operations.generated'
import { ExportButton, type Table } from './export-button'
import { Count, metricWords, shownMetrics } from './numbers'
import { SectionHead } from './section-head'

export type StoryPage = AnswerTo<typeof listBestStories>
/** What is asked of the API, without the page. */
export type StoryQuestion = { project_id: string; from?: string | undefined; channel?: string | undefined }
type Props = {
  projectId: string
  question: StoryQuestion
  metric: AnalyticsMetric
  initial: StoryPage | undefined
  fileName: string
}

const pageSize = 10
/** What an export asks for at a time: the most that a page may hold. */
const exportSize = 200

export function BestStories({ projectId, question, metric, initial, fileName }: Props) {
  const queries = useQueryClient()
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['analytics', projectId, 'stories', question, metric],
    queryFn: ({ pageParam, signal }) =>
      call(listBestStories, { ...question, metric, limit: pageSize, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: StoryPage) => page.next_cursor ?? undefined,
    ...(initial ? { initialData: { pages: [initial], pageParams: [undefined] } } : {}),
  })
  const stories = data?.pages.flatMap((page) => page.stories) ?? []
  const readAll = async (): Promise<Table> => {
    const all: StoryAnalytics[] = []
    let cursor: string | undefined
    do {
      const input = { ...question, metric, limit: exportSize, cursor }
      const page = await queries.fetchQuery({
        queryKey: ['analytics', projectId, 'export', input],
        queryFn: () => call(listBestStories, input),
        staleTime: 0,
        gcTime: 0,
      })
      all.push(...page.stories)
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    return tableOf(all)
  }
  return (
    <section aria-labelledby="best-stories">
      <SectionHead id="best-stories" title={`Best stories by ${metricWords[metric].toLowerCase()}`}>
        <ExportButton name={`${fileName}-stories`} of="all stories" read={readAll} />
      </SectionHead>
      {error && <ErrorNote isReading error={error} title="These stories may be out of date" />}
      {isPending && <ListSkeleton rows={3} label="Loading the stories" />}
      <ol className="panel divide-y divide-line">
        {stories.map((story, index) => (
          <StoryLine key={story.story_id} story={story} metric={metric} place={index + 1} projectId={projectId} />
        ))}
      </ol>
      {hasNextPage && (
        <div className="mt-3 flex justify-center">
          <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more stories
          </Button>
        </div>
      )}
    </section>
  )
}

function StoryLine({
  story,
  metric,
  place,
  projectId,
}: {
  story: StoryAnalytics
  metric: AnalyticsMetric
  place: number
  projectId: string
}) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-sunken/50">
      <span aria-hidden className="w-6 text-right text-ink-soft tabular-nums">
        {place}
      </span>
      <span className="min-w-0 flex-1 basis-48">
        <Link
          href={`/${projectId}/stories/${story.story_id}`}
          className="font-medium wrap-anywhere after:absolute after:inset-0"
        >
          {headlineOf({ title: story.title, caption: story.primary_caption })}
        </Link>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          <ChannelIcons channels={story.channels} />
          <Time at={story.published_at} />
        </span>
      </span>
      <span className="text-right tabular-nums">
        <span className="text-lg font-semibold">
          <Count value={story[metric]} />
        </span>{' '}
        <span className="text-sm text-ink-soft">{metricWords[metric].toLowerCase()}</span>
      </span>
    </li>
  )
}

const tableOf = (stories: readonly StoryAnalytics[]): Table => ({
  head: [
    'Story',
    'Published',
    'Channels',
    'Posts',
    ...shownMetrics.map((name) => metricWords[name]),
    'Engagement rate',
    'Story id',
  ],
  rows: stories.map((story) => [
    story.title ?? story.primary_caption,
    story.published_at,
    story.channels.map((channel) => channelNames[channel]).join('; '),
    story.posts,
    ...shownMetrics.map((name) => story[name]),
    story.engagement_rate,
    story.story_id,
  ]),
})
