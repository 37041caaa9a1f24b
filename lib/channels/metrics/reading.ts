import { ChannelError } from '../channel-error'
import { type MetricName, type MetricValues, metricNames, type PostReading } from './metrics'

type Reported = Partial<Record<MetricName, number | null | undefined>>

/** Missing values are null (not reported). */
export function readingOf(given: Reported, extra: Record<string, number | null | undefined> = {}): PostReading {
  const values = Object.fromEntries(metricNames.map((name) => [name, count(given[name])])) as MetricValues
  const reported = Object.entries(extra).flatMap(([name, value]) => {
    const known = count(value)
    return known === null ? [] : [[name, known] as const]
  })
  return { values, extra: Object.fromEntries(reported) }
}

/** Sum of the reported numbers; null if there are none. */
export function sumOf(...numbers: (number | null | undefined)[]): number | null {
  const known = numbers.filter((number) => typeof number === 'number')
  return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0)
}

/** Negative and non-finite numbers count as not reported. */
const count = (value: number | null | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : null

/** Whether the network no longer has the post. */
export const isGone = (error: unknown): boolean =>
  error instanceof ChannelError && error.outcome === 'refused' && error.providerStatus === 404
