import { sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import type { Problem } from '@/lib/import-content'
import type { ImportEntry, RowEntry } from '../repository'

/** Confirmed and undone imports, the oldest first. */
export async function listWaiting(db: Database): Promise<ImportEntry[]> {
  return db
    .selectFrom('imports')
    .innerJoin('projects', 'projects.id', 'imports.project_id')
    .selectAll('imports')
    .where('imports.state', 'in', ['importing', 'deleting'])
    .where('projects.deleted_at', 'is', null)
    .orderBy('imports.confirmed_at')
    .limit(50)
    .execute()
}

/** Rows in a state, in the order of the file. `among`: only rows with these numbers. */
type Wanted = Portion & { status: RowEntry['status'] }
export type Portion = { limit: number; among?: readonly number[] }

/**
 * Locks the next rows in this state. Another worker gets the rows after them, or none. The lock on the import is shared:
 * it keeps an undo or a delete out until the transaction ends.
 */
export async function lockRows(
  tx: Transaction<DB>,
  { id, state }: ImportEntry,
  { status, limit, among }: Wanted,
): Promise<RowEntry[]> {
  const isWanted = among ? sql`r.row = any(${among}::int[])` : sql`true`
  const { rows } = await sql<RowEntry>`
    with held as (select id from imports where id = ${id} and state = ${state} for share)
    select r.* from import_rows r
    where r.import_id = (select id from held) and r.status = ${status} and ${isWanted}
    order by r.row limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/** The next rows in this state, without a lock. */
export async function listRowsWith(
  db: Database,
  importId: string,
  { status, limit, among }: Wanted,
): Promise<Pick<RowEntry, 'row' | 'story_id'>[]> {
  return db
    .selectFrom('import_rows')
    .select(['row', 'story_id'])
    .where('import_id', '=', importId)
    .where('status', '=', status)
    .$if(among !== undefined, (query) => query.where('row', 'in', among ?? []))
    .orderBy('row')
    .limit(limit)
    .execute()
}

export async function writeOutcomes(
  tx: Transaction<DB>,
  importId: string,
  outcomes: readonly { row: number; status: RowEntry['status']; story_id: string | null; errors: Problem[] }[],
): Promise<void> {
  await sql`
    update import_rows r set status = o.status, story_id = o.story_id, errors = o.errors
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (
      row int, status text, story_id uuid, errors jsonb)
    where r.import_id = ${importId} and r.row = o.row`.execute(tx)
}

/** Ends the job of an import when no row is left. @returns whether it has ended */
export async function finishJob(db: Database, { id, state }: ImportEntry): Promise<boolean> {
  const [open, next] = state === 'importing' ? (['ready', 'done'] as const) : (['created', 'deleted'] as const)
  const { numAffectedRows } = await sql`
    update imports set state = ${next}, finished_at = now(), version = version + 1
    where id = ${id} and state = ${state}
      and not exists (select from import_rows where import_id = ${id} and status = ${open})`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Deletes imports that have expired. */
export async function forgetExpired(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from imports where expires_at < now() and state not in ('importing', 'deleting')`.execute(db)
  return Number(numAffectedRows ?? 0)
}
