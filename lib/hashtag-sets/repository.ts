import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { HashtagSets } from '@/lib/db/types.generated'

export type HashtagSetRow = Selectable<HashtagSets>

export async function listHashtagSetRows(
  db: Database,
  projectId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<HashtagSetRow[]> {
  let query = db.selectFrom('hashtag_sets').selectAll().where('project_id', '=', projectId)
  if (after !== undefined) query = query.where('id', '<', after)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

export async function countHashtagSets(db: Database, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('hashtag_sets')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The set with this name, ignoring case. */
export async function findHashtagSetNamed(db: Database, projectId: string, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('hashtag_sets')
    .select('id')
    .where('project_id', '=', projectId)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst()
  return row?.id
}

export async function insertHashtagSet(db: Database, row: Insertable<HashtagSets>): Promise<HashtagSetRow> {
  return db.insertInto('hashtag_sets').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateHashtagSetRow(
  db: Database,
  projectId: string,
  id: string,
  changes: Updateable<HashtagSets>,
): Promise<HashtagSetRow | undefined> {
  return db
    .updateTable('hashtag_sets')
    .set({ ...changes, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteHashtagSetRow(db: Database, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('hashtag_sets')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
