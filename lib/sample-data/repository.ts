import { sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB, SampleData } from '@/lib/db/types.generated'

export type SampleKind = SampleData['kind']

export async function hasSampleData(db: Database, projectId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sample_data')
    .select('project_id')
    .where('project_id', '=', projectId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function markAsSample(
  tx: Database,
  projectId: string,
  kind: SampleKind,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .insertInto('sample_data')
    .values(ids.map((resource_id) => ({ project_id: projectId, kind, resource_id })))
    // An image that the project had already is not a sample twice.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function listSampleIds(db: Database, projectId: string, kind: SampleKind): Promise<string[]> {
  const rows = await db
    .selectFrom('sample_data')
    .select('resource_id')
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .execute()
  return rows.map(({ resource_id }) => resource_id)
}

/** Deletes sample stories with their posts, readings and moments. @returns how many */
export async function deleteSampleStories(tx: Transaction<DB>, projectId: string): Promise<number> {
  const samples = sql`
    select s.id from stories s join sample_data d on d.resource_id = s.id and d.project_id = s.project_id
    where s.project_id = ${projectId} and (d.kind = 'post' or (d.kind = 'draft' and s.status = 'draft'))`
  await sql`delete from moments where project_id = ${projectId} and story_id in (${samples})`.execute(tx)
  const { rows } = await sql`delete from stories where id in (${samples}) returning id`.execute(tx)
  return rows.length
}

/** @returns how many */
export async function deleteSamplesOf(
  tx: Transaction<DB>,
  table: 'templates' | 'pillars',
  projectId: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await tx
    .deleteFrom(table)
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .returning('id')
    .execute()
  return rows.length
}

export async function forgetSamples(tx: Transaction<DB>, projectId: string): Promise<void> {
  await tx.deleteFrom('sample_data').where('project_id', '=', projectId).execute()
}
