import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { Events } from '@/lib/db/types.generated'

export type EventRow = Pick<Selectable<Events>, 'id' | 'event' | 'created_at' | 'data'> & { sequence: number }

const columns = sql`id, sequence, event, created_at, data`

/** Oldest first. Runs one query per name, each on its own range of the index, so that rare events are fast too. */
export async function listEventsOf(
  db: Database,
  projectId: string,
  { after, names, limit }: { after: number | undefined; names: readonly string[] | undefined; limit: number },
): Promise<EventRow[]> {
  const later = after === undefined ? sql<SqlBool>`sequence is not null` : sql<SqlBool>`sequence > ${after}`
  if (!names) {
    const { rows } = await sql<EventRow>`
      select ${columns} from events
      where project_id = ${projectId} and ${later} order by sequence limit ${limit}`.execute(db)
    return rows
  }
  const pages = [...new Set(names)].map(
    (name) => sql`(
      select ${columns} from events
      where project_id = ${projectId} and event = ${name} and ${later} order by sequence limit ${limit})`,
  )
  const { rows } = await sql<EventRow>`
    select * from (${sql.join(pages, sql` union all `)}) e order by sequence limit ${limit}`.execute(db)
  return rows
}

/** Undefined: not in this project. Null sequence: not fanned out yet, or a test ping. */
export async function findSequence(
  db: Database,
  projectId: string,
  id: string,
): Promise<{ sequence: number | null } | undefined> {
  return db
    .selectFrom('events')
    .select('sequence')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The oldest sequence that still exists (one above the last if none does), and the last one assigned. */
export async function sequenceBounds(db: Database, projectId: string): Promise<{ oldest: number; last: number }> {
  const { rows } = await sql<{ oldest: number | null; last: number | null }>`
    select
      (select sequence from events
        where project_id = ${projectId} and sequence is not null order by sequence limit 1) as oldest,
      (select last_sequence from event_sequences where project_id = ${projectId}) as last`.execute(db)
  const last = rows[0]?.last ?? 0
  return { oldest: rows[0]?.oldest ?? last + 1, last }
}
