import type { Account } from '@/lib/channels/channel'
import { channels } from '@/lib/channels/registry'
import { openCredentials } from '@/lib/connections/seal'
import type { Database } from '@/lib/db/pool'
import { conflict } from '@/lib/errors'
import type { InboxPlatform } from './kinds'

/**
 * The connected account of a conversation, with its credentials.
 *
 * @throws conflict if it is not connected any more
 */
export async function requireAccount(
  db: Database,
  projectId: string,
  { platform, accountId }: { platform: InboxPlatform; accountId: string },
): Promise<Account> {
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
  }
}
