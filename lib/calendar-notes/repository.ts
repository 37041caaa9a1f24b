import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { CalendarNotes } from '@/lib/db/types.generated'

/** `day` as text: the driver would read a date as midnight in the server's time zone. */
export type CalendarNoteRow = Omit<Selectable<CalendarNotes>, 'day'> & { day: string; author_name: string | null }

const selectNotes = (db: Database, projectId: string) =>
  db
    .selectFrom('calendar_notes')
    .leftJoin('users', 'users.id', 'calendar_notes.author_id')
    .select([
      'calendar_notes.id',
      'project_id',
      sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'),
      'text',
      'color',
      'author_id',
      'users.name as author_name',
      'calendar_notes.created_at',
      'calendar_notes.updated_at',
    ])
    .where('project_id', '=', projectId)

const asDate = (day: string) => sql<Date>`${day}::date`

export async function listCalendarNoteRows(
  db: Database,
  projectId: string,
  { from, to }: { from: string; to: string },
): Promise<CalendarNoteRow[]> {
  return selectNotes(db, projectId)
    .where('day', '>=', asDate(from))
    .where('day', '<=', asDate(to))
    .orderBy('calendar_notes.day')
    .orderBy('calendar_notes.id')
    .execute()
}

export async function findCalendarNote(
  db: Database,
  projectId: string,
  id: string,
): Promise<CalendarNoteRow | undefined> {
  return selectNotes(db, projectId).where('calendar_notes.id', '=', id).executeTakeFirst()
}

/** The notes of a day, without the given one. */
export async function countOtherNotes(db: Database, projectId: string, day: string, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('calendar_notes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('project_id', '=', projectId)
    .where('day', '=', asDate(day))
    .where('id', '!=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type Fields<T> = Omit<T, 'day'> & { day: string }

export async function insertCalendarNote(
  db: Database,
  { day, ...row }: Fields<Insertable<CalendarNotes>>,
): Promise<void> {
  await db
    .insertInto('calendar_notes')
    .values({ ...row, day: asDate(day) })
    .execute()
}

export async function updateCalendarNoteRow(
  db: Database,
  projectId: string,
  id: string,
  { day, ...changes }: Partial<Fields<Updateable<CalendarNotes>>>,
): Promise<void> {
  await db
    .updateTable('calendar_notes')
    .set({ ...changes, ...(day === undefined ? {} : { day: asDate(day) }), updated_at: sql`now()` })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .execute()
}

export async function deleteCalendarNoteRow(db: Database, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('calendar_notes')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
