import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { nextUpdatedAt } from '@/lib/db/next-updated-at'
import type { Database } from '@/lib/db/pool'
import type { ConnectorItems, Connectors } from '@/lib/db/types.generated'

type Table = Selectable<Connectors>
/** `last_item_at`: when a check last found a new item. */
export type ConnectorRow = Table & { last_item_at: Date | null }
export type ItemRow = Selectable<ConnectorItems>

const lastItemAt = sql<Date | null>`(
  select created_at from connector_items i where i.connector_id = connectors.id and not i.is_first_poll
  order by i.id desc limit 1)`.as('last_item_at')

type Page = { limit: number; after: string | undefined }

export async function listConnectors(db: Database, projectId: string, { limit, after }: Page): Promise<ConnectorRow[]> {
  return db
    .selectFrom('connectors')
    .selectAll()
    .select(lastItemAt)
    .where('project_id', '=', projectId)
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function findConnector(db: Database, projectId: string, id: string): Promise<ConnectorRow | undefined> {
  return db
    .selectFrom('connectors')
    .selectAll()
    .select(lastItemAt)
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
}

/** Locks the connector, so that its items and settings do not change. */
export async function lockConnector(tx: Database, projectId: string, id: string): Promise<Table | undefined> {
  return tx
    .selectFrom('connectors')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst()
}

export async function countConnectors(db: Database, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('connectors')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertConnector(db: Database, row: Insertable<Connectors>): Promise<void> {
  await db.insertInto('connectors').values(row).execute()
}

/** Changes settings. `updated_at` always changes, so that a check under way notices it. */
export async function updateConnector(
  db: Database,
  projectId: string,
  id: string,
  changes: Updateable<Connectors>,
): Promise<void> {
  await db
    .updateTable('connectors')
    .set({ ...changes, updated_at: nextUpdatedAt() })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .execute()
}

export async function deleteConnectorRow(db: Database, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('connectors')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends the checks of a deleted project and erases stored headers. */
export async function stopConnectorsOf(db: Database, projectId: string): Promise<void> {
  await db
    .updateTable('connectors')
    .set({ headers: null, key_id: null, next_check_at: null })
    .where('project_id', '=', projectId)
    .execute()
}

export async function listItems(
  db: Database,
  projectId: string,
  connectorId: string,
  { limit, after }: Page,
): Promise<ItemRow[]> {
  return db
    .selectFrom('connector_items')
    .selectAll()
    .where('connector_id', '=', connectorId)
    .where('project_id', '=', projectId)
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Which of these keys are stored. */
export async function findKnownKeys(db: Database, connectorId: string, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('connector_items')
    .select('item_key')
    .where('connector_id', '=', connectorId)
    .where('item_key', 'in', keys)
    .execute()
  return new Set(rows.map(({ item_key }) => item_key))
}

export async function insertItems(db: Database, rows: readonly Insertable<ConnectorItems>[]): Promise<number> {
  if (rows.length === 0) return 0
  const inserted = await db
    .insertInto('connector_items')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['connector_id', 'item_key']).doNothing())
    .returning('id')
    .execute()
  return inserted.length
}

export type ItemCopy = { item_key: string; fields: Record<string, string>; published_at: Date | null }

/** Updates the stored copies of items that changed, and notes once a day that an item is still in the source. */
export async function refreshItems(db: Database, connectorId: string, items: readonly ItemCopy[]): Promise<void> {
  if (items.length === 0) return
  await sql`
    update connector_items i set fields = r.fields, published_at = r.published_at, last_seen_at = now()
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r (item_key text, fields jsonb, published_at timestamptz)
    where i.connector_id = ${connectorId} and i.item_key = r.item_key
      and (i.fields is distinct from r.fields or i.last_seen_at < now() - interval '1 day')`.execute(db)
}
