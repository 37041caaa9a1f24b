import { type RawBuilder, sql } from 'kysely'
import { channels } from '@/lib/channels/registry'
import { type Database, transaction } from '@/lib/db/pool'
import { record } from '@/lib/stories/timeline/history'
import { LeaseLost } from '../claim/lease'
import type { ClaimedComment } from './claim'

/** `url` is null if the network has no permalinks of comments. */
export type PostedComment = { externalId: string; url: string | null }

export type CommentResult = 'posted' | 'failed' | 'waiting' | 'lost'

type Change = { set: RawBuilder<unknown>; kind?: 'first_comment_posted' | 'first_comment_failed'; detail?: object }

/** Ends this worker's hold, under the fence. With a timeline entry if the comment is final. @throws LeaseLost */
async function release(db: Database, comment: ClaimedComment, { set, kind, detail = {} }: Change): Promise<void> {
  const { queue_item_id, fence, story_id, project_id, channel } = comment
  await transaction(db, async (tx) => {
    const { rows } = await sql`
      update first_comments set ${set}, lease_until = null, updated_at = now()
      where queue_item_id = ${queue_item_id} and fence = ${fence} returning fence`.execute(tx)
    if (rows.length === 0) throw new LeaseLost()
    if (kind) await record(tx, { id: story_id, project_id }, { kind, actor: null, channel, detail })
  })
}

const after = (seconds: number) => sql`next_attempt_at = now() + make_interval(secs => ${seconds}), claims = 0`

export async function settlePosted(
  db: Database,
  comment: ClaimedComment,
  { externalId, url }: PostedComment,
): Promise<CommentResult> {
  const set = sql`status = 'posted', external_id = ${externalId}, url = ${url}, posted_at = now(), error_code = null,
    error = null, next_attempt_at = null`
  await release(db, comment, { set, kind: 'first_comment_posted', detail: { outcome: 'posted', url } })
  return 'posted'
}

export async function settleFailed(
  db: Database,
  comment: ClaimedComment,
  { code, message }: { code: string; message: string },
): Promise<CommentResult> {
  const set = sql`status = 'failed', error_code = ${code}, error = ${message.slice(0, 1_000)}, next_attempt_at = null`
  await release(db, comment, { set, kind: 'first_comment_failed', detail: { outcome: 'failed', code, message } })
  return 'failed'
}

/** The comment may be public and nobody can tell. It is never sent again without a user. */
export function settleUnknown(db: Database, comment: ClaimedComment, why: string): Promise<CommentResult> {
  const { name } = channels[comment.channel]
  const message = `It is not known whether ${name} has this comment: ${why}. Check the post before you retry.`
  return settleFailed(db, comment, { code: 'outcome_unknown', message })
}

/** The call had no effect: tried again in `seconds`. */
export async function retryLater(db: Database, comment: ClaimedComment, seconds: number): Promise<CommentResult> {
  const set = sql`status = 'pending', attempt_count = attempt_count + 1, sent_at = null,
    first_sent_at = case when lost_sends > 0 then first_sent_at end, ${after(seconds)}`
  await release(db, comment, { set })
  return 'waiting'
}

/** Nothing was called: tried again in `seconds`. */
export async function postpone(db: Database, comment: ClaimedComment, seconds: number): Promise<CommentResult> {
  await release(db, comment, { set: after(seconds) })
  return 'waiting'
}

/** The call ended without a clear result. The network is asked in `seconds`. */
export async function leaveInDoubt(
  db: Database,
  comment: ClaimedComment,
  { seconds, isDuplicateRefused }: { seconds: number; isDuplicateRefused: boolean },
): Promise<CommentResult> {
  const set = sql`is_duplicate_refused = ${isDuplicateRefused}, ${after(seconds)}`
  await release(db, comment, { set })
  return 'waiting'
}

/** A look did not find the comment. The next one is in `seconds`. */
export async function countLook(db: Database, comment: ClaimedComment, seconds: number): Promise<CommentResult> {
  await release(db, comment, { set: sql`looks = looks + 1, ${after(seconds)}` })
  return 'waiting'
}

/** The network does not have the comment, so the send is lost and may be repeated at once. */
export async function clearIntent(db: Database, comment: ClaimedComment): Promise<CommentResult> {
  const set = sql`status = 'pending', sent_at = null, lost_sends = lost_sends + 1, is_duplicate_refused = false,
    ${after(0)}`
  await release(db, comment, { set })
  return 'waiting'
}
