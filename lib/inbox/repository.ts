import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { notFound } from '@/lib/errors'
import { conversationKinds, conversationStatuses, inboxPlatforms } from './kinds'
import { countMax } from './limits'
import { type ConversationRow, type MessageRow, messageColumns } from './rows'
import { hasTag, searchCondition, tagCondition } from './search'

export type ConversationFilter = {
  status?: readonly string[] | undefined
  platform?: readonly string[] | undefined
  kind?: readonly string[] | undefined
  archived: boolean
  unread?: boolean | undefined
  /** Null: unassigned. */
  assigneeId?: string | null | undefined
  storyId?: string | undefined
  participantId?: string | undefined
  tag?: string | undefined
  q?: string | undefined
}

type Page = { limit: number; after: { at: Date; id: string } | undefined }

const newestFirst = sql`last_message_at desc, id desc`

/** The latest message first. */
export async function listConversationRows(
  db: Database,
  projectId: string,
  filter: ConversationFilter,
  { limit, after }: Page,
): Promise<ConversationRow[]> {
  const { status, platform, kind, tag, q } = filter
  const base = sql<SqlBool>`project_id = ${projectId} and archived = ${filter.archived}`
  const later = after ? sql<SqlBool>`(last_message_at, id) < (${after.at}, ${after.id}::uuid)` : sql<SqlBool>`true`
  const own = conditionsOf(filter)
  const isByRange = own.length === 0 && tag === undefined && q === undefined && (status ?? platform ?? kind)
  if (isByRange) return listRanges(db, filter, { base, later, limit })
  if (status) own.push(sql`status = any(${status}::text[])`)
  if (platform) own.push(sql`platform = any(${platform}::text[])`)
  if (kind) own.push(sql`kind = any(${kind}::text[])`)
  const where = [base, later, ...own]
  if (tag !== undefined)
    where.push(q === undefined ? await tagCondition(db, projectId, tag, { where, limit }) : hasTag(projectId, tag))
  if (q !== undefined) where.push(await searchCondition(db, projectId, q, { where, limit }))
  const { rows } = await sql<ConversationRow>`
    select * from inbox_conversations where ${sql.join(where, sql` and `)}
    order by ${newestFirst} limit ${limit}`.execute(db)
  return rows
}

/** One range of the index per status, platform and kind, so that rare ones are found as fast. */
async function listRanges(
  db: Database,
  { status, platform, kind }: ConversationFilter,
  { base, later, limit }: { base: RawBuilder<SqlBool>; later: RawBuilder<SqlBool>; limit: number },
): Promise<ConversationRow[]> {
  const ranges = (status ?? conversationStatuses).flatMap((status) =>
    (platform ?? inboxPlatforms).flatMap((platform) =>
      (kind ?? conversationKinds).map(
        (kind) => sql`(
          select * from inbox_conversations
          where ${base} and status = ${status} and platform = ${platform} and kind = ${kind} and ${later}
          order by ${newestFirst} limit ${limit})`,
      ),
    ),
  )
  const { rows } = await sql<ConversationRow>`
    select * from (${sql.join(ranges, sql` union all `)}) c order by ${newestFirst} limit ${limit}`.execute(db)
  return rows
}

function conditionsOf(filter: ConversationFilter): RawBuilder<SqlBool>[] {
  const { unread, assigneeId, storyId, participantId } = filter
  const found: RawBuilder<SqlBool>[] = []
  if (unread !== undefined) found.push(unread ? sql`unread_count > 0` : sql`unread_count = 0`)
  if (assigneeId !== undefined)
    found.push(assigneeId === null ? sql`assignee_id is null` : sql`assignee_id = ${assigneeId}`)
  if (storyId !== undefined) found.push(sql`story_id = ${storyId}`)
  if (participantId !== undefined) found.push(sql`participant_id = ${participantId}`)
  return found
}

export type Counts = Record<'open' | 'snoozed' | 'resolved' | 'spam' | 'unread' | 'mine' | 'unassigned', number>

export async function countConversations(db: Database, projectId: string, userId: string): Promise<Counts> {
  const capped = (condition: RawBuilder<SqlBool>) => sql<number>`(select count(*)::int from (
    select 1 from inbox_conversations where project_id = ${projectId} and not archived and ${condition}
    limit ${countMax}) c)`
  const { rows } = await sql<Counts>`select
    ${capped(sql`status = 'open'`)} as open,
    ${capped(sql`status = 'snoozed'`)} as snoozed,
    ${capped(sql`status = 'resolved'`)} as resolved,
    ${capped(sql`status = 'spam'`)} as spam,
    ${capped(sql`status = 'open' and unread_count > 0`)} as unread,
    ${capped(sql`status = 'open' and assignee_id = ${userId}`)} as mine,
    ${capped(sql`status = 'open' and assignee_id is null`)} as unassigned`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('Counting returned no row.')
  return counts
}

export async function findConversation(
  db: Database,
  projectId: string,
  id: string,
  { isLocked = false } = {},
): Promise<ConversationRow | undefined> {
  return db
    .selectFrom('inbox_conversations')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
}

/** @throws not_found */
export async function requireConversation(db: Database, projectId: string, id: string): Promise<ConversationRow> {
  const row = await findConversation(db, projectId, id)
  if (!row) throw notFound('conversation')
  return row
}

/** The newest messages, or those before one, newest first. */
export async function listMessageRows(
  db: Database,
  conversationId: string,
  { limit, before }: { limit: number; before: string | undefined },
): Promise<MessageRow[]> {
  return db
    .selectFrom('inbox_messages')
    .select(messageColumns)
    .where('conversation_id', '=', conversationId)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(sent_at, id) < (
          select sent_at, id from inbox_messages where id = ${before} and conversation_id = ${conversationId})`,
      ),
    )
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export type NoteRow = {
  id: string
  conversation_id: string
  user_id: string | null
  name: string | null
  body: string
  /** Members and former members by their current name. */
  mentioned: { user_id: string; name: string }[]
  created_at: Date
}

export async function listNoteRows(db: Database, conversationId: string): Promise<NoteRow[]> {
  return db
    .selectFrom('inbox_notes')
    .leftJoin('users', 'users.id', 'inbox_notes.user_id')
    .select([
      'inbox_notes.id',
      'conversation_id',
      'inbox_notes.user_id',
      'users.name',
      'inbox_notes.body',
      sql<NoteRow['mentioned']>`coalesce((select jsonb_agg(jsonb_build_object('user_id', m.id, 'name', m.name))
        from users m where m.id = any(inbox_notes.mentions)), '[]')`.as('mentioned'),
      'inbox_notes.created_at',
    ])
    .where('conversation_id', '=', conversationId)
    .orderBy('inbox_notes.id')
    .execute()
}

export type ConversationChanges = {
  status?: ConversationRow['status']
  snoozed_until?: Date | null
  archived?: boolean | undefined
  tags?: string[] | undefined
  assignee_id?: string | null | undefined
  read?: boolean | undefined
}

export async function changeConversation(
  tx: Transaction<DB>,
  projectId: string,
  id: string,
  { read, ...changes }: ConversationChanges,
): Promise<void> {
  await tx
    .updateTable('inbox_conversations')
    .set({
      ...changes,
      ...(read === true ? { read_at: sql<Date>`clock_timestamp()` } : {}),
      ...(read === false
        ? {
            read_at: sql<Date>`coalesce((
              select max(m.created_at) - interval '1 microsecond' from inbox_messages m
              where m.conversation_id = inbox_conversations.id and m.direction = 'them' and m.deleted_at is null
            ), read_at)`,
          }
        : {}),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .execute()
}

export async function isMember(db: Database, projectId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}
