import { cssColorOf } from './pillar-colors'
import type { PillarShare } from './pillars-table'

type Part = { id: string; name: string; color: string | null; percent: number }

/** Target and actual shares of all pillars as two bars. The table has the figures. */
export function ShareBars({ shares }: { shares: readonly PillarShare[] }) {
  const partsOf = (percentOf: (share: PillarShare) => number | null): Part[] =>
    shares.map((share) => ({ ...share.pillar, percent: percentOf(share) ?? 0 }))
  const target = partsOf(({ pillar }) => pillar.allocation_percent)
  const actual = partsOf(({ percent }) => percent)
  const hasPosts = shares.some(({ percent }) => percent !== null)
  return (
    <div className="panel mb-4 grid grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-3 p-4 text-sm">
      <span className="text-ink-soft">Target</span>
      <Bar parts={target} />
      <span className="text-right tabular-nums text-ink-soft">{sumOf(target)}% allocated</span>
      <span className="text-ink-soft">Actual</span>
      <Bar parts={actual} />
      <span className="text-right tabular-nums text-ink-soft">
        {hasPosts ? `${sumOf(actual)}% with a pillar` : 'No posts'}
      </span>
    </div>
  )
}

const sumOf = (parts: readonly Part[]): number =>
  Math.round(parts.reduce((sum, { percent }) => sum + percent, 0) * 10) / 10

const Bar = ({ parts }: { parts: readonly Part[] }) => (
  <div aria-hidden className="flex h-3 min-w-0 gap-px overflow-hidden rounded-full bg-quiet-wash">
    {parts.map(
      ({ id, name, color, percent }) =>
        percent > 0 && (
          <span
            key={id}
            title={`${name}: ${percent}%`}
            style={{ width: `${percent}%`, background: cssColorOf(color) }}
          />
        ),
    )}
  </div>
)
