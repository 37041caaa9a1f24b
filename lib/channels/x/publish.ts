import { z } from 'zod'
import type { Json } from '@/lib/json'
import type { Account, CallOptions, Published, ResolvedPost, Run } from '../channel'
import { ChannelError } from '../channel-error'
import { partsOf } from '../rules'
import { channelSettings } from '../settings'
import { callX } from './client'
import { type Uploaded, uploadMedia } from './upload'

const Created = z.object({ data: z.object({ id: z.string().min(1) }) })

/** Uploads media, then posts once, or a thread with each part as a reply to the one before. */
export async function publish(post: ResolvedPost, account: Account, run: Run): Promise<Published> {
  const uploaded = await uploadMedia(post.media, account, run)
  const parts = partsOf(post)
  let firstId: string | null = null
  let previousId: string | null = null
  for (const [index, text] of parts.entries()) {
    const body: Json = {
      ...(text === '' ? {} : { text }),
      ...(index === 0 && uploaded.ids.length > 0 ? { media: { media_ids: uploaded.ids } } : {}),
      ...(previousId === null ? {} : { reply: { in_reply_to_tweet_id: previousId } }),
    }
    previousId = await send(body, { post, index, uploaded }, account, run)
    firstId ??= previousId
  }
  const externalId = firstId ?? ''
  const lastPart = post.thread && previousId !== null ? { lastPartId: previousId } : {}
  return { externalId, url: permalink(account, externalId), ...lastPart }
}

/** Each part of a thread is a step, so an interrupted thread continues. */
export const sendStep = (post: ResolvedPost, index: number): string =>
  post.thread === null ? 'publish' : `thread-${index + 1}`

type Part = { post: ResolvedPost; index: number; uploaded: Uploaded }

async function send(json: Json, part: Part, account: Account, run: Run): Promise<string> {
  try {
    const step = sendStep(part.post, part.index)
    return (await run.sendOnce(step, (call) => createPost(json, account, call))).id
  } catch (error) {
    if (!(error instanceof ChannelError) || error.outcome !== 'refused') throw error
    if (error.category === 'render') await run.forget(part.uploaded.steps)
    throw error
  }
}

export async function createPost(json: Json, account: Account, call: CallOptions): Promise<{ id: string }> {
  const { data } = await callX(account, { method: 'POST', path: 'tweets', json, makesPublic: true }, Created, call)
  return { id: data.id }
}

export function permalink(account: Account, id: string): string {
  const { webUrl } = channelSettings('x')
  return account.handle ? `${webUrl}/${account.handle}/status/${id}` : `${webUrl}/i/web/status/${id}`
}
