import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AnalyticsPeriod, AnalyticsTotals } from '@/lib/analytics/contract'
import { Count, formatShare, metricLabels, Rate } from './metrics'
import { Sparkline } from './sparkline'

type Props = {
  totals: AnalyticsTotals
  /** Of the previous period; null for all time, undefined while loading. */
  before: AnalyticsTotals | null | undefined
  /** “the previous 28 days” */
  previousLabel: string | null
  series: readonly AnalyticsPeriod[]
}

/** With their trend. The other metrics are in one row below. */
const mainMetrics = ['impressions', 'reach', 'engagement'] as const
const otherMetrics = ['likes', 'comments', 'shares', 'saves', 'clicks'] as const

export function Totals({ totals, before, previousLabel, series }: Props) {
  const change = (now: number | null, then: number | null | undefined): ReactNode =>
    previousLabel && <Change now={now} then={before ? (then ?? null) : undefined} previousLabel={previousLabel} />
  // Without posts in the previous period only the post count is compared.
  const measured = (now: number | null, then: number | null | undefined): ReactNode =>
    before?.posts === 0 ? null : change(now, then)
  return (
    <section aria-labelledby="totals">
      <h2 id="totals" className="sr-only">
        Totals
      </h2>
      <dl className="grid grid-cols-2 gap-2 lg:grid-cols-4">
        {mainMetrics.map((name) => (
          <Tile key={name} label={metricLabels[name]} change={measured(totals[name], before?.[name])}>
            <Count value={totals[name]} />
            <Sparkline series={series} metricOf={(period) => period[name]} />
          </Tile>
        ))}
        <Tile label="Engagement rate" change={measured(totals.engagement_rate, before?.engagement_rate)}>
          <Rate value={totals.engagement_rate} />
          <Sparkline series={series} metricOf={(period) => period.engagement_rate} />
        </Tile>
      </dl>
      <dl className="panel mt-2 grid grid-cols-2 gap-x-4 gap-y-3 px-4 py-3 sm:grid-cols-3 lg:grid-cols-6">
        <SmallTile label="Posts" change={change(totals.posts, before?.posts)}>
          <Count value={totals.posts} />
        </SmallTile>
        {otherMetrics.map((name) => (
          <SmallTile key={name} label={metricLabels[name]} change={measured(totals[name], before?.[name])}>
            <Count value={totals[name]} />
          </SmallTile>
        ))}
      </dl>
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

/** The change in percent. Needs data for both periods, and a previous value above 0. */
function Change({
  now,
  then,
  previousLabel,
}: {
  now: number | null
  then: number | null | undefined
  previousLabel: string
}) {
  if (then === undefined) return null
  if (now === null || then === null) return <span className="text-ink-soft">no comparison</span>
  if (then === 0) return <span className="text-ink-soft">{now === 0 ? 'unchanged' : '0 before'}</span>
  const share = (now - then) / then
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
      <span className="sr-only"> compared with {previousLabel}</span>
    </span>
  )
}
