'use client'

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { channelNames } from '@/components/channels/channel-names'
import type { ChannelId } from '@/lib/channel-ids'
import { formatNumber, plural } from '@/lib/text/number-text'

export type TrendPoint = {
  label: string
  short: string
  posts: number
  /** Of all channels. */
  total: number | null
  /** By shown channel. */
  values: Record<string, number | null>
}

const tick = { fill: 'var(--ink-soft)', fontSize: 12 }
const compact = new Intl.NumberFormat('en', { notation: 'compact' })

/** Stacked bars, because a line would connect across days without data. */
export function TrendChart({
  points,
  channels,
  label,
}: {
  points: TrendPoint[]
  channels: readonly ChannelId[]
  label: string
}) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      {/* Not focusable, because the table has the same data. */}
      <BarChart
        data={points}
        accessibilityLayer={false}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        maxBarSize={36}
      >
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
          width={44}
          tick={tick}
          tickLine={false}
          axisLine={false}
          allowDecimals={false}
          tickFormatter={(value) => compact.format(Number(value))}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--quiet-wash)' }}
          content={({ active, payload }) => (
            <HoverCard point={active ? (payload?.[0]?.payload as TrendPoint) : undefined} {...{ channels, label }} />
          )}
        />
        {channels.map((channel) => (
          <Bar
            key={channel}
            dataKey={({ values }: TrendPoint) => values[channel]}
            name={channelNames[channel]}
            stackId="all"
            fill={`var(--series-${channel})`}
            stroke="var(--surface)"
            strokeWidth={0.5}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}

function HoverCard({
  point,
  channels,
  label,
}: {
  point: TrendPoint | undefined
  channels: readonly ChannelId[]
  label: string
}) {
  if (!point) return null
  const reported = channels.flatMap((channel) => {
    const value = point.values[channel] ?? null
    return value === null ? [] : [{ channel, value }]
  })
  return (
    <div className="min-w-44 rounded-lg border border-line bg-raised px-3 py-2 text-sm shadow-lg">
      <p className="font-medium">{point.label}</p>
      <p className="flex justify-between gap-4 tabular-nums">
        <span>{label}</span>
        <span className="font-medium">{point.total === null ? 'no data' : formatNumber(point.total)}</span>
      </p>
      <ul className="mt-1 border-t border-line pt-1">
        {reported.map(({ channel, value }) => (
          <li key={channel} className="flex items-center gap-1.5 tabular-nums">
            <span className="size-2 rounded-xs" style={{ background: `var(--series-${channel})` }} />
            {channelNames[channel]}
            <span className="ml-auto pl-4">{formatNumber(value)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-1 text-ink-soft">{plural(point.posts, 'post')}</p>
    </div>
  )
}
