import { FormData } from 'undici'
import { z } from 'zod'
import { systemClock } from '../../clock'
import { callNetwork } from '../call-network'
import type { Account, CallOptions, PostMedia, Run } from '../channel'
import { ChannelFault } from '../fault'
import { openMedia } from '../media'
import { seconds } from '../media-rules'
import { atLength, pollUntil } from '../poll'
import { networkFacts } from '../settings'
import { callPinterest } from './client'
import { storeFaults } from './errors'

/** The product's own rule: a film that takes longer is started anew at the next attempt. */
const processingLimitMs = 90_000
/** One form with the whole film in it: a gigabyte over a slow line. */
const uploadLimitMs = 15 * 60_000
const types = ['video/mp4', 'video/quicktime']

const Registered = z.object({
  media_id: z.string(),
  upload_url: z.url(),
  upload_parameters: z.record(z.string(), z.string()),
})
const Status = z.looseObject({ status: z.enum(['registered', 'processing', 'succeeded', 'failed']) })
type Status = z.output<typeof Status>

/** `at`: since when the network has had the film, so that a worker that takes the row over waits no longer than this. */
type Upload = { id: string; at: string }

/** Registers an upload, hands the bytes to the store behind Pinterest, and waits until they are processed. */
export async function uploadVideo(media: PostMedia, account: Account, run: Run): Promise<string> {
  const upload = await run.once('media', () => atLength(run, uploadLimitMs, (call) => push(media, account, call)))
  const ended = await awaitProcessing(upload, account, run)
  if (ended.status === 'succeeded') return upload.id
  await run.forget(['media'])
  throw processingFailed(ended)
}

function processingFailed(said: Status): ChannelFault {
  const reason = z.object({ failure_reason: z.string().min(1) }).safeParse(said).data?.failure_reason
  const words = reason ? ` (${reason.replace(/\.$/, '').slice(0, 300)})` : ''
  const { video_min_seconds: min, video_max_seconds: max } = networkFacts('pinterest')
  return new ChannelFault({
    outcome: 'refused',
    category: 'render',
    isRetryable: false,
    code: 'processing_failed',
    message: `Pinterest could not process the film${words}. Encode it as MP4 with H.264, ${seconds(min)} to ${seconds(max)} long, and try again.`,
    answer: JSON.stringify(said).slice(0, 2_000),
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
    if (isToBeginAnew(error, run)) await run.forget(['media'])
    throw error
  }
}

/** Too slow, or forgotten by the network; but not when only the worker was told to stop. */
function isToBeginAnew(error: unknown, run: Run): boolean {
  if (!(error instanceof ChannelFault) || run.signal?.aborted) return false
  return error.code === 'still_processing' || (error.outcome === 'refused' && error.providerStatus === 404)
}

async function push(media: PostMedia, account: Account, call: CallOptions): Promise<Upload> {
  const maxBytes = networkFacts('pinterest').video_max_bytes
  const { blob } = await openMedia(media, { network: 'Pinterest', maxBytes, types }, call)
  const request = { method: 'POST' as const, path: 'media', json: { media_type: 'video' } }
  const registered = await callPinterest(account, request, Registered, call)
  const form = new FormData()
  // The store checks a signature over the fields and ignores every field behind the file.
  for (const [name, value] of Object.entries(registered.upload_parameters)) form.set(name, value)
  form.set('file', blob, 'film.mp4')
  const url = new URL(registered.upload_url)
  await callNetwork(
    {
      channel: 'pinterest',
      faults: storeFaults,
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
