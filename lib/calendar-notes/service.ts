import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { type Database, transaction } from '@/lib/db/pool'
import { conflict, notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { lockProject } from '@/lib/projects/repository'
import type * as contracts from './contract'
import { requireDayRange } from './day-range'
import {
  countOtherNotes,
  deleteCalendarNoteRow,
  findCalendarNote,
  insertCalendarNote,
  listCalendarNoteRows,
  updateCalendarNoteRow,
} from './repository'
import { serializeCalendarNote } from './serializer'

/** Limits the size of a list, which has no pages. */
const notesPerDayMax = 10

export async function list(
  context: Context,
  { project_id, from, to }: InputOf<typeof contracts.listCalendarNotes>,
): Promise<AnswerOf<typeof contracts.listCalendarNotes>> {
  const { projectId } = await accessProject(context, project_id, 'stories:read')
  requireDayRange(from, to)
  const rows = await listCalendarNoteRows(context.db, projectId, { from, to })
  return { calendar_notes: rows.map(serializeCalendarNote) }
}

export async function create(
  context: Context,
  { project_id, day, text, color }: InputOf<typeof contracts.createCalendarNote>,
): Promise<AnswerOf<typeof contracts.createCalendarNote>> {
  const { projectId } = await accessProject(context, project_id, 'stories:write')
  const id = newId()
  return transaction(context.db, async (tx) => {
    await lockProject(tx, projectId)
    await requireRoom(tx, projectId, day, id)
    const author_id = context.principal.userId
    await insertCalendarNote(tx, { id, project_id: projectId, day, text, color, author_id })
    return read(tx, projectId, id)
  })
}

export async function update(
  context: Context,
  { id, day, text, color }: InputOf<typeof contracts.updateCalendarNote>,
): Promise<AnswerOf<typeof contracts.updateCalendarNote>> {
  const { projectId } = await accessOwned(context, 'calendar_notes', id, 'stories:write')
  return transaction(context.db, async (tx) => {
    await lockProject(tx, projectId)
    if (day !== undefined) await requireRoom(tx, projectId, day, id)
    await updateCalendarNoteRow(tx, projectId, id, {
      ...(day === undefined ? {} : { day }),
      ...(text === undefined ? {} : { text }),
      ...(color === undefined ? {} : { color }),
    })
    return read(tx, projectId, id)
  })
}

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deleteCalendarNote>,
): Promise<AnswerOf<typeof contracts.deleteCalendarNote>> {
  const { projectId } = await accessOwned(context, 'calendar_notes', id, 'stories:write')
  if (!(await deleteCalendarNoteRow(context.db, projectId, id))) throw notFound('calendar note')
  return { ok: true }
}

async function read(db: Database, projectId: string, id: string): Promise<contracts.CalendarNote> {
  const row = await findCalendarNote(db, projectId, id)
  if (!row) throw notFound('calendar note')
  return serializeCalendarNote(row)
}

async function requireRoom(db: Database, projectId: string, day: string, id: string): Promise<void> {
  if ((await countOtherNotes(db, projectId, day, id)) < notesPerDayMax) return
  throw conflict(`${day} has ${notesPerDayMax} notes, the maximum. Delete one or choose another day.`)
}
