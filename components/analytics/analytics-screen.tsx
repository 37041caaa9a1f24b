'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import { ChannelFilter } from '@/components/channels/channel-filter'
import { ErrorNote } from '@/components/errors/error-note'
import { usePathname, useSearchParams } from '@/components/navigation/page-url'
import { ComposeLink } from '@/components/stories/compose-link'
import { daysText } from '@/components/time/days-text'
import { dayOf } from '@/components/time/local-time'
import { useZone, ZoneLine } from '@/components/time/zone'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { ListSkeleton } from '@/components/ui/skeleton'
import { type AnalyticsFilter, filterOfUrl, writeAnalyticsFilter } from './analytics-filter'
import { AnalyticsNav } from './analytics-nav'
import { analyticsQueries, daysOfComparison, reportQuery, type StoriesPart, storiesQuery } from './analytics-queries'
import { BestStories, type StoryPage } from './best-stories'
import { ByChannel } from './by-channel'
import { ByPillar } from './by-pillar'
import { type Analytics, fetchAnalytics } from './fetch-analytics'
import { HeatMap } from './heat-map'
import { metricLabels, shownMetrics } from './metrics'
import { PeriodPicker } from './period-picker'
import { periodText } from './period-text'
import { ReportButton } from './report/report-button'
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

/** The metric is chosen on the screen; the data has all of them. */
const isSameData = (one: AnalyticsFilter, other: AnalyticsFilter): boolean =>
  writeAnalyticsFilter({ ...one, metric: other.metric }) === writeAnalyticsFilter(other)

export function AnalyticsScreen({ projectId, initial, initialStories, initialFilter, now }: Props) {
  const search = useSearchParams()
  const pathname = usePathname()
  const { timeZone, locale } = useZone()
  const filter = filterOfUrl(search)
  const isInitial = isSameData(filter, initialFilter)
  const { data, error, isPending } = useQuery({
    queryKey: ['analytics', projectId, 'numbers', writeAnalyticsFilter({ ...filter, metric: initialFilter.metric })],
    queryFn: ({ signal }) => fetchAnalytics(analyticsQueries(projectId, filter, { now: new Date(), timeZone }), signal),
    ...(isInitial ? { initialData: initial } : { placeholderData: keepPreviousData }),
    refetchInterval: pollMs,
  })
  const show = (next: AnalyticsFilter): void =>
    window.history.replaceState(null, '', `${pathname}${writeAnalyticsFilter(next)}`)
  // Fixed when the screen opened, so that all pages of stories have the same range.
  const { range } = analyticsQueries(projectId, filter, { now: new Date(now), timeZone })
  const today = dayOf(now, timeZone)
  const compared = daysOfComparison(filter, today)
  const storiesOf = (part: StoriesPart): string => `/${projectId}/stories${storiesQuery(filter, today, part)}`
  const fileName = ['analytics', filter.channel, filter.period.replace('_', '-'), today].filter(Boolean).join('-')
  return (
    <>
      <PageHeader
        title="Analytics"
        tools={
          <>
            <AnalyticsNav projectId={projectId} />
            <FilterBar filter={filter} now={now} onChange={show} />
          </>
        }
        action={
          <ReportButton
            projectId={projectId}
            query={reportQuery(filter, { now: new Date(now), timeZone }, data?.series.series[0]?.date)}
            channel={filter.channel}
            period={periodText(filter, locale)}
          />
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
            comparedWith={compared && data.before ? daysText(compared, locale) : null}
            series={data.series.series}
          />
          <Trend
            series={data.series.series}
            channels={data.series.by_channel ?? []}
            interval={data.series.interval}
            metric={filter.metric}
            fileName={fileName}
          />
          <BestStories
            projectId={projectId}
            query={range}
            metric={filter.metric}
            initial={writeAnalyticsFilter(filter) === writeAnalyticsFilter(initialFilter) ? initialStories : undefined}
            fileName={fileName}
          />
          <ByChannel rows={data.current.by_channel} hrefOf={storiesOf} fileName={fileName} />
          <div className="grid gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] xl:gap-4">
            <HeatMap heatMap={data.heatMap} />
            <ByPillar rows={data.pillars} hrefOf={storiesOf} fileName={fileName} />
          </div>
          <MetricNotes />
        </div>
      )}
    </>
  )
}

const metricOptions = shownMetrics.map((metric) => ({ value: metric, label: metricLabels[metric] }))

function FilterBar({
  filter,
  now,
  onChange,
}: {
  filter: AnalyticsFilter
  now: string
  onChange: (filter: AnalyticsFilter) => void
}) {
  return (
    <search className="flex flex-wrap items-center gap-2">
      <PeriodPicker filter={filter} now={now} onChange={onChange} />
      <Select
        aria-label="Metric"
        className="w-36"
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
    impressions.
  </p>
)
