'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { ChannelIcons } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { Thumbnail } from '@/components/media/assets/thumbnail'
import { Time } from '@/components/time/zone'
import { cursorPages, startingWith } from '@/components/ui/data/cursor-pages'
import { ShowMore } from '@/components/ui/data/show-more'
import { ListSkeleton } from '@/components/ui/skeleton'
import type { StoryAnalytics } from '@/lib/analytics/contract'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { metricUnit } from '@/lib/metrics/metric-units'
import type { Metric } from '@/lib/metrics/rates'
import { listBestStories } from '@/lib/openapi/operations.generated'
import { headlineOf } from '@/lib/stories/content/headline'
import type { RangeQuery } from './analytics-queries'
import { bestStoriesPage } from './best-stories-page'
import { ExportButton, type Table } from './export-button'
import { Count, metricLabels, Rate, shownMetrics } from './metrics'
import { SectionHead } from './section-head'

export type StoryPage = AnswerTo<typeof listBestStories>
type Props = {
  projectId: string
  query: RangeQuery
  metric: Metric
  initial: StoryPage | undefined
  fileName: string
}

/** The max page size of the API. */
const exportPageSize = 200

export function BestStories({ projectId, query, metric, initial, fileName }: Props) {
  const queries = useQueryClient()
  const list = useInfiniteQuery({
    queryKey: ['analytics', projectId, 'stories', query, metric],
    queryFn: ({ pageParam, signal }) =>
      call(listBestStories, { ...query, metric, limit: bestStoriesPage, cursor: pageParam }, { signal }),
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
      <SectionHead id="best-stories" title={`Best posts by ${metricLabels[metric].toLowerCase()}`}>
        <ExportButton name={`${fileName}-stories`} of="all stories" read={readAll} />
      </SectionHead>
      {error && <ErrorNote isReading error={error} title="Stories may be out of date" />}
      {isPending && <ListSkeleton rows={3} label="Loading stories" />}
      <ol className="grid grid-cols-2 gap-2 lg:grid-cols-4">
        {stories.map((story) => (
          <StoryCard key={story.story_id} story={story} metric={metric} projectId={projectId} />
        ))}
      </ol>
      <ShowMore query={list} label="Show more stories" className="mt-3 justify-center" />
    </section>
  )
}

function StoryCard({ story, metric, projectId }: { story: StoryAnalytics; metric: Metric; projectId: string }) {
  const { title, primary_caption: caption, media_url, engagement_rate: rate } = story
  const headline = headlineOf({ title, caption })
  return (
    <li className="panel relative flex min-w-0 flex-col overflow-hidden hover:border-line-strong">
      {media_url ? (
        <Thumbnail url={media_url} isPlain className="aspect-4/3 w-full" />
      ) : (
        <p aria-hidden className="aspect-4/3 overflow-hidden bg-sunken p-3 text-ink-soft wrap-anywhere">
          <span className="line-clamp-5">{caption || headline}</span>
        </p>
      )}
      <div className="flex flex-1 flex-col gap-1.5 p-3">
        <h3 className="line-clamp-2 font-medium wrap-anywhere">
          <Link href={`/${projectId}/stories/${story.story_id}`} className="after:absolute after:inset-0">
            {headline}
          </Link>
        </h3>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          <Time at={story.published_at} style="compact" />
          <ChannelIcons channels={story.channels} />
          {story.is_imported && <span>Imported</span>}
        </div>
        <dl className="mt-auto flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line pt-2 tabular-nums">
          <div className="flex items-baseline gap-1.5">
            <dd className="order-first text-lg font-semibold">
              <Count value={story[metric]} />
            </dd>
            <dt className="text-sm text-ink-soft">{metricUnit(metric, story[metric])}</dt>
          </div>
          <div className="flex items-baseline gap-1 text-sm text-ink-soft">
            <dd className="order-first">
              <Rate value={rate} />
            </dd>
            <dt>rate</dt>
          </div>
        </dl>
      </div>
    </li>
  )
}

const tableOf = (stories: readonly StoryAnalytics[]): Table => ({
  head: [
    'Story',
    'Published',
    'Channels',
    'Posts',
    'Imported',
    ...shownMetrics.map((name) => metricLabels[name]),
    'Engagement rate',
    'Story ID',
  ],
  rows: stories.map((story) => [
    story.title ?? story.primary_caption,
    story.published_at,
    story.channels.map((channel) => channelNames[channel]).join('; '),
    story.posts,
    story.is_imported ? 'yes' : 'no',
    ...shownMetrics.map((name) => story[name]),
    story.engagement_rate,
    story.story_id,
  ]),
})
