import { z } from 'zod'
import type { CallOptions, PostMedia, Run } from '../channel'
import { ChannelFault } from '../fault'
import { type Graph, GraphId } from '../meta/graph'
import { callSignal } from '../poll'

const photoStep = (index: number): string => `photo-${index + 1}`

/** Unpublished photos are seen by nobody, so one that is staged twice does no harm. */
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
 * Makes a post of staged photos. When Facebook refuses it for good they are taken away again: they would stay on the
 * Page's account for ever, unseen and counted.
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
    // After an earlier doubt, or a refusal as a duplicate, a public post may show these very photos.
    if (isFirst && isFinal(error)) await removeStaged(photos, graph, run)
    throw error
  }
}

const isFinal = (error: unknown): boolean =>
  error instanceof ChannelFault &&
  error.outcome === 'refused' &&
  !error.isRetryable &&
  !error.isDuplicate &&
  // Without access there is no way to take them away either, and once it is back they are posted.
  error.category !== 'connection'

const Success = z.object({ success: z.boolean() })

/** What can't be removed stays unseen; the refusal that led here is what has to be told. */
async function removeStaged(photos: readonly string[], graph: Graph, run: Run): Promise<void> {
  if (photos.length === 0) return
  await run.forget(photos.map((_, index) => photoStep(index)))
  const call = { signal: callSignal(run) }
  await Promise.allSettled(photos.map((id) => graph.remove(id, Success, call)))
}
