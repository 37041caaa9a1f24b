import { z } from 'zod'
import { type Answer, jsonAnswer } from '../exchange'
import type { Visit } from '../router'
import { badParameter, refuse } from './envelope'
import { graphList, parametersOf } from './parameters'

export type InsightValue = number | Record<string, number>

const Parameters = z.strictObject({
  metric: graphList,
  period: z.enum(['lifetime']).optional(),
  metric_type: z.enum(['total_value']).optional(),
})

/**
 * `GET /{id}/insights`. One name that is not offered fails the whole request; what is not counted yet is left out and
 * never 0. `offered` holds the metrics of this medium, null for one without a number so far.
 */
export function insightsAnswer(visit: Visit, offered: ReadonlyMap<string, InsightValue | null>): Answer {
  const { metric } = parametersOf(visit.call, Parameters)
  const stranger = metric.find((name) => !offered.has(name))
  if (metric.length === 0 || stranger !== undefined) throw badParameter('The value must be a valid insights metric')
  const data = metric.flatMap((name) => {
    const value = offered.get(name)
    if (value === null || value === undefined) return []
    const id = `${visit.params.id}/insights/${name}/lifetime`
    return [{ name, period: 'lifetime', values: [{ value }], title: name, description: '', id }]
  })
  return jsonAnswer(200, { data })
}

/** Code 10 as for a missing permission; only the words tell them apart. */
export const tooFewViewers = () =>
  refuse({ code: 10, message: '(#10) Not enough viewers for the media to show insights' })
