'use client'

import { useState } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { formatTime, type TimeStyle } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { SegmentedControl } from '@/components/ui/choices/segmented-control'
import { classes } from '@/components/ui/classes'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { Skeleton } from '@/components/ui/skeleton'
import type { AnalyticsPeriod, ChannelSeries } from '@/lib/analytics/contract'
import type { ChannelId } from '@/lib/channel-ids'
import type { Metric } from '@/lib/metrics/rates'
import type { SeriesInterval } from './analytics-queries'
import { ExportButton } from './export-button'
import { Count, metricLabels, shownMetrics } from './metrics'
import { SectionHead } from './section-head'

/** Loaded after the first paint. The table has the same data. */
const TrendChart = lazyComponent(
  () => import('./trend-chart').then((it) => it.TrendChart),
  () => <Skeleton className="h-full" />,
)

const intervalLabels: Record<SeriesInterval, string> = { day: 'Day', week: 'Week of', month: 'Month of' }
const views = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const
type View = (typeof views)[number]['value']

type Props = {
  series: AnalyticsPeriod[]
  channels: ChannelSeries[]
  interval: SeriesInterval
  metric: Metric
  fileName: string
}

/** One series per channel, as a chart or a table. Screen readers always get the table. */
export function Trend({ series, channels, interval, metric, fileName }: Props) {
  const { locale } = useZone()
  const [view, setView] = useState<View>('chart')
  const [hidden, setHidden] = useState<ReadonlySet<ChannelId>>(new Set())
  const label = metricLabels[metric]
  // Days have no zone. Noon in UTC formats as that day.
  const formatDay = (date: string, style: TimeStyle = 'date'): string =>
    formatTime(`${date}T12:00:00Z`, style, 'UTC', locale)
  const byDate = new Map(
    channels.map(({ channel, series: own }) => [channel, new Map(own.map((row) => [row.date, row]))] as const),
  )
  const valueAt = (channel: ChannelId, date: string): number | null => byDate.get(channel)?.get(date)?.[metric] ?? null
  const shown = channels.filter(({ channel }) => !hidden.has(channel)).map(({ channel }) => channel)
  const toggle = (channel: ChannelId): void =>
    setHidden((before) => {
      const next = new Set(before)
      if (!next.delete(channel)) next.add(channel)
      return next
    })
  const exported = () => ({
    head: [intervalLabels[interval], 'Posts', ...shownMetrics.map((name) => metricLabels[name])],
    rows: series.map((row) => [row.date, row.posts, ...shownMetrics.map((name) => row[name])]),
  })
  const points = series.map((row) => ({
    label: formatDay(row.date),
    // Only monthly labels need the year.
    short: formatDay(row.date, interval === 'month' ? 'date' : 'dayOfMonth'),
    posts: row.posts,
    total: row[metric],
    values: Object.fromEntries(shown.map((channel) => [channel, valueAt(channel, row.date)])),
  }))
  return (
    <section aria-labelledby="trend">
      <SectionHead id="trend" title={`${label} over time`}>
        <div className="flex flex-wrap items-center gap-2">
          <SegmentedControl label="View" segments={views} value={view} onChange={setView} />
          <ExportButton name={`${fileName}-by-${interval}`} of={`${label} over time`} read={exported} />
        </div>
      </SectionHead>
      <div className={classes('panel', view === 'table' && 'hidden')}>
        <div aria-hidden className="relative h-72 p-3 pb-0">
          {series.every((row) => row[metric] === null) && (
            <p className="absolute inset-0 flex items-center justify-center text-ink-soft">
              No {label.toLowerCase()} reported
            </p>
          )}
          {view === 'chart' && <TrendChart points={points} channels={shown} label={label} />}
        </div>
        <fieldset className="flex flex-wrap gap-1 border-0 px-3 pt-1 pb-2">
          <legend className="sr-only">Channels in the chart</legend>
          {channels.map(({ channel }) => (
            <LegendButton
              key={channel}
              channel={channel}
              isShown={!hidden.has(channel)}
              onToggle={() => toggle(channel)}
            />
          ))}
        </fieldset>
      </div>
      <ScrollRegion
        label={`${label} over time, as a table`}
        className={classes('panel max-h-96 overflow-auto', view === 'chart' && 'sr-only')}
      >
        <TrendTable
          series={series}
          channels={channels.map(({ channel }) => channel)}
          {...{ interval, metric, valueAt, formatDay }}
        />
      </ScrollRegion>
      <p className="mt-1.5 text-sm text-ink-soft">By publish date. Gap = no data.</p>
    </section>
  )
}

const LegendButton = ({
  channel,
  isShown,
  onToggle,
}: {
  channel: ChannelId
  isShown: boolean
  onToggle: () => void
}) => (
  <button
    type="button"
    aria-pressed={isShown}
    onClick={onToggle}
    className={classes(
      'flex min-h-7 items-center gap-1.5 rounded-md px-2 text-sm hover:bg-hover pointer-coarse:min-h-11',
      isShown ? 'text-ink' : 'text-ink-soft line-through',
    )}
  >
    <span
      aria-hidden
      className={classes('size-2.5 rounded-xs', !isShown && 'opacity-30')}
      style={{ background: `var(--series-${channel})` }}
    />
    <ChannelIcon channel={channel} size={14} />
    {channelNames[channel]}
  </button>
)

type TableProps = {
  series: AnalyticsPeriod[]
  channels: ChannelId[]
  interval: SeriesInterval
  metric: Metric
  valueAt: (channel: ChannelId, date: string) => number | null
  formatDay: (date: string) => string
}

function TrendTable({ series, channels, interval, metric, valueAt, formatDay }: TableProps) {
  const cell = 'px-3 py-1.5 text-right tabular-nums whitespace-nowrap'
  return (
    <table className="w-full border-collapse text-sm">
      <thead className="sticky top-0 bg-surface">
        <tr className="border-b border-line text-ink-soft">
          <th scope="col" className="px-3 py-1.5 text-left font-medium">
            {intervalLabels[interval]}
          </th>
          {['Posts', ...channels.map((channel) => channelNames[channel]), 'Total'].map((name) => (
            <th key={name} scope="col" className={`${cell} font-medium`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {series.toReversed().map((row) => (
          <tr key={row.date}>
            <th scope="row" className="px-3 py-1.5 text-left font-normal whitespace-nowrap" suppressHydrationWarning>
              {formatDay(row.date)}
            </th>
            <td className={cell}>{row.posts}</td>
            {channels.map((channel) => (
              <td key={channel} className={cell}>
                <Count value={valueAt(channel, row.date)} />
              </td>
            ))}
            <td className={`${cell} font-medium`}>
              <Count value={row[metric]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
