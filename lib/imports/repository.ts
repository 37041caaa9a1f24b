import { type Insertable, type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB, ImportRows, Imports } from '@/lib/db/types.generated'
import type { ImportOptions, Problem, RowPreview } from '@/lib/import-content'
import { previewsMax } from './limits'

export type ImportEntry = Selectable<Imports>
export type RowEntry = Selectable<ImportRows>
export type Counts = Record<'total' | 'with_warnings' | RowEntry['status'], number>

export type NewImportRow = {
  row: number
  cells: string[]
  status: 'ready' | 'error'
  preview: RowPreview
  errors: Problem[]
  warnings: Problem[]
}

/** Rows per statement. */
const chunkRows = 500

export async function insertImport(tx: Transaction<DB>, values: Insertable<Imports>): Promise<ImportEntry> {
  // Old previews are of no use, and large. The outer `state` is read again if one of them is being confirmed.
  await sql`
    delete from imports where state = 'preview' and id in (
      select id from imports where project_id = ${values.project_id} and state = 'preview'
      order by id desc offset ${previewsMax - 1})`.execute(tx)
  return tx.insertInto('imports').values(values).returningAll().executeTakeFirstOrThrow()
}

/** Replaces the rows of a preview. */
export async function writeRows(tx: Transaction<DB>, importId: string, rows: readonly NewImportRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += chunkRows) {
    const chunk = JSON.stringify(rows.slice(from, from + chunkRows))
    await sql`
      insert into import_rows (import_id, row, cells, status, preview, errors, warnings)
      select ${importId}, r.row, r.cells, r.status, r.preview, r.errors, r.warnings
      from jsonb_to_recordset(${chunk}::jsonb) as r (
        row int, cells text[], status text, preview jsonb, errors jsonb, warnings jsonb)
      on conflict (import_id, row) do update set
        status = excluded.status, preview = excluded.preview, errors = excluded.errors, warnings = excluded.warnings
      `.execute(tx)
  }
}

export async function findImport(db: Database, projectId: string, id: string): Promise<ImportEntry | undefined> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
}

export async function lockImport(tx: Transaction<DB>, projectId: string, id: string): Promise<ImportEntry | undefined> {
  return tx
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst()
}

/** @returns undefined when the preview was changed or confirmed since it was read */
export async function updatePreview(
  tx: Transaction<DB>,
  { id, project_id, version }: ImportEntry,
  changes: { fields: ImportEntry['fields']; options: ImportOptions; date_column: ImportEntry['date_column'] },
): Promise<ImportEntry | undefined> {
  return tx
    .updateTable('imports')
    .set({
      fields: changes.fields,
      options: JSON.stringify(changes.options),
      date_column: changes.date_column && JSON.stringify(changes.date_column),
      version: version + 1,
    })
    .where('id', '=', id)
    .where('project_id', '=', project_id)
    .where('version', '=', version)
    .where('state', '=', 'preview')
    .returningAll()
    .executeTakeFirst()
}

/** Hands the import to the job. */
export async function startJob(
  tx: Transaction<DB>,
  { id }: ImportEntry,
  to: { state: 'importing' | 'deleting'; actor: string; days: number },
): Promise<ImportEntry> {
  return tx
    .updateTable('imports')
    .set({
      state: to.state,
      actor: to.actor,
      version: sql`version + 1`,
      confirmed_at: sql`coalesce(confirmed_at, now())`,
      finished_at: null,
      expires_at: sql`now() + make_interval(days => ${to.days})`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeImport(tx: Transaction<DB>, projectId: string, id: string): Promise<void> {
  await tx.deleteFrom('imports').where('id', '=', id).where('project_id', '=', projectId).execute()
}

export async function countRows(db: Database, importId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*)::int as total,
      count(*) filter (where warnings <> '[]' and status <> 'error')::int as with_warnings,
      count(*) filter (where status = 'ready')::int as ready,
      count(*) filter (where status = 'error')::int as error,
      count(*) filter (where status = 'created')::int as created,
      count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where status = 'deleted')::int as deleted,
      count(*) filter (where status = 'kept')::int as kept
    from import_rows where import_id = ${importId}`.execute(db)
  return rows[0] as Counts
}

const notImported = ['error', 'failed'] as const

/** Rows with problems first, or in the order of the file. */
export async function listRows(
  db: Database,
  importId: string,
  page: {
    errors: boolean | undefined
    sort: 'problems' | 'file'
    after: { rank: number; row: number } | undefined
    limit: number
  },
): Promise<RowEntry[]> {
  const { errors, sort, after, limit } = page
  let query = db.selectFrom('import_rows').selectAll().where('import_id', '=', importId)
  if (errors !== undefined) query = query.where('status', errors ? 'in' : 'not in', notImported)
  if (sort === 'file') {
    if (after) query = query.where('row', '>', after.row)
    return query.orderBy('row').limit(limit).execute()
  }
  if (after) query = query.where(sql<SqlBool>`(rank, row) > (${after.rank}, ${after.row})`)
  return query.orderBy('rank').orderBy('row').limit(limit).execute()
}

/** All rows in the order of the file. */
export async function listCells(
  db: Database,
  importId: string,
  { onlyFailed = false } = {},
): Promise<Pick<RowEntry, 'row' | 'cells' | 'errors'>[]> {
  return db
    .selectFrom('import_rows')
    .select(['row', 'cells', 'errors'])
    .where('import_id', '=', importId)
    .$if(onlyFailed, (query) => query.where('status', 'in', notImported))
    .orderBy('row')
    .execute()
}

/** The first texts of the file, for the samples of its columns. */
export async function listFirstCells(db: Database, importId: string, limit: number): Promise<string[][]> {
  const rows = await db
    .selectFrom('import_rows')
    .select('cells')
    .where('import_id', '=', importId)
    .orderBy('row')
    .limit(limit)
    .execute()
  return rows.map(({ cells }) => cells)
}

/** Names and handles of the connected accounts. */
export async function listAccounts(db: Database, projectId: string) {
  return db
    .selectFrom('social_connections')
    .select(['channel', 'account_name', 'handle'])
    .where('project_id', '=', projectId)
    .where('disconnected_at', 'is', null)
    .execute()
}

/** The cached boards of the connected Pinterest account. */
export async function listBoards(db: Database, projectId: string) {
  return db
    .selectFrom('pinterest_boards as b')
    .innerJoin('social_connections as c', 'c.id', 'b.connection_id')
    .select(['b.name', 'b.board_id'])
    .where('b.project_id', '=', projectId)
    .where('c.disconnected_at', 'is', null)
    .execute()
}
