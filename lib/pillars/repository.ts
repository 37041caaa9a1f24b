import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB, Pillars } from '@/lib/db/types.generated'
import type { BenchmarkMetric } from '@/lib/metrics/benchmarks'

const columns = [
  'id',
  'project_id',
  'name',
  'content_type',
  'color',
  'allocation_percent',
  'benchmark_metric',
  'benchmark_value',
  'benchmark_window_days',
  'max_gap_days',
  'created_at',
] as const satisfies readonly (keyof Pillars)[]

export type PillarRow = Omit<Pick<Selectable<Pillars>, (typeof columns)[number]>, 'benchmark_metric'> & {
  benchmark_metric: BenchmarkMetric | null
}
/** A pillar to store; its place in the list is its position. */
export type NewPillarRow = Omit<PillarRow, 'project_id' | 'created_at'>

export const pillarColumns = sql.join(columns.map((column) => sql.ref(`p.${column}`)))

/** In list order. */
export async function listPillarRows(db: Database, projectId: string): Promise<PillarRow[]> {
  const { rows } = await sql<PillarRow>`
    select ${pillarColumns} from pillars p where p.project_id = ${projectId} order by p.position, p.id`.execute(db)
  return rows
}

/** Makes these the pillars of the project, in this order. Others are deleted. */
export async function storePillars(
  tx: Transaction<DB>,
  projectId: string,
  pillars: readonly NewPillarRow[],
): Promise<void> {
  await tx
    .deleteFrom('pillars')
    .where('project_id', '=', projectId)
    .where(sql<boolean>`id <> all (${pillars.map(({ id }) => id)}::uuid[])`)
    .execute()
  const rows = JSON.stringify(pillars.map((pillar, position) => ({ ...pillar, position })))
  await sql`
    insert into pillars as p (id, project_id, ${stored})
    select id, ${projectId}::uuid, ${stored} from jsonb_populate_recordset(null::pillars, ${rows}::jsonb)
    on conflict (id) do update set ${changed}, updated_at = now()
    where p.project_id = ${projectId} and (${before}) is distinct from (${after})`.execute(tx)
}

export async function deletePillar(db: Database, projectId: string, id: string): Promise<void> {
  await db.deleteFrom('pillars').where('id', '=', id).where('project_id', '=', projectId).execute()
}

const storedColumns = [...columns.filter((column) => !['id', 'project_id', 'created_at'].includes(column)), 'position']
const stored = sql.join(storedColumns.map((column) => sql.ref(column)))
const before = sql.join(storedColumns.map((column) => sql.ref(`p.${column}`)))
const after = sql.join(storedColumns.map((column) => sql.ref(`excluded.${column}`)))
const changed = sql.join(storedColumns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))
