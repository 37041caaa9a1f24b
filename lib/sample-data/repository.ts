import { sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB, SampleData } from '@/lib/db/types.generated'

export type SampleKind = SampleData['kind']

export const sampleKinds = [
  ...(['asset', 'pillar', 'template', 'post', 'draft', 'planned'] as const),
  ...(['caption', 'recurring', 'automation'] as const),
] satisfies SampleKind[]

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

/**
 * Deletes sample stories with their posts, readings and moments. A scheduled draft and a planned post that is public, or
 * is being published, are not samples any more.
 *
 * @returns how many
 */
export async function deleteSampleStories(tx: Transaction<DB>, projectId: string): Promise<number> {
  const samples = sql`
    select s.id from stories s join sample_data d on d.resource_id = s.id and d.project_id = s.project_id
    where s.project_id = ${projectId} and (d.kind = 'post' or (d.kind = 'draft' and s.status = 'draft')
      or (d.kind = 'planned' and not exists (select from queue_items q
        where q.story_id = s.id and (q.status = 'posted' or q.lease_until > now()))))`
  await sql`delete from moments where project_id = ${projectId} and story_id in (${samples})`.execute(tx)
  const { rows } = await sql`delete from stories where id in (${samples}) returning id`.execute(tx)
  return rows.length
}

/** The tables of samples that are deleted by their id. */
const tables = {
  caption: 'caption_corpus',
  recurring: 'recurring_templates',
  automation: 'automations',
  template: 'templates',
  pillar: 'pillars',
} as const satisfies Partial<Record<SampleKind, keyof DB>>

/** Deletes the samples of a kind. What was turned on stays, and so does its template. @returns how many */
export async function deleteSamplesOf(
  tx: Transaction<DB>,
  kind: keyof typeof tables,
  projectId: string,
): Promise<number> {
  const keep = {
    recurring: sql`and not active`,
    automation: sql`and not active`,
    template: sql`and not exists (select from automations a where a.template_id = t.id and a.active)`,
    caption: sql``,
    pillar: sql``,
  }[kind]
  const { rows } = await sql`
    delete from ${sql.table(tables[kind])} t
    where project_id = ${projectId} ${keep}
      and id in (select resource_id from sample_data where project_id = ${projectId} and kind = ${kind})
    returning id`.execute(tx)
  return rows.length
}

export async function forgetSamples(tx: Transaction<DB>, projectId: string): Promise<void> {
  await tx.deleteFrom('sample_data').where('project_id', '=', projectId).execute()
}
