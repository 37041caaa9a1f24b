import { type Database, transaction } from '@/lib/db/pool'
import { AppError } from '@/lib/errors'
import type { Problem } from '@/lib/import-content'
import { refuseInFlight } from '@/lib/stories/operations/state-checks'
import { deleteStoryRow, type Held, lockStories } from '@/lib/stories/repository'
import type { ImportEntry } from '../repository'
import { listRowsWith, lockRows, type Portion, writeOutcomes } from './repository'

/**
 * Deletes imported drafts and scheduled stories. Others stay, with the reason. Locks stories before rows, as deleting a
 * story does.
 */
export async function deleteStories(db: Database, entry: ImportEntry, portion: Portion): Promise<number> {
  return transaction(db, async (tx) => {
    const next = await listRowsWith(tx, entry.id, { status: 'created', ...portion })
    const ids = next.flatMap(({ story_id }) => story_id ?? [])
    const held = await lockStories(tx, entry.project_id, ids)
    const rows = await lockRows(tx, entry, {
      status: 'created',
      limit: portion.limit,
      among: next.map(({ row }) => row),
    })
    const reasons = new Map(held.map((story) => [story.story.id, reasonToKeep(story)]))
    for (const [id, reason] of reasons) if (!reason) await deleteStoryRow(tx, entry.project_id, id)
    const outcomes = rows.map(({ row, story_id }) => {
      const reason = story_id === null ? null : reasons.get(story_id)
      if (!reason) return { row, status: 'deleted' as const, story_id: null, errors: [] }
      return { row, status: 'kept' as const, story_id, errors: [kept(reason)] }
    })
    await writeOutcomes(tx, entry.id, outcomes)
    return rows.length
  })
}

const kept = (message: string): Problem => ({ column: null, field: null, code: 'kept', message })

/** Null if the story may be deleted. */
function reasonToKeep(held: Held): string | null {
  const { status } = held.story
  if (status !== 'draft' && status !== 'scheduled') return `The story is ${status}, so it stays.`
  if (held.rows.some((row) => row.status === 'posted')) return 'A channel is published, so the story stays.'
  try {
    refuseInFlight(held.rows)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
