import type { Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'

/** Locks stories in id order, before their rows, so that transactions never deadlock. */
export async function lockStoryRows(tx: Transaction<DB>, storyIds: readonly string[]): Promise<void> {
  await tx.selectFrom('stories').select('id').where('id', 'in', storyIds).orderBy('id').forUpdate().execute()
}
