import type { OpenAI } from 'openai'
import type { z } from 'zod'
import type { Database } from '@/lib/db/pool'
import { clearableDeadlineIn } from '@/lib/deadline'
import { env } from '@/lib/env'
import type { Json } from '@/lib/json'
import type { Adapter, ModelAnswer, ModelImage, ModelRequest } from './adapter'
import { chat } from './chat'
import { clientOf, withOneRetry } from './client'
import { cutOff, refused, rejects, unusable } from './errors'
import { assertOutsideTransaction, type Meter, metered, spendBudget } from './metering'
import { instructionsFor, messageFor, type PromptData, readAnswer, repairMessage, schemaInstructions } from './prompt'
import type { Purpose } from './purposes'
import { responses } from './responses'
import { type ModelApi, requireTextModel, type TextModel } from './settings'

export const adapters: Record<ModelApi, Adapter> = { chat, responses }

/** A task for the model. */
export type Task = {
  /** For the usage table, and the name of the answer's schema. */
  name: Purpose
  /** Our own words only. */
  instructions: string
  /** Everything that people or other servers wrote, under named keys. */
  data: PromptData
  images?: readonly ModelImage[]
  signal?: AbortSignal
}

/**
 * Asks the model and returns its answer, checked with `schema`. May take a minute, so never call it inside a
 * transaction, and wire its endpoint with `isOutside`.
 *
 * @param task `schema` must be a flat object for the model alone: `.nullable()` instead of `.optional()`, no records
 *   and no transforms. Refinements are checked here, and the model gets one chance to correct its answer.
 * @throws ai_unavailable (also when no model is configured), or rate_limited when the budget is used up
 */
export async function askModel<T>(db: Database, projectId: string, task: Task & { schema: z.ZodType<T> }): Promise<T> {
  assertOutsideTransaction(db)
  const model = requireTextModel()
  await spendBudget(db, projectId, 'text')
  return metered({ db, projectId, purpose: task.name, model: model.model }, async (meter) => {
    const client = await clientOf(model)
    const schema = await jsonSchemaOf(task.schema, task.name)
    const whole = clearableDeadlineIn(wholeMs())
    const signal = task.signal ? AbortSignal.any([task.signal, whole.signal]) : whole.signal
    try {
      return await askUntilValid({ client, model, schema, signal, meter }, task)
    } finally {
      whole.clear()
    }
  })
}

/** Time for all calls of one task together: within the 60 s that serverless hosts give a request. */
export const wholeMs = (): number => env().AI_TIMEOUT_SECONDS * 1800

type Asking = { client: OpenAI; model: TextModel; schema: Record<string, Json>; signal: AbortSignal; meter: Meter }

async function askUntilValid<T>(asking: Asking, task: Task & { schema: z.ZodType<T> }): Promise<T> {
  const first = { role: 'user' as const, text: messageFor(task.data) }
  const answer = await askOnce(asking, task, [first])
  const read = readAnswer(answer.text, task.schema)
  if (read.problem === undefined) return read.value
  const said = { role: 'assistant' as const, text: answer.text.slice(0, 20_000) }
  const repair = { role: 'user' as const, text: repairMessage(read.problem) }
  const repaired = readAnswer((await askOnce(asking, task, [first, said, repair])).text, task.schema)
  if (repaired.problem === undefined) return repaired.value
  throw unusable('invalid_answer')
}

/** Servers that rejected a JSON schema. They get it as text instead. */
const withoutSchemas = new Set<string>()

async function askOnce(asking: Asking, task: Task, turns: ModelRequest['turns']): Promise<ModelAnswer> {
  const { client, model, schema, signal, meter } = asking
  const adapter = adapters[model.api]
  const server = `${model.api} ${model.baseUrl} ${model.model}`
  const send = async (format: ModelRequest['format'], extra: string): Promise<ModelAnswer> => {
    const instructions = instructionsFor(task.instructions) + extra
    const request = { model: model.model, instructions, turns, images: task.images ?? [], format }
    return withOneRetry(signal, (signal) => adapter.ask(client, request, signal))
  }
  const sendPlain = () => send(null, `\n\n${schemaInstructions(schema)}`)
  const sendStructured = async () => {
    try {
      return await send({ name: task.name, schema }, '')
    } catch (error) {
      if (!rejects(error, /response_format|text\.format|json_schema/)) throw error
      withoutSchemas.add(server)
      return sendPlain()
    }
  }
  const answer = await (withoutSchemas.has(server) ? sendPlain() : sendStructured())
  meter.add(answer.tokens)
  assertComplete(answer)
  return answer
}

/** @throws ai_unavailable if the model refused or its answer was cut off */
export function assertComplete({ isRefused, isCut }: { isRefused?: boolean; isCut?: boolean }): void {
  if (isRefused) throw refused()
  if (isCut) throw cutOff()
}

/** The schema in the subset that OpenAI accepts. Throws if it uses more. */
async function jsonSchemaOf(schema: z.ZodType, name: string): Promise<Record<string, Json>> {
  const { zodResponseFormat } = await import('openai/helpers/zod')
  return zodResponseFormat(schema, name).json_schema.schema as Record<string, Json>
}
