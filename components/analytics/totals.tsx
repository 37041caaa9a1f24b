import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AnalyticsTotals } from '@/lib/analytics/contract'
import { Count, formatShare, metricWords, Rate, shownMetrics } from './numbers'
import { SectionHead } from './section-head'

type Props = {
  totals: AnalyticsTotals
  /** Of the stretch before; null when all posts are counted, undefined while it is not known. */
  before: AnalyticsTotals | null | undefined
  /** “the 28 days before” */
  beforeWords: string | null
}

export function Totals({ totals, before, beforeWords }: Props) {
  const change = (now: number | null, then: number | null | undefined): ReactNode =>
    beforeWords && <Change now={now} then={before ? (then ?? null) : undefined} beforeWords={beforeWords} />
  // Before the first post there was nothing to measure, which the count of posts says for all.
  const measured = (now: number | null, then: number | null | undefined): ReactNode =>
    before?.posts === 0 ? null : change(now, then)
  return (
    <section aria-labelledby="totals">
      <SectionHead id="totals" title="In total" />
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-5">
        <Tile word="Posts" change={change(totals.posts, before?.posts)}>
          <Count value={totals.posts} />
        </Tile>
        {shownMetrics.map((name) => (
          <Tile key={name} word={metricWords[name]} change={measured(totals[name], before?.[name])}>
            <Count value={totals[name]} />
          </Tile>
        ))}
        <Tile word="Engagement rate" change={measured(totals.engagement_rate, before?.engagement_rate)}>
          <Rate value={totals.engagement_rate} />
        </Tile>
      </dl>
    </section>
  )
}

function Tile({ word, change, children }: { word: string; change: ReactNode; children: ReactNode }) {
  return (
    <div className="panel flex flex-col gap-0.5 p-4">
      <dt className="order-2 text-sm text-ink-soft">{word}</dt>
      <dd className="order-1 text-xl font-semibold tabular-nums">{children}</dd>
      {change && <dd className="order-3 min-h-5 text-sm">{change}</dd>}
    </div>
  )
}

/** Without a number on both sides there is no change to speak of, and none from nothing. */
function Change({
  now,
  then,
  beforeWords,
}: {
  now: number | null
  then: number | null | undefined
  beforeWords: string
}) {
  if (then === undefined) return null
  if (now === null || then === null) return <span className="text-ink-soft">nothing to compare</span>
  if (then === 0) return <span className="text-ink-soft">{now === 0 ? 'as before' : 'none before'}</span>
  const share = (now - then) / then
  const [Icon, word, look] =
    share > 0
      ? ([ArrowUp, 'up', 'text-good'] as const)
      : share < 0
        ? ([ArrowDown, 'down', 'text-bad'] as const)
        : ([ArrowRight, 'as', 'text-ink-soft'] as const)
  return (
    <span className={`inline-flex items-center gap-1 tabular-nums ${look}`}>
      <Icon aria-hidden size={14} />
      <span className="sr-only">{word} </span>
      {formatShare(Math.abs(share))}
      <span className="sr-only"> against {beforeWords}</span>
    </span>
  )
}
