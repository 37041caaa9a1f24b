import type { AnalyticsPeriod } from '@/lib/analytics/contract'

type Props = { series: readonly AnalyticsPeriod[]; metricOf: (period: AnalyticsPeriod) => number | null }

/** One bar per period, and a gap where there is no data. Decorative: the numbers are next to it and in the table. */
export function Sparkline({ series, metricOf }: Props) {
  const bars = series.map((period) => ({ date: period.date, value: metricOf(period) }))
  const highest = Math.max(0, ...bars.map(({ value }) => value ?? 0))
  return (
    <div aria-hidden className="flex h-8 items-end gap-px">
      {bars.map(({ date, value }) => (
        <span
          key={date}
          className={value === null ? 'min-w-0 flex-1' : 'min-w-0 flex-1 rounded-xs bg-accent-fill/70'}
          style={value === null ? undefined : { height: highest > 0 ? `max(1px, ${(value / highest) * 100}%)` : 1 }}
        />
      ))}
    </div>
  )
}
