import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { listNoteRows } from '../repository'
import { serializeNote } from '../serializer'
import type * as contracts from './contract'

export async function create(
  context: Context,
  { id, body }: InputOf<typeof contracts.createInboxNote>,
): Promise<AnswerOf<typeof contracts.createInboxNote>> {
  const { db, principal } = context
  const { projectId } = await accessOwned(context, 'inbox_conversations', id, 'stories:publish')
  const noteId = newId()
  await db
    .insertInto('inbox_notes')
    .values({ id: noteId, project_id: projectId, conversation_id: id, user_id: principal.userId, body })
    .execute()
  const note = (await listNoteRows(db, id)).find((row) => row.id === noteId)
  if (!note) throw notFound('conversation')
  return { note: serializeNote(note) }
}

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deleteInboxNote>,
): Promise<AnswerOf<typeof contracts.deleteInboxNote>> {
  const { projectId } = await accessOwned(context, 'inbox_notes', id, 'stories:publish')
  await context.db.deleteFrom('inbox_notes').where('id', '=', id).where('project_id', '=', projectId).execute()
  return { ok: true, note_id: id }
}
