import { FormData } from 'undici'
import { z } from 'zod'
import { systemClock } from '../../clock'
import { callNetwork } from '../call-network'
import type { Account, CallOptions, PostMedia, Run } from '../channel'
import { ChannelError } from '../channel-error'
import { seconds } from '../media/media-text'
import { openMedia } from '../media/open-media'
import { pollUntil, withKeepAlive } from '../poll'
import { networkFacts } from '../settings'
import { callPinterest } from './client'
import { storageErrorTable } from './errors'

/** Our limit: the next attempt uploads a slower video again. */
const processingLimitMs = 90_000
/** The whole video is sent in one form: a gigabyte over a slow connection. */
const uploadLimitMs = 15 * 60_000
const types = ['video/mp4', 'video/quicktime']

const Registered = z.object({
  media_id: z.string(),
  upload_url: z.url(),
  upload_parameters: z.record(z.string(), z.string()),
})
const Status = z.looseObject({ status: z.enum(['registered', 'processing', 'succeeded', 'failed']) })
type Status = z.output<typeof Status>

/** `at`: when the upload finished, so that another worker keeps the same deadline. */
type Upload = { id: string; at: string }

/** Registers an upload, sends the bytes to Pinterest's storage, and waits for the processing. */
export async function uploadVideo(media: PostMedia, account: Account, run: Run): Promise<string> {
  const upload = await run.once('media', () => withKeepAlive(run, uploadLimitMs, (call) => push(media, account, call)))
  const ended = await awaitProcessing(upload, account, run)
  if (ended.status === 'succeeded') return upload.id
  await run.forget(['media'])
  throw processingFailed(ended)
}

function processingFailed(status: Status): ChannelError {
  const reason = z.object({ failure_reason: z.string().min(1) }).safeParse(status).data?.failure_reason
  const detail = reason ? ` (${reason.replace(/\.$/, '').slice(0, 300)})` : ''
  const { video_min_seconds: min, video_max_seconds: max } = networkFacts('pinterest')
  return new ChannelError({
    outcome: 'refused',
    category: 'render',
    isRetryable: false,
    code: 'processing_failed',
    message: `Pinterest could not process the video${detail}. Encode it as MP4 with H.264, ${seconds(min)} to ${seconds(max)} long, then retry.`,
    answer: JSON.stringify(status).slice(0, 2_000),
  })
}

async function awaitProcessing({ id, at }: Upload, account: Account, run: Run): Promise<Status> {
  const waitedMs = systemClock().getTime() - Date.parse(at)
  try {
    return await pollUntil(run, {
      network: 'Pinterest',
      limitMs: Math.max(0, processingLimitMs - waitedMs),
      read: (call) => callPinterest(account, { method: 'GET', path: `media/${id}` }, Status, call),
      isDone: ({ status }) => status === 'succeeded' || status === 'failed',
    })
  } catch (error) {
    if (mustRestart(error, run)) await run.forget(['media'])
    throw error
  }
}

/** Too slow or unknown to the network, but not stopped by the worker. */
function mustRestart(error: unknown, run: Run): boolean {
  if (!(error instanceof ChannelError) || run.signal?.aborted) return false
  return error.code === 'still_processing' || (error.outcome === 'refused' && error.providerStatus === 404)
}

async function push(media: PostMedia, account: Account, call: CallOptions): Promise<Upload> {
  const maxBytes = networkFacts('pinterest').video_max_bytes
  const { blob } = await openMedia(media, { network: 'Pinterest', maxBytes, types }, call)
  const request = { method: 'POST' as const, path: 'media', json: { media_type: 'video' } }
  const registered = await callPinterest(account, request, Registered, call)
  const form = new FormData()
  // The storage verifies the signed fields and ignores fields after the file.
  for (const [name, value] of Object.entries(registered.upload_parameters)) form.set(name, value)
  form.set('file', blob, 'video.mp4')
  const url = new URL(registered.upload_url)
  await callNetwork(
    {
      channel: 'pinterest',
      errorTable: storageErrorTable,
      account,
      method: 'POST',
      url,
      body: form,
      call,
      deadlineMs: uploadLimitMs,
    },
    z.unknown(),
  )
  return { id: registered.media_id, at: systemClock().toISOString() }
}
