import { z } from 'zod'
import { contract, idParams } from '@/lib/api/contract'

const count = z.int().min(0)

/** A model as it is configured. */
const Model = z.strictObject({
  name: z.string(),
  provider: z.enum(['openai', 'compatible']).meta({ description: '`compatible`: another server with the same API.' }),
  is_sample: z.boolean().meta({ description: 'It returns sample texts, for trying out the product.' }),
})

export const AiSettings = z.strictObject({
  text_model: Model.nullable().meta({ description: 'Writes texts. Null: not configured.' }),
  embedding_model: Model.extend({
    dimensions: z.int().nullable().meta({ description: 'Requested length of the vectors. Null: chosen by the model.' }),
  })
    .nullable()
    .meta({ description: 'Finds similar captions. Null: not configured.' }),
  budget: z.strictObject({
    calls_per_hour: count.meta({ description: 'For texts, and the same again for embeddings.' }),
    text_calls: count.meta({ description: 'In the current hour.' }),
    embedding_calls: count.meta({ description: 'In the current hour.' }),
    resets_at: z.iso.datetime(),
  }),
  usage: z.strictObject({
    since: z.iso.date().meta({ description: 'The first day of the month, in UTC.' }),
    items: z.array(
      z.strictObject({
        purpose: z.string(),
        model: z.string(),
        calls: count,
        failed_calls: count.meta({ description: 'Included in `calls`.' }),
        input_tokens: count,
        output_tokens: count,
      }),
    ),
  }),
})
export type AiSettings = z.output<typeof AiSettings>

const Check = z
  .strictObject({
    is_ok: z.boolean(),
    message: z.string().nullable().meta({ description: 'Why it failed, and what to do.' }),
    duration_ms: count,
  })
  .nullable()
  .meta({ description: 'Null: not configured.' })

const path = '/api/v1/projects/:id/ai'

export const getAiSettings = contract({
  method: 'GET',
  path,
  tag: 'AI',
  summary: 'Read the AI model and its usage',
  description: 'The model of this server, the calls of this month, and the budget of the project.',
  scope: 'session',
  params: idParams,
  answers: { 200: AiSettings },
  errors: ['not_found'],
})

export const checkAi = contract({
  method: 'POST',
  path: `${path}/check`,
  tag: 'AI',
  summary: 'Check the AI model',
  description: 'Makes one small call to each model. The calls count.',
  scope: 'session',
  params: idParams,
  answers: { 200: z.strictObject({ text: Check, embeddings: Check }) },
  errors: ['not_found', 'insufficient_scope'],
})
