'use client'

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatNumber, plural } from '@/lib/text/number-text'

type Point = { label: string; short: string; value: number | null; posts: number }

const tick = { fill: 'var(--ink-soft)', fontSize: 12 }

/** Bars, because a line would connect across days without data. */
export function TrendChart({ points, label }: { points: Point[]; label: string }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      {/* Not focusable, because the table has the same data. */}
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
          tickFormatter={(value) => formatNumber(Number(value))}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--quiet-wash)' }}
          content={({ active, payload }) => (
            <HoverCard point={active ? (payload?.[0]?.payload as Point) : undefined} label={label} />
          )}
        />
        <Bar dataKey="value" fill="var(--accent)" radius={[3, 3, 0, 0]} minPointSize={2} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}

function HoverCard({ point, label }: { point: Point | undefined; label: string }) {
  if (!point) return null
  return (
    <div className="rounded-lg border border-line bg-raised px-3 py-2 text-sm shadow-lg">
      <p className="font-medium">{point.label}</p>
      <p className="tabular-nums">
        {point.value === null ? `${label}: no data` : `${label}: ${formatNumber(point.value)}`}
      </p>
      <p className="text-ink-soft">{plural(point.posts, 'post')}</p>
    </div>
  )
}
