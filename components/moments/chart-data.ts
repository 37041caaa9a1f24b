import type { Moment } from '@/lib/moments/contract'
import { formatNumber, formatPercent } from '@/lib/text/number-text'

export type Bar = { value: number; publishedAt: string; isLatest: boolean }
export type ChartData = {
  bars: Bar[]
  /** The line that the latest values are compared with. */
  line: { value: number; label: string } | null
  latestLabel: string
  format: (value: number) => string
}

type Snapshot = Moment['data_snapshot']

/** What the chart of a moment shows. Null if the snapshot has no values. */
export function chartOf({ kind, data_snapshot: snapshot }: Pick<Moment, 'kind' | 'data_snapshot'>): ChartData | null {
  const earlier = pointsIn(snapshot.comparable)
  if (earlier.length === 0) return null
  const bars = (points: Point[], isLatest: boolean): Bar[] =>
    points.map(({ value, published_at }) => ({ value, publishedAt: published_at, isLatest }))
  const isRate = typeof snapshot.metric === 'string' && snapshot.metric.endsWith('_rate')
  const format = (value: number): string => (isRate ? formatPercent(value, 1) : formatNumber(Math.round(value)))
  const median = numberIn(snapshot, 'median')
  const line = median === null ? null : { value: median, label: `Median ${format(median)}` }
  if (kind === 'milestone') {
    const threshold = numberIn(snapshot, 'threshold')
    const total = earlier.at(-1)?.value ?? 0
    return {
      bars: bars(earlier, false).map((bar) => ({ ...bar, isLatest: threshold !== null && bar.value >= threshold })),
      line: threshold === null ? null : { value: threshold, label: format(threshold) },
      latestLabel: `Total ${format(total)}`,
      format,
    }
  }
  if (kind === 'slump' || kind === 'streak') {
    const latest = pointsIn(snapshot.latest)
    return {
      bars: [...bars(earlier, false), ...bars(latest, true)],
      line,
      latestLabel: `Last ${latest.length} posts`,
      format,
    }
  }
  const value = numberIn(snapshot, 'value')
  if (value === null || typeof snapshot.published_at !== 'string') return null
  return {
    bars: [...bars(earlier, false), { value, publishedAt: snapshot.published_at, isLatest: true }],
    line,
    latestLabel: `This post ${format(value)}`,
    format,
  }
}

type Point = { published_at: string; value: number }

const pointsIn = (given: unknown): Point[] => (Array.isArray(given) ? given.filter(isPoint) : [])

const isPoint = (given: unknown): given is Point =>
  typeof given === 'object' &&
  given !== null &&
  'value' in given &&
  typeof given.value === 'number' &&
  'published_at' in given &&
  typeof given.published_at === 'string'

function numberIn(snapshot: Snapshot, name: string): number | null {
  const value = snapshot[name]
  return typeof value === 'number' ? value : null
}
