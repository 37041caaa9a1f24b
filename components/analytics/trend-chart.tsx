'use client'

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatCount } from './numbers'

type Point = { label: string; short: string; value: number | null; posts: number }

const tick = { fill: 'var(--ink-soft)', fontSize: 12 }

/** Bars, because a line would lead across days without a number as if it knew them. */
export function TrendChart({ points, word }: { points: Point[]; word: string }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      {/* The table beside it says the same, so it takes no focus. */}
      <BarChart data={points} accessibilityLayer={false} margin={{ top: 8, right: 4, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="short"
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: 'var(--line-strong)' }}
          minTickGap={28}
          interval="equidistantPreserveStart"
        />
        <YAxis
          width={48}
          tick={tick}
          tickLine={false}
          axisLine={false}
          allowDecimals={false}
          tickFormatter={(value) => formatCount(Number(value))}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--quiet-wash)' }}
          content={({ active, payload }) => (
            <Hover point={active ? (payload?.[0]?.payload as Point) : undefined} word={word} />
          )}
        />
        <Bar dataKey="value" fill="var(--accent)" radius={[3, 3, 0, 0]} minPointSize={2} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}

function Hover({ point, word }: { point: Point | undefined; word: string }) {
  if (!point) return null
  return (
    <div className="rounded-lg border border-line bg-raised px-3 py-2 text-sm shadow-lg">
      <p className="font-medium">{point.label}</p>
      <p className="tabular-nums">
        {point.value === null ? `${word}: not reported` : `${word}: ${formatCount(point.value)}`}
      </p>
      <p className="text-ink-soft">{point.posts === 1 ? '1 post' : `${point.posts} posts`}</p>
    </div>
  )
}
