import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB, SavedSearches } from '@/lib/db/types.generated'
import type { SavedView } from './contract'
import type { InsightFilter } from './filter'

export type SavedSearchRow = Omit<Selectable<SavedSearches>, 'filter' | 'view'> & {
  filter: InsightFilter
  view: SavedView | null
}

/** Saved searches are private: every query takes the user as well. */
export type Owner = { projectId: string; userId: string }

const rows = (db: Database, { projectId, userId }: Owner) =>
  db.selectFrom('saved_searches').selectAll().where('project_id', '=', projectId).where('user_id', '=', userId)

export async function listSearches(
  db: Database,
  owner: Owner,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<SavedSearchRow[]> {
  const found = await rows(db, owner)
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return found as SavedSearchRow[]
}

export async function findSearch(db: Database, owner: Owner, id: string): Promise<SavedSearchRow | undefined> {
  return (await rows(db, owner).where('id', '=', id).executeTakeFirst()) as SavedSearchRow | undefined
}

/** The project of a user's saved search. */
export async function projectOfSearch(db: Database, userId: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('saved_searches')
    .select('project_id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.project_id
}

/** Locks the user's row, so that parallel creations count one after the other. */
export async function countSearches(tx: Transaction<DB>, { projectId, userId }: Owner): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('saved_searches')
    .select((from) => from.fn.countAll<string>().as('count'))
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether another saved search of the user has this name. */
export async function isNameTaken(
  db: Database,
  { projectId, userId }: Owner,
  name: string,
  exceptId: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from saved_searches
    where project_id = ${projectId} and user_id = ${userId} and lower(name) = lower(${name})
      and id is distinct from ${exceptId}::uuid`.execute(db)
  return rows.length > 0
}

type Values = { name: string; filter: InsightFilter; view: SavedView | null }

export async function insertSearch(
  tx: Transaction<DB>,
  { projectId, userId }: Owner,
  id: string,
  { name, filter, view }: Values,
): Promise<SavedSearchRow> {
  const row = await tx
    .insertInto('saved_searches')
    .values({
      id,
      project_id: projectId,
      user_id: userId,
      name,
      filter: JSON.stringify(filter),
      view: view && JSON.stringify(view),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as SavedSearchRow
}

export async function updateSearch(
  tx: Transaction<DB>,
  { projectId, userId }: Owner,
  id: string,
  { name, filter, view }: Partial<Values>,
): Promise<SavedSearchRow | undefined> {
  const row = await tx
    .updateTable('saved_searches')
    .set({
      updated_at: sql<Date>`now()`,
      ...(name === undefined ? {} : { name }),
      ...(filter === undefined ? {} : { filter: JSON.stringify(filter) }),
      ...(view === undefined ? {} : { view: view && JSON.stringify(view) }),
    })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  return row as SavedSearchRow | undefined
}

export async function deleteSearch(db: Database, { projectId, userId }: Owner, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_searches')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
