import type { Database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import type { InboxPlatform } from '../kinds'

/** Those of the accounts that a project has connected. */
export async function connectedAccounts(
  db: Database,
  platform: InboxPlatform,
  accountIds: readonly string[],
): Promise<{ projectId: string; accountId: string }[]> {
  if (accountIds.length === 0) return []
  const rows = await db
    .selectFrom('social_connections')
    .innerJoin('projects', 'projects.id', 'social_connections.project_id')
    .select(['social_connections.project_id', 'account_id'])
    .where('channel', '=', platform)
    .where('account_id', 'in', accountIds)
    .where('disconnected_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
    .execute()
  return rows.map(({ project_id, account_id }) => ({ projectId: project_id, accountId: account_id }))
}

/** @returns false if the same bytes were received before */
export async function insertDelivery(
  db: Database,
  delivery: { provider: InboxPlatform; sum: Buffer; body: Buffer },
): Promise<boolean> {
  const row = await db
    .insertInto('inbox_deliveries')
    .values({ id: newId(), ...delivery })
    .onConflict((conflict) => conflict.columns(['provider', 'sum']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
