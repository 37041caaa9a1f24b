import { FormData } from 'undici'
import { z } from 'zod'
import { callNetwork } from '../call-network'
import type { Account, CallOptions, PostMedia, Run } from '../channel'
import { ChannelFault } from '../fault'
import { loadMedia } from '../media'
import { pollUntil } from '../poll'
import { callPinterest } from './client'
import { faults } from './errors'

const maxBytes = 1_000_000_000
/** The product's own rule: a film that takes longer is started anew at the next attempt. */
const processingLimitMs = 90_000
const types = ['video/mp4', 'video/quicktime']

const Registered = z.object({
  media_id: z.string(),
  upload_url: z.url(),
  upload_parameters: z.record(z.string(), z.string()),
})
const Status = z.object({ status: z.enum(['registered', 'processing', 'succeeded', 'failed']) })

/** Registers an upload, hands the bytes to the store behind Pinterest, and waits until they are processed. */
export async function uploadVideo(media: PostMedia, account: Account, run: Run): Promise<string> {
  const { id } = await run.once('media', (call) => push(media, account, call))
  const status = await awaitProcessing(id, account, run)
  if (status === 'succeeded') return id
  await run.forget(['media'])
  throw new ChannelFault({
    outcome: 'refused',
    category: 'render',
    isRetryable: false,
    code: 'processing_failed',
    message:
      'Pinterest could not process the film. Encode it as MP4 with H.264, at least 4 seconds long, and try again.',
  })
}

async function awaitProcessing(id: string, account: Account, run: Run): Promise<string> {
  try {
    const { status } = await pollUntil(run, {
      network: 'Pinterest',
      limitMs: processingLimitMs,
      read: (call) => callPinterest(account, { method: 'GET', path: `media/${id}` }, Status, call),
      isDone: ({ status }) => status === 'succeeded' || status === 'failed',
    })
    return status
  } catch (error) {
    const isTooSlow = error instanceof ChannelFault && error.code === 'still_processing' && !run.signal?.aborted
    if (isTooSlow) await run.forget(['media'])
    throw error
  }
}

async function push(media: PostMedia, account: Account, call: CallOptions): Promise<{ id: string }> {
  const { bytes, mimeType } = await loadMedia(media, { network: 'Pinterest', maxBytes, types }, call)
  const request = { method: 'POST' as const, path: 'media', json: { media_type: 'video' } }
  const registered = await callPinterest(account, request, Registered, call)
  const form = new FormData()
  // The store checks a signature over the fields and ignores every field behind the file.
  for (const [name, value] of Object.entries(registered.upload_parameters)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(bytes)], { type: mimeType }), 'film.mp4')
  const url = new URL(registered.upload_url)
  await callNetwork({ channel: 'pinterest', faults, account, method: 'POST', url, body: form, call }, z.unknown())
  return { id: registered.media_id }
}
