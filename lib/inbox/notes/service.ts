import type { Transaction } from 'kysely'
import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { notifyMembers } from '@/lib/member-notices/notify'
import { readableBody } from '@/lib/story-comments/mention-marks'
import { readMentions } from '@/lib/story-comments/read-mentions'
import { listNoteRows, type NoteRow } from '../repository'
import { serializeNote } from '../serializer'
import type * as contracts from './contract'

export async function create(
  context: Context,
  { id, body }: InputOf<typeof contracts.createInboxNote>,
): Promise<AnswerOf<typeof contracts.createInboxNote>> {
  const { db, principal } = context
  const { projectId } = await accessOwned(context, 'inbox_conversations', id, 'stories:publish')
  return transaction(db, async (tx) => {
    const mentions = (await readMentions(tx, projectId, body)).map(({ user_id }) => user_id)
    const noteId = newId()
    await tx
      .insertInto('inbox_notes')
      .values({ id: noteId, project_id: projectId, conversation_id: id, user_id: principal.userId, body, mentions })
      .execute()
    const note = (await listNoteRows(tx, id)).find((row) => row.id === noteId)
    if (!note) throw notFound('conversation')
    await notifyMentioned(tx, projectId, note)
    return { note: serializeNote(note) }
  })
}

async function notifyMentioned(tx: Transaction<DB>, projectId: string, note: NoteRow): Promise<void> {
  const others = note.mentioned.map(({ user_id }) => user_id).filter((userId) => userId !== note.user_id)
  await notifyMembers(tx, others, {
    ...{ projectId, storyId: null, commentId: null, noteId: note.id },
    ...{ kind: 'mention', code: 'mentioned', personName: note.name ?? 'Former member' },
    message: readableBody(note.body, note.mentioned),
  })
}

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deleteInboxNote>,
): Promise<AnswerOf<typeof contracts.deleteInboxNote>> {
  const { projectId } = await accessOwned(context, 'inbox_notes', id, 'stories:publish')
  await context.db.deleteFrom('inbox_notes').where('id', '=', id).where('project_id', '=', projectId).execute()
  return { ok: true, note_id: id }
}
