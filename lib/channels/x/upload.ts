import { FormData } from 'undici'
import { z } from 'zod'
import type { Account, CallOptions, PostMedia, Run } from '../channel'
import { ChannelFault } from '../fault'
import { loadMedia, type MediaWanted } from '../media'
import { pollUntil } from '../poll'
import { callX } from './client'

const maxBytes = { image: 5_000_000, gif: 15_000_000, video: 512_000_000 }
const types: Record<PostMedia['kind'], readonly string[]> = {
  image: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  gif: ['image/gif'],
  video: ['video/mp4', 'video/quicktime'],
}
const category = { gif: 'tweet_gif', video: 'tweet_video' }

/** X's own tools use pieces of this size; the true ceiling is not documented. */
const chunkBytes = 1_048_576
const processingLimitMs = 300_000

const Processing = z.object({
  state: z.enum(['pending', 'in_progress', 'succeeded', 'failed']),
  error: z.object({ message: z.string().optional() }).optional(),
})
const Media = z.object({ data: z.object({ id: z.string(), processing_info: Processing.optional() }) })
type Upload = { id: string; isProcessed: boolean }

/** Uploads everything the post shows and describes it. Repeating any of it harms nobody: media expire unseen. */
export async function uploadMedia(media: PostMedia[], account: Account, run: Run): Promise<string[]> {
  const ids: string[] = []
  for (const [index, item] of media.entries()) {
    const step = `media-${index + 1}`
    const upload: Upload = await run.once(step, (call) =>
      item.kind === 'image' ? uploadAtOnce(item, account, call) : uploadInPieces(item, item.kind, account, call),
    )
    if (!upload.isProcessed) await awaitProcessing(upload.id, step, account, run)
    if (item.altText) await describe(upload.id, item.altText, `alt-${index + 1}`, account, run)
    ids.push(upload.id)
  }
  return ids
}

/** What has to be done again when X no longer has the media. */
export const uploadSteps = (media: PostMedia[]): string[] =>
  media.flatMap((_, index) => [`media-${index + 1}`, `alt-${index + 1}`])

const wanted = (kind: PostMedia['kind']): MediaWanted => ({
  network: 'X',
  maxBytes: maxBytes[kind],
  types: types[kind],
})

async function uploadAtOnce(media: PostMedia, account: Account, call: CallOptions): Promise<Upload> {
  const { bytes, mimeType } = await loadMedia(media, wanted('image'), call)
  const form = new FormData()
  form.set('media', new Blob([new Uint8Array(bytes)], { type: mimeType }), `image.${mimeType.slice('image/'.length)}`)
  form.set('media_category', 'tweet_image')
  const { data } = await callX(account, { method: 'POST', path: 'media/upload', form }, Media, call)
  return { id: data.id, isProcessed: data.processing_info === undefined }
}

async function uploadInPieces(
  media: PostMedia,
  kind: 'gif' | 'video',
  account: Account,
  call: CallOptions,
): Promise<Upload> {
  const { bytes, mimeType } = await loadMedia(media, wanted(kind), call)
  const json = { media_type: mimeType, total_bytes: bytes.length, media_category: category[kind] }
  const started = await callX(account, { method: 'POST', path: 'media/upload/initialize', json }, Media, call)
  const { id } = started.data
  for (let segment = 0; segment * chunkBytes < bytes.length; segment += 1) {
    const piece = bytes.subarray(segment * chunkBytes, (segment + 1) * chunkBytes)
    const form = new FormData()
    form.set('segment_index', String(segment))
    form.set('media', new Blob([new Uint8Array(piece)]), 'piece')
    await callX(account, { method: 'POST', path: `media/upload/${id}/append`, form }, z.unknown(), call)
  }
  const { data } = await callX(account, { method: 'POST', path: `media/upload/${id}/finalize` }, Media, call)
  return { id, isProcessed: data.processing_info === undefined }
}

async function awaitProcessing(id: string, step: string, account: Account, run: Run): Promise<void> {
  const query = { command: 'STATUS', media_id: id }
  const { data } = await pollUntil(run, {
    network: 'X',
    limitMs: processingLimitMs,
    read: (call) => callX(account, { method: 'GET', path: 'media/upload', query }, Media, call),
    isDone: ({ data: { processing_info } }) => !['pending', 'in_progress'].includes(processing_info?.state ?? ''),
  })
  if (data.processing_info?.state !== 'failed') return
  await run.forget([step])
  throw new ChannelFault({
    outcome: 'refused',
    category: 'render',
    isRetryable: false,
    code: 'processing_failed',
    message: `X could not process the film: ${data.processing_info.error?.message ?? 'no reason given'}. Encode it as MP4 with H.264 and AAC.`,
  })
}

async function describe(id: string, text: string, step: string, account: Account, run: Run): Promise<void> {
  const json = { id, metadata: { alt_text: { text } } }
  await run.once(step, async (call) => {
    await callX(account, { method: 'POST', path: 'media/metadata', json }, z.unknown(), call)
    return { isDescribed: true }
  })
}
