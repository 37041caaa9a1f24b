import { z } from 'zod'
import type { Account, CallOptions, PostMedia, Run } from '../channel'
import { ChannelFault } from '../fault'
import { loadMedia } from '../media'
import { pollUntil } from '../poll'
import { authorUrn, callLinkedIn, putBytes } from './client'

const imageTypes = ['image/jpeg', 'image/png', 'image/gif']
const maxImageBytes = 36_000_000
const maxVideoBytes = 500_000_000
const maxPixels = 36_152_320
const processingLimitMs = 300_000

/** An upload that no post shows is seen by nobody, so repeating one is harmless. */
export async function uploadAll(media: PostMedia[], account: Account, run: Run): Promise<string[]> {
  const urns: string[] = []
  for (const [index, item] of media.entries()) {
    const step = `media-${index + 1}`
    const { id } = await run.once(step, (call) =>
      item.kind === 'video' ? uploadVideo(item, account, call) : uploadImage(item, account, call),
    )
    if (item.kind === 'video') await awaitVideo(id, step, account, run)
    urns.push(id)
  }
  return urns
}

export const uploadSteps = (media: PostMedia[]): string[] => media.map((_, index) => `media-${index + 1}`)

const ImageStart = z.object({ value: z.object({ uploadUrl: z.url(), image: z.string() }) })

async function uploadImage(media: PostMedia, account: Account, call: CallOptions): Promise<{ id: string }> {
  const wanted = { network: 'LinkedIn', maxBytes: maxImageBytes, types: imageTypes }
  const { bytes, mimeType, width, height } = await loadMedia(media, wanted, call)
  if ((width ?? 0) * (height ?? 0) >= maxPixels) throw tooManyPixels()
  const json = { initializeUploadRequest: { owner: authorUrn(account) } }
  const request = { method: 'POST' as const, path: 'images?action=initializeUpload', json }
  const { data } = await callLinkedIn(account, request, ImageStart, call)
  await putBytes(account, data.value.uploadUrl, bytes, { mimeType, withToken: true }, call)
  return { id: data.value.image }
}

function tooManyPixels(): ChannelFault {
  return new ChannelFault({
    outcome: 'not_sent',
    category: 'render',
    isRetryable: false,
    code: 'too_many_pixels',
    message: 'The picture has more than 36 million pixels, which LinkedIn does not take. Make it smaller.',
  })
}

const VideoStart = z.object({
  value: z.object({
    video: z.string(),
    uploadToken: z.string().default(''),
    uploadInstructions: z.array(z.object({ uploadUrl: z.url(), firstByte: z.number(), lastByte: z.number() })),
  }),
})

async function uploadVideo(media: PostMedia, account: Account, call: CallOptions): Promise<{ id: string }> {
  const wanted = { network: 'LinkedIn', maxBytes: maxVideoBytes, types: ['video/mp4'] }
  const { bytes } = await loadMedia(media, wanted, call)
  const start = {
    owner: authorUrn(account),
    fileSizeBytes: bytes.length,
    uploadCaptions: false,
    uploadThumbnail: false,
  }
  const json = { initializeUploadRequest: start }
  const request = { method: 'POST' as const, path: 'videos?action=initializeUpload', json }
  const { video, uploadToken, uploadInstructions } = (await callLinkedIn(account, request, VideoStart, call)).data.value
  const uploadedPartIds: string[] = []
  for (const { uploadUrl, firstByte, lastByte } of uploadInstructions) {
    const part = bytes.subarray(firstByte, lastByte + 1)
    const options = { mimeType: 'application/octet-stream', withToken: false }
    const headers = await putBytes(account, uploadUrl, part, options, call)
    uploadedPartIds.push((headers.etag ?? '').replaceAll('"', ''))
  }
  const finish = { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } }
  await callLinkedIn(account, { method: 'POST', path: 'videos?action=finalizeUpload', json: finish }, z.unknown(), call)
  return { id: video }
}

const VideoStatus = z.object({ status: z.string(), processingFailureReason: z.string().optional() })

async function awaitVideo(id: string, step: string, account: Account, run: Run): Promise<void> {
  const { status, processingFailureReason } = await pollUntil(run, {
    network: 'LinkedIn',
    limitMs: processingLimitMs,
    read: (call) => readVideo(id, account, call),
    isDone: (video) => video.status === 'AVAILABLE' || video.status === 'PROCESSING_FAILED',
  })
  if (status !== 'PROCESSING_FAILED') return
  await run.forget([step])
  throw new ChannelFault({
    outcome: 'refused',
    category: 'render',
    isRetryable: false,
    code: 'processing_failed',
    message: `LinkedIn could not process the film: ${processingFailureReason ?? 'no reason given'}. Encode it as MP4 and try again.`,
  })
}

async function readVideo(id: string, account: Account, call: CallOptions): Promise<z.output<typeof VideoStatus>> {
  try {
    const request = { method: 'GET' as const, path: `videos/${encodeURIComponent(id)}` }
    return (await callLinkedIn(account, request, VideoStatus, call)).data
  } catch (error) {
    // A member's token may write films and not read them. Then the post itself tells whether the film is ready.
    if (error instanceof ChannelFault && error.providerStatus === 403) return { status: 'AVAILABLE' }
    throw error
  }
}
