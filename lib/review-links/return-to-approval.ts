import type { Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import { findProject } from '@/lib/projects/repository'
import { type Held, updateStory, writeRows } from '@/lib/stories/repository'
import { statusOf, unchanged } from '@/lib/stories/rows/row-plan'

/**
 * In a project that requires approval, posts that were approved wait again once the client asks for changes. Posts that
 * are being published stay.
 */
export async function returnToApproval(tx: Transaction<DB>, { story, rows }: Held): Promise<void> {
  const project = await findProject(tx, story.project_id)
  if (!project?.require_approval) return
  const approved = rows.filter((row) => row.status === 'approved' && !row.is_in_flight && !row.is_partly_public)
  if (approved.length === 0) return
  const written = await writeRows(
    tx,
    story.project_id,
    approved.map((row) => ({ ...unchanged(row), status: 'pending' as const })),
  )
  const after = rows.map((row) => written.find(({ id }) => id === row.id) ?? row)
  await updateStory(tx, story.project_id, story.id, { status: statusOf(after) })
}
