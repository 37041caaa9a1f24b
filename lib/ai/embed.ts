import type { OpenAI } from 'openai'
import { z } from 'zod'
import type { Database } from '@/lib/db/pool'
import { clientOf, withOneRetry } from './client'
import { aiUnavailable, rejects, unusable } from './errors'
import { assertOutsideTransaction, type Meter, metered, spendBudget } from './metering'
import type { Purpose } from './purposes'
import { type EmbeddingModel, requireEmbeddingModel } from './settings'

/** Vectors can be compared only if model and dimensions are equal. */
export type Embeddings = { model: string; dimensions: number; vectors: number[][] }

/** OpenAI accepts 2,048 texts and 300,000 tokens per call. */
const batch = { texts: 100, characters: 150_000 }

/**
 * Makes one vector per text, in the same order. Each batch of 100 texts counts as one call.
 *
 * @param texts not empty, at most 8,000 tokens each
 * @throws ai_unavailable (also when no embedding model is configured), or rate_limited
 */
export async function embedTexts(
  db: Database,
  projectId: string,
  texts: readonly string[],
  { name = 'embeddings', signal }: { name?: Purpose; signal?: AbortSignal } = {},
): Promise<Embeddings> {
  assertOutsideTransaction(db)
  const model = requireEmbeddingModel()
  if (texts.some((text) => text.trim() === '')) throw new Error('Empty texts have no embedding. Leave them out.')
  const vectors: number[][] = []
  for (const part of batchesOf(texts)) {
    await spendBudget(db, projectId, 'embedding')
    const of = { db, projectId, purpose: name, model: model.model }
    vectors.push(...(await metered(of, (meter) => embedBatch(model, part, meter, signal))))
  }
  const dimensions = vectors[0]?.length ?? model.dimensions ?? 0
  if (vectors.some(({ length }) => length !== dimensions)) throw unusable('dimensions')
  return { model: model.model, dimensions, vectors }
}

function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = []
  let room = 0
  for (const text of texts) {
    const current = batches.at(-1)
    if (!current || current.length === batch.texts || text.length > room) {
      batches.push([text])
      room = batch.characters - text.length
    } else {
      current.push(text)
      room -= text.length
    }
  }
  return batches
}

async function embedBatch(
  model: EmbeddingModel,
  input: string[],
  meter: Meter,
  signal: AbortSignal | undefined,
): Promise<number[][]> {
  const client = await clientOf(model)
  const answer = await withOneRetry(signal, (signal) => send(client, model, input, signal))
  const parsed = Answer.safeParse(answer)
  if (!parsed.success || parsed.data.data.length !== input.length) throw unusable('unreadable')
  const { data, usage } = parsed.data
  meter.add({ input: usage?.prompt_tokens ?? 0, output: 0 })
  const vectors = data
    .map((item, place) => ({ place: item.index ?? place, embedding: item.embedding }))
    .sort((one, other) => one.place - other.place)
    .map(({ embedding }) => embedding)
  const wrong = vectors.find(({ length }) => length !== (model.dimensions ?? vectors[0]?.length))
  if (wrong) {
    const message = `The embedding model ${model.model} returned ${wrong.length} dimensions instead of ${model.dimensions}. Set OPENAI_EMBEDDING_DIMENSIONS=0 to use its own.`
    throw aiUnavailable(message, { dimensions: wrong.length })
  }
  return vectors
}

async function send(client: OpenAI, model: EmbeddingModel, input: string[], signal: AbortSignal): Promise<unknown> {
  const { dimensions } = model
  try {
    return await client.embeddings.create(
      // Without `float` the SDK asks for base64, and reads an empty vector if the server sends numbers.
      { model: model.model, input, encoding_format: 'float', ...(dimensions === null ? {} : { dimensions }) },
      { signal },
    )
  } catch (error) {
    if (dimensions === null || !rejects(error, /dimension|matryoshka/i)) throw error
    const message = `The embedding model ${model.model} cannot return ${dimensions} dimensions. Set OPENAI_EMBEDDING_DIMENSIONS=0 to use its own.`
    throw aiUnavailable(message, { status: 400 })
  }
}

/** A vector of zeros has no direction to compare. */
const Vector = z
  .array(z.number())
  .min(1)
  .refine((vector) => vector.some((value) => value !== 0))
const Answer = z.object({
  data: z.array(z.object({ index: z.int().nullish(), embedding: Vector })),
  usage: z
    .object({ prompt_tokens: z.number().catch(0) })
    .nullish()
    .catch(null),
})
