import { z } from 'zod'
import type { Account, CallOptions, Doubt, FindResult, ResolvedPost } from '../channel'
import { ChannelError } from '../channel-error'
import { earliestPossible, findInList, type Listed, type ListPage } from '../match'
import { partsOf } from '../rules'
import { stepId } from '../steps'
import { callX } from './client'
import { sendStep } from './publish'
import { ownText, theirText } from './text'

/** Searches the account's latest posts. Later parts of a thread must also reply to the part before. */
export async function find(post: ResolvedPost, account: Account, doubt: Doubt, call: CallOptions): Promise<FindResult> {
  const parts = partsOf(post)
  const index = parts.findIndex((_, at) => sendStep(post, at) === doubt.step)
  const text = parts[index]
  if (text === undefined) return { state: 'cannot_ask', reason: `The post has no part ${doubt.step}.` }
  const previousId = index === 0 ? null : stepId(doubt, sendStep(post, index - 1))
  if (index > 0 && previousId === null)
    return { state: 'cannot_ask', reason: `The post that part ${index + 1} replies to is unknown.` }
  const mediaCount = index === 0 ? post.media.length : 0
  // If a text occurs twice in a thread, the recorded part is not the one in doubt.
  const done = Object.keys(doubt.steps).flatMap((step) => stepId(doubt, step) ?? [])
  const knownIds = [...(doubt.knownIds ?? []), ...done]
  return findPost({ text, mediaCount, repliesTo: previousId }, account, { ...doubt, knownIds }, call)
}

type Wanted = { text: string; mediaCount: number; repliesTo: string | null }

/** Searches the account's latest posts for a post or a reply. */
export async function findPost(
  { text, mediaCount, repliesTo }: Wanted,
  account: Account,
  doubt: Doubt,
  call: CallOptions,
): Promise<FindResult> {
  try {
    const first = await readPage(account, repliesTo, doubt, call, null)
    return await findInList(first, { text: ownText(text), mediaCount }, doubt)
  } catch (error) {
    if (error instanceof ChannelError && mayNotRead.includes(error.providerStatus ?? 0))
      return { state: 'cannot_ask', reason: 'The connected X app can post but cannot read posts.' }
    throw error
  }
}

/** Forbidden, or not included in the plan: some plans allow posting but not reading. */
const mayNotRead = [402, 403]

const Tweet = z.object({
  id: z.string(),
  text: z.string(),
  created_at: z.string(),
  entities: z
    .object({
      urls: z
        .array(z.object({ url: z.string(), expanded_url: z.string().optional(), media_key: z.string().optional() }))
        .optional(),
    })
    .optional(),
  attachments: z.object({ media_keys: z.array(z.string()).optional() }).optional(),
  referenced_tweets: z.array(z.object({ type: z.string(), id: z.string() })).optional(),
})
const Tweets = z.object({
  data: z.array(Tweet).default([]),
  meta: z.object({ next_token: z.string().optional() }).optional(),
})

async function readPage(
  account: Account,
  repliesTo: string | null,
  doubt: Doubt,
  call: CallOptions,
  token: string | null,
): Promise<ListPage> {
  const query = {
    max_results: '100',
    // Whole seconds: X rejects fractions.
    start_time: `${earliestPossible(doubt).toISOString().slice(0, 19)}Z`,
    'tweet.fields': 'created_at,entities,attachments,referenced_tweets',
    ...(token === null ? {} : { pagination_token: token }),
  }
  const path = `users/${encodeURIComponent(account.accountId)}/tweets`
  const { data, meta } = await callX(account, { method: 'GET', path, query }, Tweets, call)
  const next = meta?.next_token
  return {
    posts: data.filter((tweet) => repliedTo(tweet) === repliesTo).map(toListed),
    next: next === undefined ? null : () => readPage(account, repliesTo, doubt, call, next),
  }
}

const repliedTo = (tweet: z.output<typeof Tweet>): string | null =>
  tweet.referenced_tweets?.find(({ type }) => type === 'replied_to')?.id ?? null

function toListed(tweet: z.output<typeof Tweet>): Listed {
  const mediaCount = tweet.attachments?.media_keys?.length ?? 0
  return {
    id: tweet.id,
    text: theirText(tweet.text, tweet.entities?.urls ?? [], mediaCount),
    createdAt: new Date(tweet.created_at),
    mediaCount,
    result: { id: tweet.id },
  }
}
