import type { Transaction } from 'kysely'
import { closeAllConnections } from '@/lib/connections/repository'
import { stopConnectorsOf } from '@/lib/connectors/repository'
import type { DB } from '@/lib/db/types.generated'
import { lockProject, markProjectDeleted } from '@/lib/projects/repository'
import { cancelProjectPosts } from '@/lib/publishing/settle/cancel-project-posts'
import { turnOffEndpointsOf } from '@/lib/webhooks/endpoints/repository'

/** Deletes a project: nothing is published or delivered any more. Its row stays for the history. */
export async function deleteProjectIn(tx: Transaction<DB>, projectId: string): Promise<void> {
  // Before marking the project as deleted, so that an account connected at the same moment is disconnected as well.
  await lockProject(tx, projectId)
  // Locks stories before connections, in the same order as the publisher.
  await cancelProjectPosts(tx, projectId)
  await closeAllConnections(tx, projectId)
  await turnOffEndpointsOf(tx, projectId)
  await stopConnectorsOf(tx, projectId)
  await markProjectDeleted(tx, projectId)
}
