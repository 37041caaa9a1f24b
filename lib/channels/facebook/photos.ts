import { z } from 'zod'
import type { CallOptions, PostMedia, Run } from '../channel'
import { ChannelError } from '../channel-error'
import { type Graph, GraphId } from '../meta/graph'
import { callSignal } from '../poll'

const photoStep = (index: number): string => `photo-${index + 1}`

/** Unpublished photos are invisible, so staging one twice is harmless. */
export async function stagePhotos(media: readonly PostMedia[], graph: Graph, run: Run): Promise<string[]> {
  const ids: string[] = []
  for (const [index, { url, altText }] of media.entries()) {
    const body = { url, published: false, ...(altText ? { alt_text_custom: altText } : {}) }
    const path = `${graph.account.accountId}/photos`
    try {
      ids.push((await run.once(photoStep(index), (call) => graph.postJson(path, body, GraphId, call))).id)
    } catch (error) {
      if (isFinal(error)) await removeStaged(ids, graph, run)
      throw error
    }
  }
  return ids
}

/**
 * Creates a post from staged photos. If Facebook finally refuses it, the photos are deleted, or they would stay on
 * the Page's account unseen.
 */
export async function sendStaged<T extends { id: string }>(
  photos: readonly string[],
  graph: Graph,
  run: Run,
  send: (call: CallOptions) => Promise<T>,
): Promise<T> {
  let isFirst = true
  try {
    return await run.sendOnce('publish', (call) => {
      isFirst = !call.earlier
      return send(call)
    })
  } catch (error) {
    // After an earlier send in doubt or a duplicate refusal, a published post may use these photos.
    if (isFirst && isFinal(error)) await removeStaged(photos, graph, run)
    throw error
  }
}

const isFinal = (error: unknown): boolean =>
  error instanceof ChannelError &&
  error.outcome === 'refused' &&
  !error.isRetryable &&
  !error.isDuplicate &&
  // Without a connection they cannot be deleted. A later attempt uses them after a reconnect.
  error.category !== 'connection'

const Success = z.object({ success: z.boolean() })

/** Failures are ignored: the photos stay invisible, and the original error matters more. */
async function removeStaged(photos: readonly string[], graph: Graph, run: Run): Promise<void> {
  if (photos.length === 0) return
  await run.forget(photos.map((_, index) => photoStep(index)))
  const call = { signal: callSignal(run) }
  await Promise.allSettled(photos.map((id) => graph.remove(id, Success, call)))
}
