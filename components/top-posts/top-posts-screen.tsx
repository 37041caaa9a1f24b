'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FilterX, Trophy } from 'lucide-react'
import { filterOfUrl } from '@/components/analytics/analytics-filter'
import { AnalyticsNav } from '@/components/analytics/analytics-nav'
import { rangeQuery } from '@/components/analytics/analytics-queries'
import { ExportButton, type Table as ExportedTable } from '@/components/analytics/export-button'
import { PeriodPicker } from '@/components/analytics/period-picker'
import { ChannelFilter } from '@/components/channels/channel-filter'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { usePathname, useSearchParams } from '@/components/navigation/page-url'
import { PillarFilter } from '@/components/pillars/pillar-filter'
import { usePillars } from '@/components/pillars/use-pillars'
import { SavedViews } from '@/components/saved-views/saved-views'
import { ComposeLink } from '@/components/stories/compose-link'
import { dayOf } from '@/components/time/local-time'
import { useZone, ZoneLine } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { FilterChip } from '@/components/ui/data/filter-chip'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { ListSkeleton } from '@/components/ui/skeleton'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { runInsights } from '@/lib/openapi/operations.generated'
import { formatNumber, plural } from '@/lib/text/number-text'
import { ThresholdChips } from './threshold-chips'
import {
  channelOf,
  dateOfPeriod,
  isFiltered,
  periodOfView,
  readTopPosts,
  type TopPostsFilter,
  type TopSort,
  writeTopPostsUrl,
} from './top-posts-filter'
import { measures, type TopPost, TopPostsTable } from './top-posts-table'

type Answer = AnswerTo<typeof runInsights>
type Props = { projectId: string; initial: Answer; initialSearch: string; now: string }

/** The maximum of the API. */
const exportedMax = 200

export function TopPostsScreen({ projectId, initial, initialSearch, now }: Props) {
  const search = useSearchParams()
  const pathname = usePathname()
  const { timeZone } = useZone()
  const filter = readTopPosts(new URLSearchParams(search))
  const shared = filterOfUrl(search)
  const { from, to } = rangeQuery(projectId, shared, { now: new Date(now), timeZone })
  const input = { project_id: projectId, filter, ...(from ? { from } : { to: now }), ...(to ? { to } : {}) }
  const isInitial = writeTopPostsUrl(filter, { ...shared, metric: 'engagement' }) === initialSearch
  const { data, error, isPending } = useQuery({
    queryKey: ['insights', projectId, filter, shared.period, shared.days],
    queryFn: ({ signal }) => call(runInsights, input, { signal }),
    ...(isInitial ? { initialData: initial } : { placeholderData: keepPreviousData }),
    staleTime: 60_000,
  })
  const pillars = usePillars(projectId)
  const show = (next: TopPostsFilter, of = shared): void =>
    window.history.replaceState(null, '', `${pathname}${writeTopPostsUrl(next, of)}`)
  const sort = {
    column: filter.sort_by ?? 'engagement_rate',
    isDescending: filter.sort_order !== 'asc',
  }
  // The highest first; a second click reverses.
  const sortBy = (column: TopSort): void =>
    show({
      ...filter,
      sort_by: column,
      sort_order: sort.column === column && sort.isDescending ? 'asc' : undefined,
    })
  const readAll = async (): Promise<ExportedTable> => {
    const all = await call(runInsights, { ...input, filter: { ...filter, limit: exportedMax } })
    return tableOf(all.stories)
  }
  return (
    <>
      <PageHeader title="Analytics" tools={<AnalyticsNav projectId={projectId} />} />
      <search className="mb-3 flex flex-wrap items-center gap-2">
        <PeriodPicker filter={shared} now={now} isComparing={false} onChange={(next) => show(filter, next)} />
        <ChannelFilter
          value={channelOf(filter)}
          onChange={(channel) => show({ ...filter, channels: channel ? [channel] : undefined })}
        />
        <PillarFilter
          pillars={pillars}
          value={filter.content_types?.[0] ?? null}
          onChange={(pillar) => show({ ...filter, content_types: pillar ? [pillar] : undefined })}
        />
        <FilterChip
          label="Link"
          options={linkOptions}
          value={typeof filter.has_destination_url === 'boolean' ? (filter.has_destination_url ? 'yes' : 'no') : null}
          onChange={(link) => show({ ...filter, has_destination_url: link === null ? undefined : link === 'yes' })}
        />
        <ThresholdChips filter={filter} onChange={show} />
        <SavedViews
          projectId={projectId}
          current={{ filter, view: { screen: 'top_posts', date: dateOfPeriod(shared) } }}
          onOpen={({ filter: saved, view }) => show(saved, { ...shared, ...periodOfView(saved, view?.date) })}
        />
        {data && data.count > 0 && (
          <span className="ml-auto flex items-center gap-3">
            <span className="text-sm text-ink-soft tabular-nums">{countText(data)}</span>
            <ExportButton name={`top-posts-${dayOf(now, timeZone)}`} of="top posts" read={readAll} />
          </span>
        )}
      </search>
      {error && <ErrorNote isReading error={error} title="Posts may be out of date" />}
      {isPending && <ListSkeleton label="Loading posts" />}
      {data && data.count === 0 && <NoPosts projectId={projectId} filter={filter} onReset={() => show({})} />}
      {data && data.count > 0 && (
        <>
          <TopPostsTable posts={data.stories} sort={sort} onSort={sortBy} />
          <p className="mt-3 max-w-prose text-sm text-ink-soft">
            <ZoneLine /> Rates are per impression, from metrics 24 hours after publishing or later. A dash means no data
            yet.
          </p>
        </>
      )}
    </>
  )
}

const linkOptions = [
  { value: 'yes' as const, label: 'With a link' },
  { value: 'no' as const, label: 'Without a link' },
]

const countText = ({ stories, count }: Answer): string =>
  count > stories.length ? `Top ${stories.length} of ${formatNumber(count)} stories` : plural(count, 'story', 'stories')

function NoPosts({ projectId, filter, onReset }: { projectId: string; filter: TopPostsFilter; onReset: () => void }) {
  if (isFiltered(filter))
    return (
      <EmptyState
        Icon={FilterX}
        title="No posts match these filters"
        action={<Button onClick={onReset}>Remove filters</Button>}
      >
        Lower a minimum, or choose a longer period.
      </EmptyState>
    )
  return (
    <EmptyState
      Icon={Trophy}
      title="No posts in this period"
      action={<ComposeLink projectId={projectId}>New story</ComposeLink>}
    >
      Published posts are ranked here by their results.
    </EmptyState>
  )
}

const tableOf = (posts: readonly TopPost[]): ExportedTable => ({
  head: [
    'Story',
    'Published',
    'Channels',
    ...measures.map(({ label }) => label),
    'Saves',
    'Shares',
    'Clicks',
    'Story ID',
  ],
  rows: posts.map(({ story, metrics }) => [
    story.title ?? story.caption,
    story.published_at,
    story.published_channels.map((channel) => channelNames[channel]).join('; '),
    ...measures.map(({ id }) => metrics[id]),
    metrics.saves,
    metrics.shares,
    metrics.clicks,
    story.id,
  ]),
})
