'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import { usePathname, useSearchParams } from 'next/navigation'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { ComposeLink } from '@/components/stories/compose-link'
import { useZone, ZoneLine } from '@/components/time/zone'
import { dayOf } from '@/components/time/zoned'
import { EmptyState } from '@/components/ui/empty-state'
import { SelectField } from '@/components/ui/field'
import { PageHeader } from '@/components/ui/page-header'
import { ListSkeleton } from '@/components/ui/skeleton'
import { channelIds } from '@/lib/channels/ids'
import { type AnalyticsFilter, ranges, rangeWords, readAnalyticsFilter, writeAnalyticsFilter } from './analytics-filter'
import { type Asked, askAnalytics, questionsOf } from './ask-analytics'
import { BestStories, type StoryPage } from './best-stories'
import { ByChannel } from './by-channel'
import { metricWords, shownMetrics } from './numbers'
import { Totals } from './totals'
import { Trend } from './trend'

/** Readings come every quarter of an hour, so a look a minute misses nothing. */
const pollMs = 60_000

type Props = {
  projectId: string
  initial: Asked
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
    queryFn: ({ signal }) => askAnalytics(questionsOf(projectId, filter, { now: new Date(), timeZone }), signal),
    ...(isInitial ? { initialData: initial } : { placeholderData: keepPreviousData }),
    refetchInterval: pollMs,
  })
  const show = (next: AnalyticsFilter): void =>
    window.history.replaceState(null, '', `${pathname}${writeAnalyticsFilter(next)}`)
  // The stories are of the range as it was when the screen was opened: their pages have to belong together.
  const { totals: question } = questionsOf(projectId, filter, { now: new Date(now), timeZone })
  return (
    <>
      <PageHeader title="Analytics">
        What posts achieved, as their networks told it last: soon after publishing, and after one, three and seven days.{' '}
        <ZoneLine />
      </PageHeader>
      <FilterBar filter={filter} onChange={show} />
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="These numbers may be out of date" />
        </div>
      )}
      {isPending && <ListSkeleton rows={3} label="Loading the numbers" />}
      {data && data.answer.totals.posts === 0 && <NothingPublished projectId={projectId} />}
      {data && data.answer.totals.posts > 0 && (
        <div className="flex flex-col gap-6">
          <Totals
            totals={data.answer.totals}
            before={data.before?.totals ?? null}
            beforeWords={range === 'all' ? null : `the ${range} days before`}
          />
          <Trend
            series={data.series.series}
            interval={data.series.interval}
            metric={filter.metric}
            fileName={fileNameOf(filter, dayOf(now, timeZone))}
          />
          <ByChannel rows={data.answer.by_channel} fileName={fileNameOf(filter, dayOf(now, timeZone))} />
          <BestStories
            projectId={projectId}
            question={question}
            metric={filter.metric}
            initial={writeAnalyticsFilter(filter) === writeAnalyticsFilter(initialFilter) ? initialStories : undefined}
            fileName={fileNameOf(filter, dayOf(now, timeZone))}
          />
          <Explanation />
        </div>
      )}
    </>
  )
}

const fileNameOf = ({ range, channel }: AnalyticsFilter, day: string): string =>
  ['analytics', channel, range === 'all' ? 'all' : `${range}-days`, day].filter(Boolean).join('-')

function FilterBar({ filter, onChange }: { filter: AnalyticsFilter; onChange: (filter: AnalyticsFilter) => void }) {
  const change = (patch: Record<string, string>): void =>
    onChange(readAnalyticsFilter({ days: filter.range, channel: filter.channel, metric: filter.metric, ...patch }))
  return (
    <search className="mb-4 flex flex-wrap items-end gap-3">
      <SelectField
        label="Published in"
        className="basis-44 max-sm:grow sm:min-w-44"
        value={filter.range}
        onChange={(event) => change({ days: event.target.value })}
      >
        {ranges.map((range) => (
          <option key={range} value={range}>
            {rangeWords[range]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Channel"
        className="basis-36 max-sm:grow sm:min-w-40"
        value={filter.channel ?? ''}
        onChange={(event) => change({ channel: event.target.value })}
      >
        <option value="">All</option>
        {channelIds.map((channel) => (
          <option key={channel} value={channel}>
            {channelNames[channel]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Measured by"
        className="basis-44 max-sm:grow sm:min-w-44"
        value={filter.metric}
        onChange={(event) => change({ metric: event.target.value })}
      >
        {shownMetrics.map((metric) => (
          <option key={metric} value={metric}>
            {metricWords[metric]}
          </option>
        ))}
      </SelectField>
    </search>
  )
}

function NothingPublished({ projectId }: { projectId: string }) {
  return (
    <EmptyState
      Icon={ChartNoAxesColumn}
      title="Nothing was published in this time"
      action={<ComposeLink projectId={projectId}>Write a story</ComposeLink>}
    >
      Numbers stand here within a quarter of an hour after a post is out.
    </EmptyState>
  )
}

const Explanation = () => (
  <p className="max-w-prose text-sm text-ink-soft">
    A dash means that no network reported the number, or not yet; 0 was measured. Reach is summed over posts, so a
    person who saw two counts twice. Engagement is likes, comments, shares, saves and clicks; its rate is over posts
    that report impressions. The change is against the same time right before.
  </p>
)
