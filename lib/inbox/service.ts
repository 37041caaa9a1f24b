import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { decodeCursor, encodeCursor } from '@/lib/api/pagination'
import { transaction } from '@/lib/db/pool'
import { type Issue, notFound, validationError } from '@/lib/errors'
import type * as contracts from './contract'
import { threadMessages } from './limits'
import { refreshConversations } from './process/refresh-conversations'
import { lockInbox } from './process/store-changes'
import {
  changeConversation,
  countConversations,
  findConversation,
  isMember,
  listConversationRows,
  listMessageRows,
  listNoteRows,
  requireConversation,
} from './repository'
import type { ReplyWindow } from './resource-contract'
import type { ConversationRow } from './rows'
import { closedWindow, replyWindow } from './send/window'
import { serializeConversation, serializeMessage, serializeNote } from './serializer'

export async function list(
  context: Context,
  input: InputOf<typeof contracts.listConversations>,
): Promise<AnswerOf<typeof contracts.listConversations>> {
  const { projectId } = await accessProject(context, input.project_id, 'moments:read')
  const { status, platform, kind, archived, unread, assignee, story_id, participant_id, tag, q, limit } = input
  const filter = { status, platform, kind, archived, unread, tag, q, storyId: story_id, participantId: participant_id }
  const assigneeId = assignee === 'me' ? context.principal.userId : assignee === 'none' ? null : assignee
  const [at, id] = decodeCursor(input.cursor)?.split(':') ?? []
  const after = at && id ? { at: new Date(Number(at)), id } : undefined
  const rows = await listConversationRows(context.db, projectId, { ...filter, assigneeId }, { limit: limit + 1, after })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    conversations: page.map(serializeConversation),
    next_cursor: last ? encodeCursor('inbox', `${last.last_message_at.getTime()}:${last.id}`) : null,
  }
}

export async function counts(
  context: Context,
  { project_id }: InputOf<typeof contracts.getInboxCounts>,
): Promise<AnswerOf<typeof contracts.getInboxCounts>> {
  const { projectId } = await accessProject(context, project_id, 'moments:read')
  return countConversations(context.db, projectId, context.principal.userId)
}

export async function get(
  context: Context,
  { id, before }: InputOf<typeof contracts.getConversation>,
): Promise<AnswerOf<typeof contracts.getConversation>> {
  const { db } = context
  const { projectId } = await accessOwned(context, 'inbox_conversations', id, 'moments:read')
  const row = await requireConversation(db, projectId, id)
  const messages = await listMessageRows(db, id, { limit: threadMessages + 1, before })
  const notes = await listNoteRows(db, id)
  return {
    conversation: serializeConversation(row),
    messages: messages.slice(0, threadMessages).reverse().map(serializeMessage),
    has_earlier: messages.length > threadMessages,
    notes: notes.map(serializeNote),
    reply_window: windowOf(context, row),
  }
}

function windowOf({ principal, now }: Context, row: ConversationRow): ReplyWindow {
  const window = replyWindow(row.kind, row.last_incoming_at)
  const reason = closedWindow(row.platform, window, { now, isHuman: principal.kind === 'session' })
  return {
    is_open: reason === null,
    until: window.until?.toISOString() ?? null,
    human_until: window.humanUntil?.toISOString() ?? null,
    reason,
  }
}

export async function update(
  context: Context,
  { id, ...input }: InputOf<typeof contracts.updateConversation>,
): Promise<AnswerOf<typeof contracts.updateConversation>> {
  const { projectId } = await accessOwned(context, 'inbox_conversations', id, 'stories:publish')
  const { archived, assignee_id, read } = input
  return transaction(context.db, async (tx) => {
    // New messages wait, so that none is marked as read unseen.
    await lockInbox(tx, projectId)
    const before = await findConversation(tx, projectId, id, { isLocked: true })
    if (!before) throw notFound('conversation')
    const issues = [...statusIssues(before, input, context.now)]
    if (assignee_id && !(await isMember(tx, projectId, assignee_id)))
      issues.push({ path: 'assignee_id', code: 'unknown', message: 'is not a member of this project' })
    if (issues.length > 0) throw validationError(issues)
    const status = input.status ?? before.status
    const until = status === 'snoozed' ? (input.snoozed_until ?? before.snoozed_until) : null
    await changeConversation(tx, projectId, id, {
      ...{ status, snoozed_until: until === null ? null : new Date(until) },
      ...(archived === undefined ? {} : { archived }),
      ...(input.tags === undefined ? {} : { tags: uniqueTags(input.tags) }),
      ...(assignee_id === undefined ? {} : { assignee_id }),
      read,
    })
    const [row] = await refreshConversations(tx, projectId, [id])
    if (!row) throw notFound('conversation')
    return { conversation: serializeConversation(row) }
  })
}

/** Tags that differ in case only are one. */
const uniqueTags = (tags: readonly string[]): string[] =>
  [...new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag])).values()].reverse()

function statusIssues(
  before: ConversationRow,
  { status = before.status, snoozed_until }: Omit<InputOf<typeof contracts.updateConversation>, 'id'>,
  now: Date,
): Issue[] {
  const path = 'snoozed_until'
  const isSnoozed = status === 'snoozed'
  if (isSnoozed && (snoozed_until === null || (snoozed_until === undefined && before.snoozed_until === null)))
    return [{ path, code: 'required', message: 'is required for the status snoozed' }]
  if (!isSnoozed && snoozed_until) return [{ path, code: 'invalid', message: 'is only for the status snoozed' }]
  if (snoozed_until && new Date(snoozed_until) <= now)
    return [{ path, code: 'in_the_past', message: 'must be in the future' }]
  return []
}
