import { ChannelFault } from './fault'
import { type MetricName, type MetricValues, metricNames, type PostReading } from './metrics'

type Given = Partial<Record<MetricName, number | null | undefined>>

/** A reading in which everything that is not given was not reported. */
export function readingOf(given: Given, extra: Record<string, number | null | undefined> = {}): PostReading {
  const values = Object.fromEntries(metricNames.map((name) => [name, count(given[name])])) as MetricValues
  const kept = Object.entries(extra).flatMap(([name, value]) => {
    const known = count(value)
    return known === null ? [] : [[name, known] as const]
  })
  return { values, extra: Object.fromEntries(kept) }
}

/** A sum over what is reported; null when nothing is. */
export function sumOf(...numbers: (number | null | undefined)[]): number | null {
  const known = numbers.filter((number) => typeof number === 'number')
  return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0)
}

/** Whole and not below 0, as counts are; anything else counts as not reported. */
const count = (value: number | null | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : null

/** The network says that there is no such post. */
export const isGone = (error: unknown): boolean =>
  error instanceof ChannelFault && error.outcome === 'refused' && error.providerStatus === 404
