'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import { usePathname, useSearchParams } from 'next/navigation'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { SelectField } from '@/components/ui/field'
import { PageHeader } from '@/components/ui/page-header'
import { ListSkeleton } from '@/components/ui/skeleton'
import type { AnalyticsTotals, ChannelAnalytics } from '@/lib/analytics/contract'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { getAnalytics } from '@/lib/api/operations.generated'
import { channelIds } from '@/lib/channels/ids'
import {
  type AnalyticsFilter,
  questionOf,
  ranges,
  rangeWords,
  readAnalyticsFilter,
  writeAnalyticsFilter,
} from './analytics-filter'
import { Count, metricWords, Rate, shownMetrics } from './numbers'

/** Readings come every quarter of an hour, so a look a minute misses nothing. */
const pollMs = 60_000

type Answer = AnswerTo<typeof getAnalytics>
type Props = { projectId: string; initial: Answer; initialFilter: AnalyticsFilter }

export function AnalyticsScreen({ projectId, initial, initialFilter }: Props) {
  const search = useSearchParams()
  const pathname = usePathname()
  const filter = readAnalyticsFilter({ days: search.get('days'), channel: search.get('channel') })
  const isInitial = writeAnalyticsFilter(filter) === writeAnalyticsFilter(initialFilter)
  const { data, error, isPending } = useQuery({
    queryKey: ['analytics', projectId, filter],
    queryFn: ({ signal }) => call(getAnalytics, questionOf(projectId, filter, new Date()), { signal }),
    ...(isInitial ? { initialData: initial } : { placeholderData: keepPreviousData }),
    refetchInterval: pollMs,
  })
  const show = (next: AnalyticsFilter): void =>
    window.history.replaceState(null, '', `${pathname}${writeAnalyticsFilter(next)}`)
  return (
    <>
      <PageHeader title="Analytics">
        What posts achieved, as their networks told it last: soon after publishing, and after one, three and seven days.
      </PageHeader>
      <FilterBar filter={filter} onChange={show} />
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="These numbers may be out of date" />
        </div>
      )}
      {isPending ? (
        <ListSkeleton rows={3} label="Loading the numbers" />
      ) : (
        data && <Numbers answer={data} projectId={projectId} />
      )}
    </>
  )
}

function FilterBar({ filter, onChange }: { filter: AnalyticsFilter; onChange: (filter: AnalyticsFilter) => void }) {
  return (
    <search className="mb-4 flex flex-wrap items-end gap-3">
      <SelectField
        label="Published in"
        className="basis-44 max-sm:grow sm:min-w-44"
        value={filter.range}
        onChange={(event) => onChange(readAnalyticsFilter({ ...filter, days: event.target.value }))}
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
        onChange={(event) => onChange(readAnalyticsFilter({ days: filter.range, channel: event.target.value }))}
      >
        <option value="">All</option>
        {channelIds.map((channel) => (
          <option key={channel} value={channel}>
            {channelNames[channel]}
          </option>
        ))}
      </SelectField>
    </search>
  )
}

function Numbers({ answer: { totals, by_channel }, projectId }: { answer: Answer; projectId: string }) {
  if (totals.posts === 0) {
    return (
      <EmptyState
        Icon={ChartNoAxesColumn}
        title="Nothing was published in this time"
        action={
          <ButtonLink tone="primary" href={`/${projectId}/compose`}>
            Write a story
          </ButtonLink>
        }
      >
        Numbers stand here within a quarter of an hour after a post is out.
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      <Totals totals={totals} />
      <ByChannel rows={by_channel} />
      <p className="max-w-prose text-sm text-ink-soft">
        A dash means that no network reported the number, or not yet; 0 was measured. Reach is summed over posts, so a
        person who saw two counts twice. Engagement is likes, comments, shares, saves and clicks; its rate is over posts
        that report impressions.
      </p>
    </div>
  )
}

function Totals({ totals }: { totals: AnalyticsTotals }) {
  return (
    <section aria-labelledby="totals">
      <h2 id="totals" className="mb-2 font-semibold">
        In total
      </h2>
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-5">
        <Tile word="Posts">
          <Count value={totals.posts} />
        </Tile>
        {shownMetrics.map((name) => (
          <Tile key={name} word={metricWords[name]}>
            <Count value={totals[name]} />
          </Tile>
        ))}
        <Tile word="Engagement rate">
          <Rate value={totals.engagement_rate} />
        </Tile>
      </dl>
    </section>
  )
}

function Tile({ word, children }: { word: string; children: React.ReactNode }) {
  return (
    <div className="panel flex flex-col-reverse justify-end gap-0.5 p-4">
      <dt className="text-sm text-ink-soft">{word}</dt>
      <dd className="text-xl font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

function ByChannel({ rows }: { rows: ChannelAnalytics[] }) {
  const cell = 'px-3 py-2.5 text-right tabular-nums whitespace-nowrap'
  return (
    <section aria-labelledby="by-channel">
      <h2 id="by-channel" className="mb-2 font-semibold">
        By channel
      </h2>
      {/* A table of ten columns would show two of them on a phone, so there each channel has its numbers below it. */}
      <ul className="panel divide-y divide-line md:hidden">
        {rows.map((row) => (
          <ChannelNumbers key={row.channel} row={row} />
        ))}
      </ul>
      {/* On a narrow screen the table moves under the thumb and not the page; the keyboard can move it too.
          What is for screen readers alone stands outside the flow, so the part has to be its frame. */}
      <section
        aria-labelledby="by-channel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reachable.
        tabIndex={0}
        className="panel relative hidden min-w-0 overflow-x-auto md:block"
      >
        <table className="w-full border-collapse">
          <thead>
            <tr className="border-b border-line text-sm text-ink-soft">
              <th scope="col" className="px-4 py-2.5 text-left font-medium">
                Channel
              </th>
              {['Posts', ...shownMetrics.map((name) => metricWords[name]), 'Rate'].map((word) => (
                <th key={word} scope="col" className={`${cell} font-medium`}>
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <tr key={row.channel}>
                <th scope="row" className="px-4 py-2.5 text-left font-medium">
                  <span className="flex items-center gap-2">
                    <ChannelIcon channel={row.channel} />
                    {channelNames[row.channel]}
                  </span>
                </th>
                <td className={cell}>
                  <Count value={row.posts} />
                </td>
                {shownMetrics.map((name) => (
                  <td key={name} className={cell}>
                    <Count value={row[name]} />
                  </td>
                ))}
                <td className={cell}>
                  <Rate value={row.engagement_rate} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

function ChannelNumbers({ row }: { row: ChannelAnalytics }) {
  return (
    <li className="p-4">
      <h3 className="mb-2 flex items-center gap-2 font-medium">
        <ChannelIcon channel={row.channel} />
        {channelNames[row.channel]}
      </h3>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-1">
        <Line word="Posts">
          <Count value={row.posts} />
        </Line>
        {shownMetrics.map((name) => (
          <Line key={name} word={metricWords[name]}>
            <Count value={row[name]} />
          </Line>
        ))}
        <Line word="Rate">
          <Rate value={row.engagement_rate} />
        </Line>
      </dl>
    </li>
  )
}

function Line({ word, children }: { word: string; children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-sm text-ink-soft">{word}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
