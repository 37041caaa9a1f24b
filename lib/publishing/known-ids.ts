import type { Database } from '@/lib/db/pool'
import type { Work } from './work'

/** Posts of this account that belong to other rows, the newest first: none of them may be adopted. */
export async function knownIds(db: Database, { connection, claim }: Work): Promise<string[]> {
  if (!connection) return []
  const rows = await db
    .selectFrom('queue_items')
    .select('external_id')
    .where('connection_id', '=', connection.id)
    .where('id', '<>', claim.id)
    .where('external_id', 'is not', null)
    .orderBy('published_at', 'desc')
    .limit(1_000)
    .execute()
  return rows.flatMap(({ external_id }) => (external_id ? [external_id] : []))
}
