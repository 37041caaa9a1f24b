import type { Transaction } from 'kysely'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { recordFailure, undoFailure } from '@/lib/auth/throttle'
import { hashToken } from '@/lib/auth/tokens'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { AppError, conflict, notFound } from '@/lib/errors'
import { appendEvent } from '@/lib/events/append'
import { newId } from '@/lib/ids'
import { notifyMembers } from '@/lib/member-notices/notify'
import { approversOf, peopleOfStory } from '@/lib/member-notices/recipients'
import { contentHash } from '@/lib/stories/content/client-review'
import { contentOfRow } from '@/lib/stories/content/content'
import { countComments } from '@/lib/stories/reading/team'
import { type Held, lockStory } from '@/lib/stories/repository'
import { serializeStory } from '@/lib/stories/serializer'
import { record } from '@/lib/stories/timeline/history'
import { commentsPerStory } from '@/lib/story-comments/limits'
import { insertComment } from '@/lib/story-comments/repository'
import { publicCommentOf } from '@/lib/story-comments/service'
import type { StoredClientReview } from '@/lib/story-content'
import { actionsPerHour } from './limits'
import type * as contracts from './public-contract'
import type { Review } from './public-contract'
import { countRecentActions, findByHash, lockLink, noteOpened, type OpenedLink, setClientReview } from './repository'
import { returnToApproval } from './return-to-approval'
import { isDecidable, showStories } from './review-story'

const retryAfterSeconds = 15 * 60

/** Counts first; otherwise a hundred parallel guesses would all count as the first. Valid links undo their count. */
async function linkOf(db: Database, token: string, address: string): Promise<OpenedLink> {
  const subject = `review:${address}`
  if (await recordFailure(db, [subject])) throw tooMany('Too many invalid links from your address.', retryAfterSeconds)
  const link = await findByHash(db, hashToken(token))
  if (!link) throw notFound('review link')
  await undoFailure(db, subject)
  requireOpen(link)
  return link
}

const tooMany = (message: string, seconds: number): AppError =>
  new AppError(
    'rate_limited',
    `${message} Try again in ${Math.ceil(seconds / 60)} minutes.`,
    {},
    {
      headers: { 'Retry-After': String(seconds) },
    },
  )

function requireOpen({ revoked_at, is_open }: OpenedLink): void {
  if (revoked_at) throw new AppError('gone', 'This review link was revoked. Ask its sender for a new one.')
  if (!is_open) throw new AppError('gone', 'This review link has expired. Ask its sender for a new one.')
}

export const open = (
  { db, now, address = 'unknown' }: Context,
  { token }: InputOf<typeof contracts.openReview>,
): Promise<Review> => openLink(db, { token, address, now })

/**
 * The stories of a link. For the page, too, which has no principal.
 *
 * @throws not_found, gone or rate_limited
 */
export async function openLink(
  db: Database,
  { token, address, now }: { token: string; address: string; now: Date },
): Promise<Review> {
  const link = await linkOf(db, token, address)
  await noteOpened(db, link.id)
  return {
    name: link.name,
    project_name: link.project_name,
    timezone: link.timezone ?? 'UTC',
    expires_at: link.expires_at.toISOString(),
    stories: await showStories(db, link.project_id, link.story_ids, now),
  }
}

/** Runs an action of a client on one story of the link, with the link and the story locked. */
async function act<T>(
  { db, address = 'unknown' }: Context,
  { token, story_id }: { token: string; story_id: string },
  work: (tx: Transaction<DB>, link: OpenedLink, held: Held) => Promise<T>,
): Promise<T> {
  const { id } = await linkOf(db, token, address)
  return transaction(db, async (tx) => {
    await lockLink(tx, id)
    const link = await findByHash(tx, hashToken(token))
    if (!link?.story_ids.includes(story_id)) throw notFound('story')
    requireOpen(link)
    if ((await countRecentActions(tx, id)) >= actionsPerHour) {
      throw tooMany('This link was used very often in the last hour.', 3_600)
    }
    return work(tx, link, await lockStory(tx, link.project_id, story_id))
  })
}

export async function decide(
  context: Context,
  input: InputOf<typeof contracts.decideReview>,
): Promise<AnswerOf<typeof contracts.decideReview>> {
  const { decision, reviewer_name, note = null, story_id } = input
  return act(context, input, async (tx, link, held) => {
    const { project_id: projectId } = held.story
    if (!isDecidable(held.story.status)) throw conflict(`This post is ${held.story.status} already.`)
    const content_hash = contentHash(contentOfRow(held.story))
    if (content_hash !== input.content_version) {
      throw conflict('This post was changed while you looked at it. Check it again, then decide.')
    }
    const client_review: StoredClientReview = {
      state: decision,
      reviewer_name,
      note: note || null,
      decided_at: context.now.toISOString(),
      content_hash,
      is_outdated: false,
    }
    const story = await setClientReview(tx, projectId, story_id, client_review)
    const detail = { reviewer: reviewer_name, note: note || undefined, review_link_id: link.id }
    const kind = decision === 'approved' ? 'client_approved' : 'client_changes'
    await record(tx, story, { kind, actor: 'client', detail })
    const commentId = note ? await addComment(tx, link, { story_id, reviewer_name, body: note }) : null
    await appendEvent(tx, {
      projectId,
      event: 'story.client_reviewed',
      data: { story: serializeStory(story, context.now), decision, reviewer_name, note: note || null },
    })
    const people = [...(await peopleOfStory(tx, projectId, story_id)), ...(await approversOf(tx, projectId))]
    const notice = {
      projectId,
      kind: 'client_review' as const,
      storyId: story_id,
      commentId,
      personName: reviewer_name,
    }
    await notifyMembers(tx, people, { ...notice, code: decision, message: note ?? '' })
    if (decision === 'changes_requested') await returnToApproval(tx, { story, rows: held.rows })
    return { story: await shownStory(tx, projectId, story_id, context.now) }
  })
}

export async function comment(
  context: Context,
  input: InputOf<typeof contracts.commentReview>,
): Promise<AnswerOf<typeof contracts.commentReview>> {
  const { story_id, reviewer_name, body } = input
  return act(context, input, async (tx, link, { story }) => {
    const { project_id: projectId } = story
    if ((await countComments(tx, projectId, story_id)) >= commentsPerStory) {
      throw conflict('This post has too many comments. Contact the person who sent you the link.')
    }
    const commentId = await addComment(tx, link, { story_id, reviewer_name, body })
    const detail = { reviewer: reviewer_name, comment_id: commentId }
    await record(tx, story, { kind: 'client_commented', actor: 'client', detail })
    const data = { story: serializeStory(story, context.now), comment: await publicCommentOf(tx, projectId, commentId) }
    await appendEvent(tx, { projectId, event: 'story.commented', data })
    const people = [...(await peopleOfStory(tx, projectId, story_id)), ...(await approversOf(tx, projectId))]
    const notice = {
      projectId,
      kind: 'client_review' as const,
      storyId: story_id,
      commentId,
      personName: reviewer_name,
    }
    await notifyMembers(tx, people, { ...notice, code: 'commented', message: body })
    return { story: await shownStory(tx, projectId, story_id, context.now) }
  })
}

async function addComment(
  tx: Transaction<DB>,
  link: OpenedLink,
  { story_id, reviewer_name, body }: { story_id: string; reviewer_name: string; body: string },
): Promise<string> {
  const id = newId()
  await insertComment(tx, {
    id,
    project_id: link.project_id,
    story_id,
    audience: 'client',
    user_id: null,
    review_link_id: link.id,
    reviewer_name,
    body,
    mentions: [],
  })
  return id
}

async function shownStory(tx: Transaction<DB>, projectId: string, storyId: string, now: Date) {
  const [shown] = await showStories(tx, projectId, [storyId], now)
  if (!shown) throw notFound('story')
  return shown
}
