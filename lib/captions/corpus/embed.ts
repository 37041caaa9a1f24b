import { embedTexts } from '@/lib/ai/embed'
import { embeddingModel } from '@/lib/ai/settings'
import { monotonicMs } from '@/lib/clock'
import type { Database } from '@/lib/db/pool'
import { clearableDeadlineIn } from '@/lib/deadline'
import { AppError } from '@/lib/errors'
import { log } from '@/lib/logger'
import { listUnembedded, projectsToEmbed, storeEmbeddings, type Unembedded } from './embeddings-repository'
import { captionsPerRequest } from './limits'

/** The start of a text is enough for its meaning, and some models refuse long texts. */
const embeddedCharactersMax = 2_000
/** A request does not wait longer for its vectors. */
const requestDeadlineMs = 15_000
const jobBudgetMs = 240_000

/** The part of a caption that is embedded. */
export const embeddedText = (caption: string): string => caption.slice(0, embeddedCharactersMax)

/**
 * Embeds captions within a request. If no model is configured or it fails, the job embeds them later.
 *
 * @returns ids of the captions that have a vector now
 */
export async function embedNow(
  db: Database,
  projectId: string,
  captions: readonly Unembedded[],
): Promise<ReadonlySet<string>> {
  if (captions.length === 0 || embeddingModel() === null) return new Set()
  const deadline = clearableDeadlineIn(requestDeadlineMs)
  try {
    return new Set(await embed(db, projectId, captions, deadline.signal))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return new Set()
  } finally {
    deadline.clear()
  }
}

async function embed(
  db: Database,
  projectId: string,
  captions: readonly Unembedded[],
  signal?: AbortSignal,
): Promise<string[]> {
  const texts = captions.map(({ caption }) => embeddedText(caption))
  const { vectors, ...space } = await embedTexts(db, projectId, texts, signal ? { signal } : {})
  const embedded = captions.map((caption, index) => ({ ...caption, vector: vectors[index] ?? [] }))
  return storeEmbeddings(db, projectId, space, embedded)
}

/** Embeds captions without a vector, and all of them again after the model or its dimensions changed. */
export async function embedWaiting(db: Database): Promise<{ embedded: number }> {
  const model = embeddingModel()
  if (!model) return { embedded: 0 }
  const startedMs = monotonicMs()
  let embedded = 0
  for (const projectId of await projectsToEmbed(db, model)) {
    try {
      for (;;) {
        if (monotonicMs() - startedMs > jobBudgetMs) return { embedded }
        const waiting = await listUnembedded(db, projectId, model, captionsPerRequest)
        if (waiting.length === 0) break
        embedded += (await embed(db, projectId, waiting)).length
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.warn('captions.embedding_delayed', { project_id: projectId, code: error.code })
      // A budget is of one project. Other failures are of the server.
      if (error.code !== 'rate_limited') return { embedded }
    }
  }
  return { embedded }
}
