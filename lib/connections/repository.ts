import { type Selectable, sql, type Transaction } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import type { DB, SocialConnections } from '@/lib/db/types.generated'
import type { Renewable } from './refreshable'
import type { RenewsWith } from './renews-with'

/** Columns without credentials. */
export const publicColumns = [
  'id',
  'project_id',
  'channel',
  'account_id',
  'account_name',
  'handle',
  'picture_url',
  'status',
  'expires_at',
  'metadata',
  'connected_at',
  'last_refresh_at',
  'last_refresh_ok',
  'disconnected_at',
  'renews_with',
  'refresh_expires_at',
  'refresh_refused_at',
  'scopes',
] as const
export type ConnectionRow = Pick<Selectable<SocialConnections>, (typeof publicColumns)[number]>

/** The newest connection of each channel, open or closed. */
export async function listNewestPerChannel(
  db: Database,
  projectId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<ConnectionRow[]> {
  return db
    .selectFrom(
      db
        .selectFrom('social_connections')
        .select(publicColumns)
        .distinctOn('channel')
        .where('project_id', '=', projectId)
        .orderBy('channel')
        .orderBy('id', 'desc')
        .as('newest'),
    )
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

const connectionsOf = (db: Database, projectId: string) =>
  db.selectFrom('social_connections').select(publicColumns).where('project_id', '=', projectId)

export async function findConnection(db: Database, projectId: string, id: string): Promise<ConnectionRow | undefined> {
  return connectionsOf(db, projectId).where('id', '=', id).executeTakeFirst()
}

/** The open connection of a channel, if any. */
export async function findOpenConnection(
  db: Database,
  projectId: string,
  channel: ChannelId,
): Promise<ConnectionRow | undefined> {
  return connectionsOf(db, projectId)
    .where('channel', '=', channel)
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()
}

/** The latest connection of this account, open or closed. */
export async function findEarlier(
  db: Database,
  projectId: string,
  channel: ChannelId,
  accountId: string,
): Promise<ConnectionRow | undefined> {
  return connectionsOf(db, projectId)
    .where('channel', '=', channel)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Stored credentials, for parts that a new consent does not replace. */
export async function findSealed(
  db: Database,
  projectId: string,
  id: string,
): Promise<
  | { id: string; channel: string; credentials: Buffer | null; key_id: string | null; refresh_expires_at: Date | null }
  | undefined
> {
  return db
    .selectFrom('social_connections')
    .select(['id', 'channel', 'credentials', 'key_id', 'refresh_expires_at'])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Columns written on connect and reconnect. */
export type OpenedConnection = {
  account_id: string
  account_name: string | null
  handle: string | null
  picture_url: string | null
  expires_at: Date | null
  refresh_expires_at: Date | null
  scopes: string[] | null
  tried_at: Date | null
  renews_with: RenewsWith
  credentials: Buffer
  key_id: string
}

export async function insertConnection(
  tx: Transaction<DB>,
  projectId: string,
  connection: OpenedConnection & { id: string; channel: ChannelId; metadata: object },
): Promise<ConnectionRow> {
  return tx
    .insertInto('social_connections')
    .values({ ...connection, project_id: projectId, metadata: JSON.stringify(connection.metadata) })
    .returning(publicColumns)
    .executeTakeFirstOrThrow()
}

/** Replaces credentials and resets all failure state. */
export async function renewConnection(
  tx: Transaction<DB>,
  projectId: string,
  id: string,
  connection: OpenedConnection,
): Promise<ConnectionRow> {
  return tx
    .updateTable('social_connections')
    .set({
      ...connection,
      status: 'active',
      paused_until: null,
      connected_at: sql<Date>`now()`,
      last_refresh_at: null,
      last_refresh_ok: null,
      last_refresh_error: null,
      refresh_failed_count: 0,
      // Ends a running refresh of the old credentials.
      refresh_started_at: null,
      refresh_lease_until: null,
      refresh_retry_at: null,
      refresh_refused_at: null,
      notified_at_tier: null,
      expiring_soon_notified_at: null,
      broken_notified_at: null,
      updated_at: sql<Date>`now()`,
    })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning(publicColumns)
    .executeTakeFirstOrThrow()
}

const closed = () => ({
  credentials: null,
  key_id: null,
  status: 'disconnected' as const,
  disconnected_at: sql<Date>`now()`,
  updated_at: sql<Date>`now()`,
})

/** Erases the credentials but keeps the row, because posts refer to it. Undefined if it was closed before. */
export async function closeConnection(
  tx: Transaction<DB>,
  projectId: string,
  id: string,
): Promise<ConnectionRow | undefined> {
  return tx
    .updateTable('social_connections')
    .set(closed())
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('disconnected_at', 'is', null)
    .returning(publicColumns)
    .executeTakeFirst()
}

export async function closeAllConnections(tx: Transaction<DB>, projectId: string): Promise<void> {
  await tx
    .updateTable('social_connections')
    .set(closed())
    .where('project_id', '=', projectId)
    .where('disconnected_at', 'is', null)
    .execute()
}

/** State of open connections of these channels. */
export async function listOpenStates(
  db: Database,
  projectId: string,
  channels: readonly ChannelId[],
): Promise<(Renewable & { channel: string })[]> {
  if (channels.length === 0) return []
  return db
    .selectFrom('social_connections')
    .select(['channel', 'status', 'expires_at', 'renews_with', 'refresh_expires_at', 'refresh_refused_at'])
    .where('project_id', '=', projectId)
    .where('channel', 'in', channels)
    .where('disconnected_at', 'is', null)
    .execute()
}

/** Rows of all projects, for key rotation. */
export async function listSealedWithOtherKey(
  tx: Transaction<DB>,
  keyId: string,
  after: string | undefined,
  limit: number,
): Promise<{ id: string; project_id: string; channel: string; credentials: Buffer | null; key_id: string | null }[]> {
  return tx
    .selectFrom('social_connections')
    .select(['id', 'project_id', 'channel', 'credentials', 'key_id'])
    .where('credentials', 'is not', null)
    .where('key_id', '!=', keyId)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
}

export async function storeSealed(
  tx: Transaction<DB>,
  projectId: string,
  id: string,
  sealed: { credentials: Buffer; key_id: string },
): Promise<void> {
  await tx
    .updateTable('social_connections')
    .set({ ...sealed, updated_at: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute()
}
