import { createHash } from 'node:crypto'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import type { Consents, DB } from '@/lib/db/types.generated'

export type ConsentRow = Selectable<Consents>

/** Time limit from start to return, and again from return to choice. */
export const validMinutes = 10

export const hashState = (state: string): Buffer => createHash('sha256').update(state).digest()

export async function insertConsent(
  db: Database,
  projectId: string,
  consent: {
    id: string
    user_id: string
    channel: ChannelId
    state_hash: Buffer
    redirect_uri: string
    return_to: string
    connection_id: string | null
    secret: Buffer | null
    key_id: string
  },
): Promise<ConsentRow> {
  return db
    .insertInto('consents')
    .values({ ...consent, project_id: projectId, expires_at: inMinutes() })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const inMinutes = () => sql<Date>`now() + make_interval(mins => ${validMinutes})`

/** Takes the consent with this state, once. Only for the user who started it and the same network. */
export async function takeConsent(
  db: Database,
  { state, userId, channel }: { state: string; userId: string; channel: ChannelId },
): Promise<ConsentRow | undefined> {
  return db
    .updateTable('consents')
    .set({ used_at: sql<Date>`now()`, status: 'returned' })
    .where('state_hash', '=', hashState(state))
    .where('user_id', '=', userId)
    .where('channel', '=', channel)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst()
}

export async function findByState(
  db: Database,
  state: string,
): Promise<Pick<ConsentRow, 'user_id' | 'channel' | 'used_at'> | undefined> {
  return db
    .selectFrom('consents')
    .select(['user_id', 'channel', 'used_at'])
    .where('state_hash', '=', hashState(state))
    .executeTakeFirst()
}

/** Only the user who started it may see the accounts to choose from. */
export async function findConsent(db: Database, userId: string, id: string): Promise<ConsentRow | undefined> {
  return db.selectFrom('consents').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
}

/** Locks the consent while an account is connected, so that two clicks do not connect two. */
export async function lockConsent(tx: Transaction<DB>, userId: string, id: string): Promise<ConsentRow | undefined> {
  return tx
    .selectFrom('consents')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

export async function storeChoices(
  db: Database,
  id: string,
  sealed: { choices: Buffer; key_id: string },
): Promise<void> {
  await db
    .updateTable('consents')
    .set({ ...sealed, secret: null, status: 'choosing', expires_at: inMinutes() })
    .where('id', '=', id)
    .execute()
}

export async function storeFailure(db: Database, id: string, failure: object): Promise<void> {
  await db
    .updateTable('consents')
    .set({ failure: JSON.stringify(failure), secret: null, choices: null, status: 'failed' })
    .where('id', '=', id)
    .execute()
}

/** Erases the encrypted values: the connection holds them now. */
export async function storeConnected(db: Database, id: string, connectionId: string): Promise<void> {
  await db
    .updateTable('consents')
    .set({ connection_id: connectionId, secret: null, choices: null, status: 'connected' })
    .where('id', '=', id)
    .execute()
}

/** Granted scopes, to report missing ones after connecting. */
export async function grantedScopes(db: Database, projectId: string, connectionId: string): Promise<string[] | null> {
  const row = await db
    .selectFrom('social_connections')
    .select('scopes')
    .where('project_id', '=', projectId)
    .where('id', '=', connectionId)
    .executeTakeFirst()
  return row?.scopes ?? null
}

export async function deleteOldConsents(db: Database): Promise<void> {
  await sql`delete from consents where expires_at < now() - interval '1 hour'`.execute(db)
}
