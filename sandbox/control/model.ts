import { z } from 'zod'
import { emptyAnswer, errorAnswer, jsonAnswer, type OpenVisit, openRoute, Refusal, type Route } from '../http/call'
import { modelKey } from '../model/service'
import { ModelFaultRequest, type ModelState } from '../state/model-state'
import { bodyOf, queryOf } from './input'

/** Control routes of the model stand-in. */
export const modelRoutes = (model: ModelState): Route[] => [
  on('GET /model', () => jsonAnswer(200, { api_key: modelKey })),
  on('GET /model/faults', () => jsonAnswer(200, { faults: model.faults() })),
  on('POST /model/faults', ({ call }) => jsonAnswer(201, model.setFault(bodyOf(call, ModelFaultRequest)))),
  on('DELETE /model/faults', () => {
    model.clearFaults()
    return emptyAnswer(204)
  }),
  on('DELETE /model/faults/:id', ({ params: { id = '' } }) => {
    if (!model.removeFault(id)) throw new Refusal(errorAnswer(404, `Unknown fault ${id}.`))
    return emptyAnswer(204)
  }),
  on('GET /model/requests', ({ call }) => {
    const limit = z.coerce.number().int().min(1).max(1_000).default(100)
    const query = queryOf(call, { limit, contains: z.string().optional() })
    return jsonAnswer(200, { requests: model.requests(query.limit, query.contains) })
  }),
]

const on = (pattern: string, handle: (visit: OpenVisit) => ReturnType<typeof jsonAnswer>): Route =>
  openRoute(pattern, 'control', handle)
