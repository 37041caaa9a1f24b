'use client'

import { formatTime, type TimeStyle } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { lazyComponent } from '@/components/ui/lazy-component'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { Skeleton } from '@/components/ui/skeleton'
import type { AnalyticsPeriod } from '@/lib/analytics/contract'
import type { Metric } from '@/lib/metrics/rates'
import { ExportButton } from './export-button'
import { Count, metricLabels, shownMetrics } from './metrics'
import { SectionHead } from './section-head'

/** Loaded after the first paint. The table next to it has the same data. */
const TrendChart = lazyComponent(
  () => import('./trend-chart').then((it) => it.TrendChart),
  () => <Skeleton className="h-full" />,
)

export type Interval = 'day' | 'week' | 'month'
const intervalLabels: Record<Interval, string> = { day: 'Day', week: 'Week of', month: 'Month of' }

type Props = { series: AnalyticsPeriod[]; interval: Interval; metric: Metric; fileName: string }

/** A chart, and a table with the same data. */
export function Trend({ series, interval, metric, fileName }: Props) {
  const { locale } = useZone()
  // Days have no zone. Noon in UTC formats as that day.
  const formatDay = (date: string, style: TimeStyle = 'date'): string =>
    formatTime(`${date}T12:00:00Z`, style, 'UTC', locale)
  const table = () => ({
    head: [intervalLabels[interval], 'Posts', ...shownMetrics.map((name) => metricLabels[name])],
    rows: series.map((row) => [row.date, row.posts, ...shownMetrics.map((name) => row[name])]),
  })
  const cell = 'px-3 py-1.5 text-right tabular-nums'
  return (
    <section aria-labelledby="trend">
      <SectionHead id="trend" title={`${metricLabels[metric]} over time`}>
        <ExportButton name={`${fileName}-by-${interval}`} of={`${metricLabels[metric]} over time`} read={table} />
      </SectionHead>
      <div className="grid gap-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div aria-hidden className="panel relative h-64 p-3">
          {series.every((row) => row[metric] === null) && (
            <p className="absolute inset-0 flex items-center justify-center text-ink-soft">
              No {metricLabels[metric].toLowerCase()} reported
            </p>
          )}
          <TrendChart
            points={series.map((row) => ({
              label: formatDay(row.date),
              // Only monthly labels need the year.
              short: formatDay(row.date, interval === 'month' ? 'date' : 'dayOfMonth'),
              value: row[metric],
              posts: row.posts,
            }))}
            label={metricLabels[metric]}
          />
        </div>
        <ScrollRegion label={`${metricLabels[metric]} over time, as a table`} className="panel h-64 overflow-y-auto">
          <table className="w-full border-collapse text-sm">
            <thead className="sticky top-0 bg-surface">
              <tr className="border-b border-line text-ink-soft">
                <th scope="col" className="px-3 py-1.5 text-left font-medium">
                  {intervalLabels[interval]}
                </th>
                <th scope="col" className={`${cell} font-medium`}>
                  Posts
                </th>
                <th scope="col" className={`${cell} font-medium`}>
                  {metricLabels[metric]}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {series.toReversed().map((row) => (
                <tr key={row.date}>
                  <th
                    scope="row"
                    className="px-3 py-1.5 text-left font-normal whitespace-nowrap"
                    suppressHydrationWarning
                  >
                    {formatDay(row.date)}
                  </th>
                  <td className={cell}>{row.posts}</td>
                  <td className={cell}>
                    <Count value={row[metric]} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </div>
      <p className="mt-1.5 text-sm text-ink-soft">By publish date. Gap = no data, thin line = 0.</p>
    </section>
  )
}
