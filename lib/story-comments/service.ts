import type { Transaction } from 'kysely'
import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { isAtLeast, type Role } from '@/lib/auth/roles'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { AppError, conflict, notFound } from '@/lib/errors'
import { appendEvent } from '@/lib/events/append'
import { newId } from '@/lib/ids'
import { notifyMembers } from '@/lib/member-notices/notify'
import { peopleOfStory } from '@/lib/member-notices/recipients'
import { countComments } from '@/lib/stories/reading/team'
import { findStory } from '@/lib/stories/repository'
import { serializeStory } from '@/lib/stories/serializer'
import { actorOf, record } from '@/lib/stories/timeline/history'
import type * as contracts from './contract'
import { commentsPerStory } from './limits'
import { readableBody } from './mention-marks'
import { readMentions } from './read-mentions'
import {
  type CommentRow,
  deleteCommentRow,
  findCommentRow,
  insertComment,
  listCommentRows,
  resolveComment,
  updateComment,
} from './repository'
import { serializeComment } from './serializer'

export async function list(
  context: Context,
  { id, limit, cursor }: InputOf<typeof contracts.listStoryComments>,
): Promise<AnswerOf<typeof contracts.listStoryComments>> {
  const { projectId, role } = await accessOwned(context, 'stories', id, 'stories:read')
  const [rows, count] = await Promise.all([
    listCommentRows(context.db, projectId, id, { limit: limit + 1, after: decodeCursor(cursor) }),
    countComments(context.db, projectId, id),
  ])
  const { page, next_cursor } = cutPage('story_comments', rows, limit)
  return { comments: page.map((row) => serializeComment(row, readerOf(context, role))), count, next_cursor }
}

/** Viewers may comment, so it needs only the role to read stories. A token still needs the scope to write. */
export async function create(
  context: Context,
  { id, body, audience }: InputOf<typeof contracts.createStoryComment>,
): Promise<AnswerOf<typeof contracts.createStoryComment>> {
  const { projectId, role } = await accessOwned(context, 'stories', id, 'stories:read')
  return transaction(context.db, async (tx) => {
    const mentioned = await readMentions(tx, projectId, body)
    const story = await findStory(tx, projectId, id)
    if (!story) throw notFound('story')
    if ((await countComments(tx, projectId, id)) >= commentsPerStory) {
      throw conflict(`This story has ${commentsPerStory} comments. Delete some first.`)
    }
    const { userId } = context.principal
    const mentions = mentioned.map(({ user_id }) => user_id)
    const commentId = newId()
    await insertComment(tx, {
      id: commentId,
      project_id: projectId,
      story_id: id,
      audience,
      user_id: userId,
      body,
      mentions,
    })
    const row = await commentOf(tx, projectId, commentId)
    await record(tx, story, { kind: 'commented', actor: actorOf(context.principal), detail: { comment_id: commentId } })
    const data = { story: serializeStory(story, context.now), comment: await publicCommentOf(tx, projectId, commentId) }
    await appendEvent(tx, { projectId, event: 'story.commented', data })
    await notifyMentioned(tx, row, mentions)
    const others = (await peopleOfStory(tx, projectId, id)).filter((person) => ![userId, ...mentions].includes(person))
    await notifyMembers(tx, others, { ...noticeOf(row), kind: 'story_comment', code: 'commented' })
    return { comment: serializeComment(row, readerOf(context, role)) }
  })
}

export async function edit(
  context: Context,
  { id, body, resolved }: InputOf<typeof contracts.editStoryComment>,
): Promise<AnswerOf<typeof contracts.editStoryComment>> {
  const { projectId, role } = await accessOwned(context, 'story_comments', id, 'stories:read')
  return transaction(context.db, async (tx) => {
    const { userId } = context.principal
    const before = await commentOf(tx, projectId, id)
    if (body !== undefined) {
      if (before.user_id !== userId) throw forbidden('Only the author can edit a comment.')
      await changeText(tx, before, body)
    }
    if (resolved !== undefined) await resolveComment(tx, projectId, id, { isResolved: resolved, userId })
    return { comment: serializeComment(await commentOf(tx, projectId, id), readerOf(context, role)) }
  })
}

async function changeText(tx: Transaction<DB>, before: CommentRow, body: string): Promise<void> {
  const { id, project_id: projectId } = before
  const mentioned = await readMentions(tx, projectId, body)
  const mentions = mentioned.map(({ user_id }) => user_id)
  await updateComment(tx, projectId, id, { body, mentions })
  const known = before.mentioned.map(({ user_id }) => user_id)
  await notifyMentioned(
    tx,
    await commentOf(tx, projectId, id),
    mentions.filter((userId) => !known.includes(userId)),
  )
}

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deleteStoryComment>,
): Promise<AnswerOf<typeof contracts.deleteStoryComment>> {
  const { projectId, role } = await accessOwned(context, 'story_comments', id, 'stories:read')
  return transaction(context.db, async (tx) => {
    const row = await commentOf(tx, projectId, id)
    const { userId, managesComments } = readerOf(context, role)
    if (row.user_id !== userId && !managesComments) {
      throw forbidden(`You are ${role} in this project. You can only delete your own comments.`)
    }
    await deleteCommentRow(tx, projectId, id)
    return { ok: true as const, comment_id: id }
  })
}

const readerOf = ({ principal }: Context, role: Role) => ({
  userId: principal.userId,
  managesComments: isAtLeast(role, 'admin'),
})

const forbidden = (message: string): AppError => new AppError('insufficient_scope', message)

async function commentOf(tx: Transaction<DB>, projectId: string, id: string): Promise<CommentRow> {
  const row = await findCommentRow(tx, projectId, id)
  if (!row) throw notFound('comment')
  return row
}

/** A comment in an event. The rights depend on the reader, so they are left out. */
export async function publicCommentOf(tx: Transaction<DB>, projectId: string, id: string) {
  const row = await commentOf(tx, projectId, id)
  const { can_edit: _edit, can_delete: _delete, ...comment } = serializeComment(row, nobody)
  return comment
}

const nobody = { userId: '', managesComments: false }

async function notifyMentioned(tx: Transaction<DB>, row: CommentRow, userIds: readonly string[]): Promise<void> {
  const others = userIds.filter((userId) => userId !== row.user_id)
  await notifyMembers(tx, others, { ...noticeOf(row), kind: 'mention', code: 'mentioned' })
}

const noticeOf = (row: CommentRow) => ({
  projectId: row.project_id,
  storyId: row.story_id,
  commentId: row.id,
  personName: row.reviewer_name ?? row.author_name ?? 'Former member',
  message: readableBody(row.body, row.mentioned),
})
