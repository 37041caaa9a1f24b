'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import { ChannelFilter } from '@/components/channels/channel-filter'
import { ErrorNote } from '@/components/errors/error-note'
import { usePathname, useSearchParams } from '@/components/navigation/page-url'
import { ComposeLink } from '@/components/stories/compose-link'
import { dayOf } from '@/components/time/local-time'
import { useZone, ZoneLine } from '@/components/time/zone'
import { SegmentedControl } from '@/components/ui/choices/segmented-control'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { ListSkeleton } from '@/components/ui/skeleton'
import {
  type AnalyticsFilter,
  rangeLabels,
  ranges,
  readAnalyticsFilter,
  writeAnalyticsFilter,
} from './analytics-filter'
import { AnalyticsNav } from './analytics-nav'
import { BestStories, type StoryPage } from './best-stories'
import { ByChannel } from './by-channel'
import { type Analytics, analyticsQueries, fetchAnalytics } from './fetch-analytics'
import { metricLabels, shownMetrics } from './metrics'
import { Totals } from './totals'
import { Trend } from './trend'

/** Metrics are read every 15 minutes. */
const pollMs = 60_000

type Props = {
  projectId: string
  initial: Analytics
  initialStories: StoryPage
  initialFilter: AnalyticsFilter
  now: string
}

export function AnalyticsScreen({ projectId, initial, initialStories, initialFilter, now }: Props) {
  const search = useSearchParams()
  const pathname = usePathname()
  const { timeZone } = useZone()
  const filter = readAnalyticsFilter({
    days: search.get('days'),
    channel: search.get('channel'),
    metric: search.get('metric'),
  })
  const { range, channel } = filter
  const isInitial = range === initialFilter.range && channel === initialFilter.channel
  const { data, error, isPending } = useQuery({
    queryKey: ['analytics', projectId, 'numbers', range, channel],
    queryFn: ({ signal }) => fetchAnalytics(analyticsQueries(projectId, filter, { now: new Date(), timeZone }), signal),
    ...(isInitial ? { initialData: initial } : { placeholderData: keepPreviousData }),
    refetchInterval: pollMs,
  })
  const show = (next: AnalyticsFilter): void =>
    window.history.replaceState(null, '', `${pathname}${writeAnalyticsFilter(next)}`)
  // Fixed when the screen opened, so that all pages of stories have the same range.
  const { totals: storyQuery } = analyticsQueries(projectId, filter, { now: new Date(now), timeZone })
  return (
    <>
      <PageHeader
        title="Analytics"
        tools={
          <>
            <AnalyticsNav projectId={projectId} />
            <FilterBar filter={filter} onChange={show} />
          </>
        }
      />
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="Metrics may be out of date" />
        </div>
      )}
      {isPending && <ListSkeleton rows={3} label="Loading analytics" />}
      {data && data.current.totals.posts === 0 && <NoPosts projectId={projectId} />}
      {data && data.current.totals.posts > 0 && (
        <div className="flex flex-col gap-6">
          <Totals
            totals={data.current.totals}
            before={data.before?.totals ?? null}
            previousLabel={range === 'all' ? null : `the previous ${range} days`}
            series={data.series.series}
          />
          <Trend
            series={data.series.series}
            interval={data.series.interval}
            metric={filter.metric}
            fileName={fileNameOf(filter, dayOf(now, timeZone))}
          />
          <ByChannel rows={data.current.by_channel} fileName={fileNameOf(filter, dayOf(now, timeZone))} />
          <BestStories
            projectId={projectId}
            query={storyQuery}
            metric={filter.metric}
            initial={writeAnalyticsFilter(filter) === writeAnalyticsFilter(initialFilter) ? initialStories : undefined}
            fileName={fileNameOf(filter, dayOf(now, timeZone))}
          />
          <MetricNotes />
        </div>
      )}
    </>
  )
}

const fileNameOf = ({ range, channel }: AnalyticsFilter, day: string): string =>
  ['analytics', channel, range === 'all' ? 'all' : `${range}-days`, day].filter(Boolean).join('-')

const periods = ranges.map((range) => ({ value: range, label: rangeLabels[range] }))
const metricOptions = shownMetrics.map((metric) => ({ value: metric, label: metricLabels[metric] }))

function FilterBar({ filter, onChange }: { filter: AnalyticsFilter; onChange: (filter: AnalyticsFilter) => void }) {
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SegmentedControl
        label="Period"
        segments={periods}
        value={filter.range}
        onChange={(range) => onChange({ ...filter, range })}
      />
      <Select
        aria-label="Metric"
        className="min-h-7 w-36 py-0.5 text-sm"
        value={filter.metric}
        onChange={(metric) => onChange({ ...filter, metric })}
        options={metricOptions}
      />
      <ChannelFilter value={filter.channel} onChange={(channel) => onChange({ ...filter, channel })} />
    </search>
  )
}

function NoPosts({ projectId }: { projectId: string }) {
  return (
    <EmptyState
      Icon={ChartNoAxesColumn}
      title="No posts in this period"
      action={<ComposeLink projectId={projectId}>New story</ComposeLink>}
    >
      Metrics appear within 15 minutes after a post is published.
    </EmptyState>
  )
}

const MetricNotes = () => (
  <p className="max-w-prose text-sm text-ink-soft">
    <ZoneLine /> A dash means no data; 0 is a measured value. Reach is the sum over posts, so a person who saw two posts
    counts twice. Engagement is likes, comments, shares, saves and clicks. The engagement rate uses posts that report
    impressions. Changes compare with the previous period.
  </p>
)
