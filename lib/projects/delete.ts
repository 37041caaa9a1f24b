import type { Transaction } from 'kysely'
import { closeAllConnections, lockProjectConnections } from '@/lib/connections/repository'
import type { DB } from '@/lib/db/types.generated'
import { rejectWaitingOf } from '@/lib/publishing/reject-waiting'
import { turnOffEndpointsOf } from '@/lib/webhooks/repository'
import { markProjectDeleted } from './repository'

/** Deletes a project: nothing of it is published or delivered any more. Its row stays for its history. */
export async function deleteProjectIn(tx: Transaction<DB>, projectId: string): Promise<void> {
  // Before the mark, so that an account connected at the same moment is closed as well.
  await lockProjectConnections(tx, projectId)
  // Stories before connections, as when a post is settled.
  await rejectWaitingOf(tx, projectId)
  await closeAllConnections(tx, projectId)
  await turnOffEndpointsOf(tx, projectId)
  await markProjectDeleted(tx, projectId)
}
