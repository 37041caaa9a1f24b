'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { ChannelIcons } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { Time } from '@/components/time/zone'
import { cursorPages, startingWith } from '@/components/ui/data/cursor-pages'
import { ShowMore } from '@/components/ui/data/show-more'
import { ListSkeleton } from '@/components/ui/skeleton'
import type { StoryAnalytics } from '@/lib/analytics/contract'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import type { Metric } from '@/lib/metrics/rates'
import { listBestStories } from '@/lib/openapi/operations.generated'
import { headlineOf } from '@/lib/stories/content/headline'
import { ExportButton, type Table } from './export-button'
import { Count, metricLabels, shownMetrics } from './metrics'
import { SectionHead } from './section-head'

export type StoryPage = AnswerTo<typeof listBestStories>
/** The API query without the cursor. */
export type StoryQuery = { project_id: string; from?: string | undefined; channel?: string | undefined }
type Props = {
  projectId: string
  query: StoryQuery
  metric: Metric
  initial: StoryPage | undefined
  fileName: string
}

const pageSize = 10
/** The max page size of the API. */
const exportPageSize = 200

export function BestStories({ projectId, query, metric, initial, fileName }: Props) {
  const queries = useQueryClient()
  const list = useInfiniteQuery({
    queryKey: ['analytics', projectId, 'stories', query, metric],
    queryFn: ({ pageParam, signal }) =>
      call(listBestStories, { ...query, metric, limit: pageSize, cursor: pageParam }, { signal }),
    ...cursorPages,
    ...(initial ? startingWith(initial) : {}),
  })
  const { data, error, isPending } = list
  const stories = data?.pages.flatMap((page) => page.stories) ?? []
  const readAll = async (): Promise<Table> => {
    const all: StoryAnalytics[] = []
    let cursor: string | undefined
    do {
      const input = { ...query, metric, limit: exportPageSize, cursor }
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
      <SectionHead id="best-stories" title={`Top stories by ${metricLabels[metric].toLowerCase()}`}>
        <ExportButton name={`${fileName}-stories`} of="all stories" read={readAll} />
      </SectionHead>
      {error && <ErrorNote isReading error={error} title="Stories may be out of date" />}
      {isPending && <ListSkeleton rows={3} label="Loading stories" />}
      <ol className="panel divide-y divide-line">
        {stories.map((story, index) => (
          <StoryLine key={story.story_id} story={story} metric={metric} rank={index + 1} projectId={projectId} />
        ))}
      </ol>
      <ShowMore query={list} label="Show more stories" className="mt-3 justify-center" />
    </section>
  )
}

function StoryLine({
  story,
  metric,
  rank,
  projectId,
}: {
  story: StoryAnalytics
  metric: Metric
  rank: number
  projectId: string
}) {
  return (
    <li className="relative flex min-h-14 items-center gap-x-3 px-4 py-2 hover:bg-hover sm:gap-x-4">
      <span aria-hidden className="w-5 shrink-0 text-right text-ink-soft tabular-nums">
        {rank}
      </span>
      <span className="min-w-0 flex-1">
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
      <span className="shrink-0 text-right tabular-nums">
        <span className="text-lg font-semibold">
          <Count value={story[metric]} />
        </span>{' '}
        <span className="text-sm text-ink-soft max-sm:block">{metricLabels[metric].toLowerCase()}</span>
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
    ...shownMetrics.map((name) => metricLabels[name]),
    'Engagement rate',
    'Story ID',
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
