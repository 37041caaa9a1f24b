'use client'

import { formatTime, type TimeStyle } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { later } from '@/components/ui/later'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { Skeleton } from '@/components/ui/skeleton'
import type { AnalyticsMetric, AnalyticsStretch } from '@/lib/analytics/contract'
import { ExportButton } from './export-button'
import { Count, metricWords, shownMetrics } from './numbers'
import { SectionHead } from './section-head'

/** Loaded after the first paint; its place is kept. The table beside it says the same. */
const TrendChart = later(
  () => import('./trend-chart').then((it) => it.TrendChart),
  () => <Skeleton className="h-full" />,
)

export type Interval = 'day' | 'week' | 'month'
const stretchWords: Record<Interval, string> = { day: 'Day', week: 'Week from', month: 'Month from' }

type Props = { series: AnalyticsStretch[]; interval: Interval; metric: AnalyticsMetric; fileName: string }

/** The same twice: as a picture, and as a table for whoever cannot see it or wants the numbers. */
export function Trend({ series, interval, metric, fileName }: Props) {
  const { locale } = useZone()
  // A day has no zone of its own: noon in UTC is that day everywhere it is written.
  const sayDay = (date: string, style: TimeStyle = 'date'): string =>
    formatTime(`${date}T12:00:00Z`, style, 'UTC', locale)
  const table = () => ({
    head: [stretchWords[interval], 'Posts', ...shownMetrics.map((name) => metricWords[name])],
    rows: series.map((stretch) => [stretch.date, stretch.posts, ...shownMetrics.map((name) => stretch[name])]),
  })
  const cell = 'px-3 py-1.5 text-right tabular-nums'
  return (
    <section aria-labelledby="trend">
      <SectionHead id="trend" title={`${metricWords[metric]} over time`}>
        <ExportButton name={`${fileName}-by-${interval}`} of={`${metricWords[metric]} over time`} read={table} />
      </SectionHead>
      <div className="grid gap-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div aria-hidden className="panel h-64 p-3">
          <TrendChart
            points={series.map((stretch) => ({
              label: sayDay(stretch.date),
              // Only months lie so far apart that an axis needs their year.
              short: sayDay(stretch.date, interval === 'month' ? 'date' : 'dayOfMonth'),
              value: stretch[metric],
              posts: stretch.posts,
            }))}
            word={metricWords[metric]}
          />
        </div>
        <ScrollRegion label={`${metricWords[metric]} over time, as a table`} className="panel h-64 overflow-y-auto">
          <table className="w-full border-collapse text-sm">
            <thead className="sticky top-0 bg-surface">
              <tr className="border-b border-line text-ink-soft">
                <th scope="col" className="px-3 py-1.5 text-left font-medium">
                  {stretchWords[interval]}
                </th>
                <th scope="col" className={`${cell} font-medium`}>
                  Posts
                </th>
                <th scope="col" className={`${cell} font-medium`}>
                  {metricWords[metric]}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {series.toReversed().map((stretch) => (
                <tr key={stretch.date}>
                  <th
                    scope="row"
                    className="px-3 py-1.5 text-left font-normal whitespace-nowrap"
                    suppressHydrationWarning
                  >
                    {sayDay(stretch.date)}
                  </th>
                  <td className={cell}>{stretch.posts}</td>
                  <td className={cell}>
                    <Count value={stretch[metric]} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </div>
      <p className="mt-1.5 text-sm text-ink-soft">
        By when posts went out. A gap is a time of which no number is known; a thin line is a measured 0.
      </p>
    </section>
  )
}
