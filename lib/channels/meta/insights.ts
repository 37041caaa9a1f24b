import { z } from 'zod'
import type { CallOptions } from '../channel'
import { ChannelError } from '../channel-error'
import type { Graph } from './graph'

const Value = z.union([z.number(), z.record(z.string(), z.number())])
const Insight = z.object({
  name: z.string(),
  values: z.array(z.object({ value: Value.nullish() })).optional(),
  total_value: z.object({ value: Value.nullish() }).optional(),
})
const Insights = z.object({ data: z.array(Insight).default([]) })

export type InsightValue = z.output<typeof Value>

/**
 * Lifetime metrics of a post, by the network's names. Missing ones are omitted. One unsupported name fails the whole
 * request, so each is then requested separately.
 */
export async function readInsights(
  graph: Graph,
  id: string,
  metrics: readonly string[],
  call: CallOptions,
): Promise<Map<string, InsightValue>> {
  try {
    return await ask(graph, id, metrics, call)
  } catch (error) {
    if (hasTooFewViewers(error)) return new Map()
    if (!isBadMetric(error)) throw error
  }
  const found = new Map<string, InsightValue>()
  for (const metric of metrics) {
    const matching = await ask(graph, id, [metric], call).catch((error: unknown) => {
      if (isBadMetric(error) || hasTooFewViewers(error)) return new Map<string, InsightValue>()
      throw error
    })
    for (const [name, value] of matching) found.set(name, value)
  }
  return found
}

async function ask(
  graph: Graph,
  id: string,
  metrics: readonly string[],
  call: CallOptions,
): Promise<Map<string, InsightValue>> {
  const { data } = await graph.get(`${id}/insights`, { metric: metrics.join(',') }, Insights, call)
  return new Map(
    data.flatMap(({ name, values, total_value }) => {
      const value = values?.at(-1)?.value ?? total_value?.value
      return value === null || value === undefined ? [] : [[name, value] as const]
    }),
  )
}

/** A number, or the sum of numbers by kind (`{like: 3, love: 1}`). */
export function totalOf(value: InsightValue | undefined): number | null {
  if (value === undefined) return null
  return typeof value === 'number' ? value : Object.values(value).reduce((sum, number) => sum + number, 0)
}

/** Code 100 with subcode 33 means deleted media; without it, a wrong metric. */
const isBadMetric = (error: unknown): boolean => error instanceof ChannelError && error.code === '100'

export const isMissingMedium = (error: unknown): boolean => error instanceof ChannelError && error.code === '100/33'

/** Has the code of a missing permission, but the connection is fine. */
const hasTooFewViewers = (error: unknown): boolean =>
  error instanceof ChannelError && error.code === '10' && error.category === 'other'
