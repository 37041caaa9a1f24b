import { type Selectable, sql, type Transaction } from 'kysely'
import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB, InboxSavedReplies } from '@/lib/db/types.generated'
import { conflict, notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { lockProject } from '@/lib/projects/repository'
import { savedRepliesMax } from '../limits'
import { requireConversation } from '../repository'
import type * as contracts from './contract'
import { fillReply, replyValues } from './variables'

type Row = Selectable<InboxSavedReplies>

const serialize = ({ created_at, updated_at, ...row }: Row): contracts.SavedReply => ({
  ...row,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

export async function list(
  context: Context,
  { project_id, limit, cursor }: InputOf<typeof contracts.listSavedReplies>,
): Promise<AnswerOf<typeof contracts.listSavedReplies>> {
  const { projectId } = await accessProject(context, project_id, 'moments:read')
  const after = decodeCursor(cursor)
  const rows = await context.db
    .selectFrom('inbox_saved_replies')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { page, next_cursor } = cutPage('saved_replies', rows, limit)
  return { saved_replies: page.map(serialize), next_cursor }
}

export async function create(
  context: Context,
  { project_id, name, body }: InputOf<typeof contracts.createSavedReply>,
): Promise<AnswerOf<typeof contracts.createSavedReply>> {
  const { projectId } = await accessProject(context, project_id, 'stories:publish')
  return transaction(context.db, async (tx) => {
    await requireFreeName(tx, projectId, name)
    await requireRoom(tx, projectId)
    const row = await tx
      .insertInto('inbox_saved_replies')
      .values({ id: newId(), project_id: projectId, name, body })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { saved_reply: serialize(row) }
  })
}

export async function get(
  context: Context,
  { id, conversation_id }: InputOf<typeof contracts.fillSavedReply>,
): Promise<AnswerOf<typeof contracts.fillSavedReply>> {
  const { db } = context
  const { projectId } = await accessOwned(context, 'inbox_saved_replies', id, 'moments:read')
  const row = await requireReply(db, projectId, id)
  if (conversation_id === undefined) return { saved_reply: serialize(row), filled: null }
  const { participant_name, platform, account_id } = await requireConversation(db, projectId, conversation_id)
  const account = await db
    .selectFrom('social_connections')
    .select('account_name')
    .where('project_id', '=', projectId)
    .where('channel', '=', platform)
    .where('account_id', '=', account_id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const values = replyValues(participant_name, account?.account_name ?? null)
  return { saved_reply: serialize(row), filled: fillReply(row.body, values) }
}

export async function update(
  context: Context,
  { id, ...changes }: InputOf<typeof contracts.updateSavedReply>,
): Promise<AnswerOf<typeof contracts.updateSavedReply>> {
  const { projectId } = await accessOwned(context, 'inbox_saved_replies', id, 'stories:publish')
  return transaction(context.db, async (tx) => {
    if (changes.name !== undefined) await requireFreeName(tx, projectId, changes.name, id)
    await tx
      .updateTable('inbox_saved_replies')
      .set({ ...changes, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('project_id', '=', projectId)
      .execute()
    return { saved_reply: serialize(await requireReply(tx, projectId, id)) }
  })
}

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deleteSavedReply>,
): Promise<AnswerOf<typeof contracts.deleteSavedReply>> {
  const { projectId } = await accessOwned(context, 'inbox_saved_replies', id, 'stories:publish')
  await context.db.deleteFrom('inbox_saved_replies').where('id', '=', id).where('project_id', '=', projectId).execute()
  return { ok: true, saved_reply_id: id }
}

async function requireReply(db: Database, projectId: string, id: string): Promise<Row> {
  const row = await db
    .selectFrom('inbox_saved_replies')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (!row) throw notFound('saved reply')
  return row
}

/** Locks the project, so that two requests cannot both take the name or the last place. */
async function requireFreeName(tx: Transaction<DB>, projectId: string, name: string, own?: string): Promise<void> {
  await lockProject(tx, projectId)
  const { rows } = await sql<{ id: string }>`
    select id from inbox_saved_replies where project_id = ${projectId} and lower(name) = lower(${name})`.execute(tx)
  if (rows.some(({ id }) => id !== own)) throw conflict(`A saved reply named “${name}” already exists.`)
}

async function requireRoom(tx: Transaction<DB>, projectId: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from inbox_saved_replies where project_id = ${projectId}`.execute(tx)
  if ((rows[0]?.count ?? 0) < savedRepliesMax) return
  throw conflict(`This project has ${savedRepliesMax} saved replies, the maximum. Delete one first.`)
}
