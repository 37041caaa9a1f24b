import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AnalyticsPeriod, AnalyticsTotals } from '@/lib/analytics/contract'
import { Count, formatShare, metricLabels, Rate } from './metrics'
import { Sparkline } from './sparkline'

type Props = {
  totals: AnalyticsTotals
  /** Of the compared period; null if there is none. */
  before: AnalyticsTotals | null
  /** “1 Nov – 28 Nov 2026” */
  comparedWith: string | null
  series: readonly AnalyticsPeriod[]
}

const otherMetrics = ['reach', 'likes', 'comments', 'shares', 'saves', 'clicks'] as const

/** Four figures with change and trend, and the other metrics in one row. */
export function Totals({ totals, before, comparedWith, series }: Props) {
  const change = (now: number | null, then: number | null | undefined): ReactNode =>
    comparedWith && <Change now={now} then={then ?? null} comparedWith={comparedWith} />
  return (
    <section aria-labelledby="totals">
      <h2 id="totals" className="sr-only">
        Totals
      </h2>
      <dl className="grid grid-cols-2 gap-2 lg:grid-cols-4">
        <Tile label="Posts" change={change(totals.posts, before?.posts)}>
          <Count value={totals.posts} />
          <Sparkline series={series} metricOf={(period) => period.posts} />
        </Tile>
        {(['impressions', 'engagement'] as const).map((name) => (
          <Tile key={name} label={metricLabels[name]} change={change(totals[name], before?.[name])}>
            <Count value={totals[name]} />
            <Sparkline series={series} metricOf={(period) => period[name]} />
          </Tile>
        ))}
        <Tile label="Engagement rate" change={change(totals.engagement_rate, before?.engagement_rate)}>
          <Rate value={totals.engagement_rate} />
          <Sparkline series={series} metricOf={(period) => period.engagement_rate} />
        </Tile>
      </dl>
      <dl className="panel mt-2 grid grid-cols-2 gap-x-4 gap-y-3 px-4 py-3 sm:grid-cols-3 lg:grid-cols-6">
        {otherMetrics.map((name) => (
          <SmallTile key={name} label={metricLabels[name]} change={change(totals[name], before?.[name])}>
            <Count value={totals[name]} />
          </SmallTile>
        ))}
      </dl>
      {comparedWith && <p className="mt-1.5 text-sm text-ink-soft">Compared with {comparedWith}.</p>}
    </section>
  )
}

type TileProps = { label: string; change: ReactNode; children: ReactNode }

const Tile = ({ label, change, children }: TileProps) => (
  <div className="panel flex flex-col p-4">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className="mt-1 flex items-end justify-between gap-3 text-2xl font-semibold tabular-nums *:last:w-2/5 max-sm:flex-col max-sm:items-stretch max-sm:*:last:w-full">
      {children}
    </dd>
    {change && <dd className="mt-1 min-h-4.5 text-sm">{change}</dd>}
  </div>
)

const SmallTile = ({ label, change, children }: TileProps) => (
  <div className="min-w-0">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
      <span className="text-lg font-semibold">{children}</span>
      {change && <span className="text-sm">{change}</span>}
    </dd>
  </div>
)

/** The change in percent. Needs data for both periods, and an earlier value above 0. */
function Change({ now, then, comparedWith }: { now: number | null; then: number | null; comparedWith: string }) {
  if (now === null) return null
  if (then === null) return <span className="text-ink-soft">no data before</span>
  if (then === 0) return <span className="text-ink-soft">{now === 0 ? 'unchanged' : '0 before'}</span>
  const change = (now - then) / then
  // A change that reads 0% is none.
  const share = formatShare(Math.abs(change)) === formatShare(0) ? 0 : change
  const [Icon, direction, look] =
    share > 0
      ? ([ArrowUp, 'up', 'text-good'] as const)
      : share < 0
        ? ([ArrowDown, 'down', 'text-bad'] as const)
        : ([ArrowRight, 'unchanged', 'text-ink-soft'] as const)
  return (
    <span className={`inline-flex items-center gap-1 tabular-nums ${look}`}>
      <Icon aria-hidden size={14} />
      <span className="sr-only">{direction} </span>
      {formatShare(Math.abs(share))}
      <span className="sr-only"> compared with {comparedWith}</span>
    </span>
  )
}
