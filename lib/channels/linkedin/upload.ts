import { z } from 'zod'
import type { Account, CallOptions, PostMedia, Run } from '../channel'
import { ChannelError } from '../channel-error'
import { type MediaWanted, openMedia } from '../media/open-media'
import { brokenUpload, sendPieces } from '../pieces'
import { pollUntil } from '../poll'
import { authorUrn, callLinkedIn, putBytes } from './client'

const maxPixels = 36_152_320
const processingLimitMs = 300_000

const wantedImage: MediaWanted = {
  network: 'LinkedIn',
  maxBytes: 36_000_000,
  types: ['image/jpeg', 'image/png', 'image/gif'],
}
const wantedVideo: MediaWanted = { network: 'LinkedIn', maxBytes: 500_000_000, types: ['video/mp4'] }

/** URNs of the media, and the steps to delete if LinkedIn could not process them. */
export type Uploaded = { urns: string[]; steps: string[] }

/** Uploads are invisible without a post, so repeating one is harmless. */
export async function uploadAll(media: PostMedia[], account: Account, run: Run): Promise<Uploaded> {
  const uploaded: Uploaded = { urns: [], steps: [] }
  for (const [index, item] of media.entries()) {
    const step = `media-${index + 1}`
    uploaded.steps.push(step)
    if (item.kind === 'video') {
      const { id } = await uploadVideo(item, { step, steps: uploaded.steps, account, run })
      await awaitVideo(id, uploaded.steps, account, run)
      uploaded.urns.push(id)
    } else {
      uploaded.urns.push((await run.once(step, (call) => uploadImage(item, account, call))).id)
    }
  }
  return uploaded
}

const ImageStart = z.object({ value: z.object({ uploadUrl: z.url(), image: z.string() }) })

export async function uploadImage(media: PostMedia, account: Account, call: CallOptions): Promise<{ id: string }> {
  const opened = await openMedia(media, wantedImage, call)
  const { mime, width, height } = opened.facts
  if ((width ?? 0) * (height ?? 0) >= maxPixels) throw tooManyPixels()
  const json = { initializeUploadRequest: { owner: authorUrn(account) } }
  const request = { method: 'POST' as const, path: 'images?action=initializeUpload', json }
  const { data } = await callLinkedIn(account, request, ImageStart, call)
  const options = { mimeType: mime, withToken: true }
  await putBytes(account, data.value.uploadUrl, await opened.bytes(), options, call)
  return { id: data.value.image }
}

function tooManyPixels(): ChannelError {
  return new ChannelError({
    outcome: 'not_sent',
    category: 'render',
    isRetryable: false,
    code: 'too_many_pixels',
    message: 'The image has more than 36 million pixels, LinkedIn’s limit. Use a smaller one.',
  })
}

const VideoStart = z.object({
  value: z.object({
    video: z.string(),
    uploadToken: z.string().default(''),
    uploadInstructions: z.array(z.object({ uploadUrl: z.url(), firstByte: z.number(), lastByte: z.number() })).min(1),
  }),
})
type StartedUpload = z.output<typeof VideoStart>['value']

type Work = { step: string; steps: string[]; account: Account; run: Run }

/** LinkedIn returns an upload URL for each part. The parts' tags complete the video. */
async function uploadVideo(media: PostMedia, work: Work): Promise<{ id: string }> {
  const { step, steps, account, run } = work
  const startStep = `${step}-start`
  steps.push(startStep)
  const open = (call: CallOptions) => openMedia(media, wantedVideo, { signal: run.signal ?? call.signal })
  const started: StartedUpload = await run.once(startStep, async (call) => {
    const { facts } = await open(call)
    return start(facts.bytes, account, call)
  })
  // It is unknown which steps exist after an error. Deleting a missing one is harmless.
  steps.push(...started.uploadInstructions.map((_, first) => `${step}-from-${first}`))
  const send = async (part: number, call: CallOptions): Promise<string> => {
    const { uploadUrl, firstByte, lastByte } = started.uploadInstructions[part] ?? {
      uploadUrl: '',
      firstByte: 0,
      lastByte: 0,
    }
    const piece = (await open(call)).blob.slice(firstByte, lastByte + 1)
    const options = { mimeType: 'application/octet-stream', withToken: false }
    const { etag } = await putBytes(account, uploadUrl, new Uint8Array(await piece.arrayBuffer()), options, call)
    return (etag ?? '').replaceAll('"', '')
  }
  try {
    const { results } = await sendPieces(run, { step, count: started.uploadInstructions.length, send })
    return await run.once(step, (call) => finish(started, results, account, call))
  } catch (error) {
    if (!(error instanceof ChannelError) || error.outcome !== 'refused') throw error
    const isBroken = error.category === 'render' || error.providerStatus === 400 || error.providerStatus === 404
    if (!isBroken) throw error
    await run.forget(steps)
    throw error.providerStatus === 413 || error.providerStatus === 415 ? error : brokenUpload('LinkedIn', error)
  }
}

async function start(bytes: number, account: Account, call: CallOptions): Promise<StartedUpload> {
  const wanted = { owner: authorUrn(account), fileSizeBytes: bytes, uploadCaptions: false, uploadThumbnail: false }
  const json = { initializeUploadRequest: wanted }
  const request = { method: 'POST' as const, path: 'videos?action=initializeUpload', json }
  return (await callLinkedIn(account, request, VideoStart, call)).data.value
}

async function finish(
  { video, uploadToken }: StartedUpload,
  uploadedPartIds: string[],
  account: Account,
  call: CallOptions,
): Promise<{ id: string }> {
  const json = { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } }
  await callLinkedIn(account, { method: 'POST', path: 'videos?action=finalizeUpload', json }, z.unknown(), call)
  return { id: video }
}

const VideoStatus = z.object({ status: z.string(), processingFailureReason: z.string().optional() })

async function awaitVideo(id: string, steps: string[], account: Account, run: Run): Promise<void> {
  const { status, processingFailureReason } = await pollUntil(run, {
    network: 'LinkedIn',
    limitMs: processingLimitMs,
    read: (call) => readVideo(id, account, call),
    isDone: (video) => video.status === 'AVAILABLE' || video.status === 'PROCESSING_FAILED',
  })
  if (status !== 'PROCESSING_FAILED') return
  await run.forget(steps)
  throw new ChannelError({
    outcome: 'refused',
    category: 'render',
    isRetryable: false,
    code: 'processing_failed',
    message: `LinkedIn could not process the video: ${processingFailureReason ?? 'no reason given'}. Encode it as MP4, then retry.`,
  })
}

async function readVideo(id: string, account: Account, call: CallOptions): Promise<z.output<typeof VideoStatus>> {
  try {
    const request = { method: 'GET' as const, path: `videos/${encodeURIComponent(id)}` }
    return (await callLinkedIn(account, request, VideoStatus, call)).data
  } catch (error) {
    // Member tokens can upload but not read videos. The post call then tells whether the video is ready.
    if (error instanceof ChannelError && error.providerStatus === 403) return { status: 'AVAILABLE' }
    throw error
  }
}
