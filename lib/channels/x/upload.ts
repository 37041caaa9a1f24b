import { FormData } from 'undici'
import { z } from 'zod'
import { env } from '../../env'
import type { Account, CallOptions, PostMedia, Run } from '../channel'
import { ChannelError } from '../channel-error'
import { type MediaWanted, type OpenedMedia, openMedia } from '../media/open-media'
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
/** Smallest piece size. If X refuses this too, size is not the reason. */
const pieceBytesMin = 65_536
const processingLimitMs = 300_000

/**
 * Documented states: pending, in_progress, succeeded, failed. X also sends `processing`, so unknown states count as
 * in progress.
 */
const Processing = z.object({
  state: z.string().optional(),
  error: z.object({ message: z.string().optional() }).optional(),
})
const Media = z.object({ data: z.object({ id: z.string(), processing_info: Processing.optional() }) })
type Upload = { id: string; isProcessed: boolean }
/** A started upload. Stores the piece size, so that another worker continues with the same pieces. */
type StartedUpload = { id: string; pieceBytes: number; bytes: number }

/** Media ids of a post, and the steps to delete if X no longer has them. */
export type Uploaded = { ids: string[]; steps: string[] }

/** Uploads all media and sets alt texts. Safe to repeat: unused media expire. */
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
    // X has no alt text for videos.
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

/**
 * Starts, sends the pieces and finishes. Retries with smaller pieces if X finds them too large, because it documents
 * no limit.
 */
async function uploadInPieces(media: PostMedia, kind: 'gif' | 'video', work: Work): Promise<Upload> {
  const { step, steps, account, run } = work
  const startStep = `${step}-start`
  const own = [step, startStep]
  steps.push(startStep)
  // Cached on disk, so opening it for each piece is cheap.
  const open = (call: CallOptions) => openMedia(media, wanted(kind), { signal: run.signal ?? call.signal })
  let isSecondTry = false
  for (let pieceBytes = env().X_CHUNK_BYTES; ; ) {
    const started: StartedUpload = await run.once(startStep, async (call) =>
      start(await open(call), kind, pieceBytes, account, call),
    )
    pieceBytes = started.pieceBytes
    try {
      const count = Math.ceil(started.bytes / pieceBytes)
      const send = async (segment: number, call: CallOptions) =>
        append(started, segment, await open(call), account, call)
      const { steps: newSteps } = await sendPieces(run, { step, count, send })
      own.push(...newSteps)
      steps.push(...newSteps)
      return await run.once(step, (call) => finish(started.id, account, call))
    } catch (error) {
      if (!(error instanceof ChannelError) || error.outcome !== 'refused') throw error
      const isTooLarge = error.providerStatus === 413 && mayHalve(started)
      const isBroken = error.providerStatus === 400 || error.providerStatus === 404
      if (!isTooLarge && !isBroken) throw error
      await run.forget([...own, ...stepsOfPieces(step, started)])
      if (isTooLarge) pieceBytes = Math.ceil(pieceBytes / 2)
      // If a worker died before recording a piece, that piece is sent again.
      else if (isSecondTry) throw brokenUpload('X', error)
      else isSecondTry = true
    }
  }
}

const mayHalve = ({ pieceBytes, bytes }: StartedUpload): boolean =>
  pieceBytes / 2 >= pieceBytesMin && bytes / Math.ceil(pieceBytes / 2) <= piecesMax

/** All steps that may store pieces. It is unknown which exist after an error. */
const stepsOfPieces = (step: string, { bytes, pieceBytes }: StartedUpload): string[] =>
  Array.from({ length: Math.ceil(bytes / pieceBytes) }, (_, first) => `${step}-from-${first}`)

async function start(
  { facts: { bytes, mime } }: OpenedMedia,
  kind: 'gif' | 'video',
  wantedBytes: number,
  account: Account,
  call: CallOptions,
): Promise<StartedUpload> {
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
  { id, pieceBytes }: StartedUpload,
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
    // X no longer has the video: it expired or was lost.
    const isGone = error instanceof ChannelError && [400, 404].includes(error.providerStatus ?? 0)
    if (!isGone) throw error
    await run.forget(steps)
    throw brokenUpload('X', error)
  })
  if (data.processing_info?.state !== 'failed') return
  await run.forget(steps)
  throw new ChannelError({
    outcome: 'refused',
    category: 'render',
    isRetryable: false,
    code: 'processing_failed',
    message: `X could not process the video: ${data.processing_info.error?.message ?? 'no reason given'}. Encode it as MP4 with H.264 and AAC.`,
  })
}

async function describe(id: string, text: string, step: string, account: Account, run: Run): Promise<void> {
  const json = { id, metadata: { alt_text: { text } } }
  await run.once(step, async (call) => {
    await callX(account, { method: 'POST', path: 'media/metadata', json }, z.unknown(), call)
    return { isDescribed: true }
  })
}
