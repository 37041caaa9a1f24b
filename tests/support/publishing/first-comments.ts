import { sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { claimComments } from '@/lib/publishing/first-comments/claim'
import { postComment } from '@/lib/publishing/first-comments/post-comments'
import { control, type SandboxAccount } from '../api/api'
import type { RowRequest } from '../database/story-rows'
import { aDueStory, type DueStory, newText, passTimeAt, postsOf, publishUntilSettled } from './publishing'

/** The networks with comments, and the name of the call that writes one in the sandbox. */
export const commentCalls = {
  instagram: 'reply',
  facebook: 'reply',
  linkedin: 'reply',
  x: 'publish',
  threads: 'publish',
} as const satisfies Partial<Record<ChannelId, string>>

export type CommentChannel = keyof typeof commentCalls
export const commentChannels = Object.keys(commentCalls) as CommentChannel[]

const never = new AbortController().signal

export type Commented = DueStory & { comment: string }

/** A published story whose first comment is not written yet. */
export async function aPostWithComment(
  channel: CommentChannel,
  request: Partial<RowRequest> & { override?: object } = {},
): Promise<Commented> {
  const comment = `${newText()} in a comment`
  const { override, ...rest } = request
  const overrides = { [channel]: { first_comment: comment, ...override } }
  const story = await aDueStory([channel], { overrides, ...rest })
  await publishUntilSettled(story.storyId)
  return { ...story, comment }
}

/** Continues a first comment once, as a worker does. Null if it was not due. */
export async function commentOnce(itemId: string) {
  const [claimed] = await claimComments(database(), 1, itemId)
  return claimed ? postComment(database(), claimed, never) : null
}

/** Continues a first comment until it is final. Simulates a pause before each try. */
export async function commentThroughDoubt(itemId: string, seconds = 120) {
  for (let look = 0; look < 10; look++) {
    const { status } = await commentRowOf(itemId)
    if (status === 'posted' || status === 'failed') return status
    await letTimePassForComment(itemId, seconds)
    await commentOnce(itemId)
  }
  throw new Error(`The first comment of ${itemId} is still not final: ${JSON.stringify(await commentRowOf(itemId))}`)
}

export const commentRowOf = (itemId: string) =>
  database().selectFrom('first_comments').selectAll().where('queue_item_id', '=', itemId).executeTakeFirstOrThrow()

/** What the network has: the account's comments and replies, with what they are below. */
export async function commentsOf(account: SandboxAccount): Promise<{ id: string; text: string; on: string | null }[]> {
  const { network, account_id } = account
  if (network !== 'instagram' && network !== 'facebook') {
    const replies = (await postsOf(account)).filter(({ parent_id }) => parent_id !== null)
    return replies.map(({ id, text, parent_id }) => ({ id, text, on: parent_id }))
  }
  const query = new URLSearchParams({ network, account_id })
  type Items = { items: { id: string; text: string; post_id: string; is_ours: boolean }[] }
  const { items } = await control<Items>('GET', `/control/inbox/items?${query}`)
  return items.filter(({ is_ours }) => is_ours).map(({ id, text, post_id }) => ({ id, text, on: post_id }))
}

/** Ends the waits of a first comment and makes its calls `seconds` older, here and at the network. */
export async function letTimePassForComment(itemId: string, seconds: number): Promise<void> {
  const { channel, account_id } = await commentRowOf(itemId)
  if (seconds > 0) await passTimeAt(channel, account_id, seconds)
  const older = (column: string) => sql`${sql.ref(column)} - make_interval(secs => ${seconds})`
  await sql`
    update first_comments set next_attempt_at = case when next_attempt_at is not null then now() end, lease_until = null,
      sent_at = ${older('sent_at')}, first_sent_at = ${older('first_sent_at')}
    where queue_item_id = ${itemId}`.execute(database())
}

/** Seconds until the next try, by the database's clock. */
export async function commentWaits(itemId: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from next_attempt_at - now())::float8 as seconds from first_comments
    where queue_item_id = ${itemId}`.execute(database())
  return rows[0]?.seconds ?? Number.NaN
}
