import { z } from 'zod'
import type { CallOptions } from '../channel'
import { ChannelFault } from '../fault'
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
 * The lifetime numbers of a medium, by the network's names. What it leaves out is left out here. One name that is not
 * offered for a medium fails the whole request, so then each is asked for by itself and the refused ones are dropped.
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
    const own = await ask(graph, id, [metric], call).catch((error: unknown) => {
      if (isBadMetric(error) || hasTooFewViewers(error)) return new Map<string, InsightValue>()
      throw error
    })
    for (const [name, value] of own) found.set(name, value)
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

/** A number, or the sum of a number for each kind (`{like: 3, love: 1}`). */
export function totalOf(value: InsightValue | undefined): number | null {
  if (value === undefined) return null
  return typeof value === 'number' ? value : Object.values(value).reduce((sum, number) => sum + number, 0)
}

/** Code 100 of a medium that is gone has the subcode 33; without it the metric is meant. */
const isBadMetric = (error: unknown): boolean => error instanceof ChannelFault && error.code === '100'

export const isMissingMedium = (error: unknown): boolean => error instanceof ChannelFault && error.code === '100/33'

/** It has the code of a missing permission, and says nothing about the connection. */
const hasTooFewViewers = (error: unknown): boolean =>
  error instanceof ChannelFault && error.code === '10' && error.category === 'other'
