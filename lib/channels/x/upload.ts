import { FormData } from 'undici'
import { z } from 'zod'
import { env } from '../../env'
import type { Account, CallOptions, PostMedia, Run } from '../channel'
import { ChannelFault } from '../fault'
import { type MediaWanted, type OpenedMedia, openMedia } from '../media'
import { brokenUpload, sendPieces } from '../pieces'
import { pollUntil } from '../poll'
import { callX } from './client'

const maxBytes = { image: 5_000_000, gif: 15_000_000, video: 512_000_000 }
const types: Record<PostMedia['kind'], readonly string[]> = {
  image: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  gif: ['image/gif'],
  video: ['video/mp4', 'video/quicktime'],
}
const isUpload = true
const category = { gif: 'tweet_gif', video: 'tweet_video' }

/** X numbers the pieces of an upload from 0 to 999. */
const piecesMax = 1_000
/** Below this a piece is not made smaller any more: then it is not its size that X refuses. */
const pieceBytesMin = 65_536
const processingLimitMs = 300_000

/**
 * Documented states: pending, in_progress, succeeded, failed. X's playground also says `processing`, so any other word
 * counts as still working.
 */
const Processing = z.object({
  state: z.string().optional(),
  error: z.object({ message: z.string().optional() }).optional(),
})
const Media = z.object({ data: z.object({ id: z.string(), processing_info: Processing.optional() }) })
type Upload = { id: string; isProcessed: boolean }
/** An upload that was begun. How it is cut belongs to it: a later worker goes on with the same pieces. */
type Begun = { id: string; pieceBytes: number; bytes: number }

/** The media of a post, and the steps that have to be forgotten when X no longer has them. */
export type Uploaded = { ids: string[]; steps: string[] }

/** Uploads everything the post shows and describes it. Repeating any of it harms nobody: media expire unseen. */
export async function uploadMedia(media: PostMedia[], account: Account, run: Run): Promise<Uploaded> {
  const uploaded: Uploaded = { ids: [], steps: [] }
  for (const [index, item] of media.entries()) {
    const step = `media-${index + 1}`
    uploaded.steps.push(step)
    const upload: Upload =
      item.kind === 'image'
        ? await run.once(step, (call) => uploadAtOnce(item, account, call))
        : await uploadInPieces(item, item.kind, { step, steps: uploaded.steps, account, run })
    if (!upload.isProcessed) await awaitProcessing(upload.id, uploaded.steps, account, run)
    // X has no alt text for films.
    if (item.altText && item.kind !== 'video') {
      uploaded.steps.push(`alt-${index + 1}`)
      await describe(upload.id, item.altText, `alt-${index + 1}`, account, run)
    }
    uploaded.ids.push(upload.id)
  }
  return uploaded
}

const wanted = (kind: PostMedia['kind']): MediaWanted => ({
  network: 'X',
  maxBytes: maxBytes[kind],
  types: types[kind],
})

async function uploadAtOnce(media: PostMedia, account: Account, call: CallOptions): Promise<Upload> {
  const { blob, facts } = await openMedia(media, wanted('image'), call)
  const form = new FormData()
  form.set('media', blob, `image.${facts.mime.slice('image/'.length)}`)
  form.set('media_category', 'tweet_image')
  const { data } = await callX(account, { method: 'POST', path: 'media/upload', form, isUpload }, Media, call)
  return { id: data.id, isProcessed: data.processing_info === undefined }
}

type Work = { step: string; steps: string[]; account: Account; run: Run }

/** Begins, sends the pieces and ends. Smaller pieces are tried where X finds them too large: it names no limit. */
async function uploadInPieces(media: PostMedia, kind: 'gif' | 'video', work: Work): Promise<Upload> {
  const { step, steps, account, run } = work
  const began = `${step}-start`
  const own = [step, began]
  steps.push(began)
  // Fetched once and kept on disk, so asking again for each piece costs nothing.
  const open = (call: CallOptions) => openMedia(media, wanted(kind), { signal: run.signal ?? call.signal })
  let isSecondTry = false
  for (let pieceBytes = env().X_CHUNK_BYTES; ; ) {
    const begun: Begun = await run.once(began, async (call) => begin(await open(call), kind, pieceBytes, account, call))
    pieceBytes = begun.pieceBytes
    try {
      const count = Math.ceil(begun.bytes / pieceBytes)
      const send = async (segment: number, call: CallOptions) => append(begun, segment, await open(call), account, call)
      const { steps: kept } = await sendPieces(run, { step, count, send })
      own.push(...kept)
      steps.push(...kept)
      return await run.once(step, (call) => finish(begun.id, account, call))
    } catch (error) {
      if (!(error instanceof ChannelFault) || error.outcome !== 'refused') throw error
      const isTooLarge = error.providerStatus === 413 && mayHalve(begun)
      const isBroken = error.providerStatus === 400 || error.providerStatus === 404
      if (!isTooLarge && !isBroken) throw error
      await run.forget([...own, ...stepsOfPieces(step, begun)])
      if (isTooLarge) pieceBytes = Math.ceil(pieceBytes / 2)
      // A worker that died between a piece and its record leaves an upload that goes on with that piece again.
      else if (isSecondTry) throw brokenUpload('X', error)
      else isSecondTry = true
    }
  }
}

const mayHalve = ({ pieceBytes, bytes }: Begun): boolean =>
  pieceBytes / 2 >= pieceBytesMin && bytes / Math.ceil(pieceBytes / 2) <= piecesMax

/** Every step in which pieces can have been kept; which of them there are is not known after a fault. */
const stepsOfPieces = (step: string, { bytes, pieceBytes }: Begun): string[] =>
  Array.from({ length: Math.ceil(bytes / pieceBytes) }, (_, first) => `${step}-from-${first}`)

async function begin(
  { facts: { bytes, mime } }: OpenedMedia,
  kind: 'gif' | 'video',
  wantedBytes: number,
  account: Account,
  call: CallOptions,
): Promise<Begun> {
  const json = { media_type: mime, total_bytes: bytes, media_category: category[kind] }
  const { data } = await callX(
    account,
    { method: 'POST', path: 'media/upload/initialize', json, isUpload },
    Media,
    call,
  )
  const pieceBytes = Math.max(wantedBytes, Math.ceil(bytes / piecesMax))
  return { id: data.id, pieceBytes, bytes }
}

async function append(
  { id, pieceBytes }: Begun,
  segment: number,
  { blob }: OpenedMedia,
  account: Account,
  call: CallOptions,
): Promise<null> {
  const form = new FormData()
  form.set('segment_index', String(segment))
  form.set('media', blob.slice(segment * pieceBytes, (segment + 1) * pieceBytes), 'piece')
  await callX(account, { method: 'POST', path: `media/upload/${id}/append`, form, isUpload }, z.unknown(), call)
  return null
}

async function finish(id: string, account: Account, call: CallOptions): Promise<Upload> {
  const { data } = await callX(account, { method: 'POST', path: `media/upload/${id}/finalize`, isUpload }, Media, call)
  return { id, isProcessed: data.processing_info === undefined }
}

async function awaitProcessing(id: string, steps: string[], account: Account, run: Run): Promise<void> {
  const query = { command: 'STATUS', media_id: id }
  const polling = pollUntil(run, {
    network: 'X',
    limitMs: processingLimitMs,
    read: (call) => callX(account, { method: 'GET', path: 'media/upload', query, isUpload }, Media, call),
    isDone: ({ data: { processing_info: info } }) =>
      info === undefined || ['succeeded', 'failed'].includes(info.state ?? ''),
  })
  const { data } = await polling.catch(async (error: unknown) => {
    // X no longer knows the film: a day has passed, or it lost it.
    const isGone = error instanceof ChannelFault && [400, 404].includes(error.providerStatus ?? 0)
    if (!isGone) throw error
    await run.forget(steps)
    throw brokenUpload('X', error)
  })
  if (data.processing_info?.state !== 'failed') return
  await run.forget(steps)
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
