import type { OpenAI } from 'openai'
import type { Database } from '@/lib/db/pool'
import { clearableDeadlineIn } from '@/lib/deadline'
import { env } from '@/lib/env'
import type { AppError } from '@/lib/errors'
import type { Chunk, ModelRequest } from './adapter'
import { adapters, assertComplete, type Task, wholeMs } from './ask'
import { abortReason, clientOf, withOneRetry } from './client'
import { toAiError, unusable } from './errors'
import { assertOutsideTransaction, Meter, spendBudget } from './metering'
import { instructionsFor, messageFor } from './prompt'
import { requireTextModel, type TextModel } from './settings'

/**
 * Streams a plain text in parts; in one part if the server cannot stream. Stop reading, or abort the signal, to cancel
 * the call. The caller checks the text, as it would check a person's.
 *
 * @throws like askModel; at the first part, or later if the answer breaks off
 */
export async function* streamModel(db: Database, projectId: string, task: Task): AsyncGenerator<string, void> {
  assertOutsideTransaction(db)
  const model = requireTextModel()
  await spendBudget(db, projectId, 'text')
  const meter = new Meter({ db, projectId, purpose: task.name, model: model.model })
  const whole = clearableDeadlineIn(wholeMs())
  const stop = new AbortController()
  const signals = [whole.signal, stop.signal, ...(task.signal ? [task.signal] : [])]
  const signal = AbortSignal.any(signals)
  let failure: AppError | undefined
  let isEmpty = true
  try {
    for await (const chunk of await open(model, task, signal)) {
      if (chunk.tokens) meter.add(chunk.tokens)
      assertComplete(chunk)
      if (!chunk.text) continue
      isEmpty = false
      yield chunk.text
    }
    if (isEmpty) throw unusable('empty')
  } catch (error) {
    failure = toAiError(abortReason(signal, undefined, env().AI_TIMEOUT_SECONDS) ?? error, model.model)
    throw failure
  } finally {
    // Runs also when the consumer stops reading.
    stop.abort()
    whole.clear()
    await meter.finish(failure)
  }
}

async function open(model: TextModel, task: Task, signal: AbortSignal): Promise<AsyncIterable<Chunk>> {
  const client = await clientOf(model)
  const request: ModelRequest = {
    model: model.model,
    instructions: instructionsFor(task.instructions),
    turns: [{ role: 'user', text: messageFor(task.data) }],
    images: task.images ?? [],
    format: null,
  }
  const adapter = adapters[model.api]
  return (
    (await withOneRetry(signal, () => adapter.open(client, request, signal))) ??
    inOnePart(client, model, request, signal)
  )
}

async function* inOnePart(
  client: OpenAI,
  model: TextModel,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<Chunk> {
  yield await withOneRetry(signal, (signal) => adapters[model.api].ask(client, request, signal))
}
