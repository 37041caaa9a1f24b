import type { Account } from '@/lib/channels/channel'
import { ChannelError } from '@/lib/channels/channel-error'
import { channels } from '@/lib/channels/registry'
import { handleRejectedToken, type RejectedConnection } from '@/lib/connections/refresh/rejected-token'
import { openCredentials } from '@/lib/connections/seal'
import type { Database } from '@/lib/db/pool'
import { conflict } from '@/lib/errors'
import type { InboxPlatform } from './kinds'

/** An account with the connection that its credentials are from. */
export type ConnectedAccount = Account & { connection: RejectedConnection }

/**
 * The connected account of a conversation, with its credentials.
 *
 * @throws conflict if it is not connected any more
 */
export async function requireAccount(
  db: Database,
  projectId: string,
  { platform, accountId }: { platform: InboxPlatform; accountId: string },
): Promise<ConnectedAccount> {
  const row = await db
    .selectFrom('social_connections')
    .select(['id', 'channel', 'account_id', 'account_name', 'handle', 'credentials', 'key_id', 'status'])
    .where('project_id', '=', projectId)
    .where('channel', '=', platform)
    .where('account_id', '=', accountId)
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()
  if (row?.status !== 'active' || !row.credentials)
    throw conflict(`The ${channels[platform].name} account of this conversation is not connected. Reconnect it first.`)
  return {
    accountId: row.account_id,
    accountName: row.account_name,
    handle: row.handle,
    credentials: openCredentials(row),
    connection: { id: row.id, project_id: projectId, channel: platform, credentials: row.credentials },
  }
}

/** Marks the connection as revoked, if this error of a call with the account says that its token is not valid. */
export async function noteRejectedToken(db: Database, account: ConnectedAccount, error: unknown): Promise<void> {
  if (!(error instanceof ChannelError) || !error.isAuthDead) return
  await handleRejectedToken(db, account.connection, account, error)
}

/** Makes calls to the network with an account. A rejected token marks the connection as revoked. */
export async function callingAs<T>(db: Database, account: ConnectedAccount, make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    await noteRejectedToken(db, account, error)
    throw error
  }
}
