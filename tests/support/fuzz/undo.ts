import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { insertStory } from '../database/story-rows'
import type { Caller } from '../faults/callers'

/** Stories whose last operation can be taken back. Each list has one of another project, and one that does not exist. */
export type UndoPools = Record<'archivedStory' | 'rejectedStory' | 'storyMadeDraft', string[]>

/** Enough for several requests: each can be taken back once. */
const ownCount = 8

const words = { channels: ['x' as const], caption: 'Fresh bread', dueIn: 86_400 }

export async function insertUndoable(mine: Caller, theirs: Caller): Promise<UndoPools> {
  const owners = [...Array.from({ length: ownCount }, () => mine), theirs]
  const all = async (insert: (projectId: string) => Promise<string>): Promise<string[]> => [
    ...(await Promise.all(owners.map(({ projectId }) => insert(projectId)))),
    newId(),
  ]
  return {
    archivedStory: await all(async (projectId) => {
      const story = await insertStory(database(), { ...words, projectId, status: 'draft', storyStatus: 'archived' })
      return story.storyId
    }),
    rejectedStory: await all(insertRejected),
    storyMadeDraft: await all(insertMadeDraft),
  }
}

async function insertRejected(projectId: string): Promise<string> {
  const db = database()
  const { storyId } = await insertStory(db, { ...words, projectId, status: 'rejected', storyStatus: 'cancelled' })
  const reason = { skip_reason: 'Too loud', skip_category: 'review' as const }
  await db.updateTable('queue_items').set(reason).where('story_id', '=', storyId).execute()
  return storyId
}

/** A draft that was scheduled before its last edit. */
async function insertMadeDraft(projectId: string): Promise<string> {
  const db = database()
  const { storyId } = await insertStory(db, { ...words, projectId, status: 'draft' })
  const { updated_at } = await db
    .selectFrom('stories')
    .select('updated_at')
    .where('id', '=', storyId)
    .executeTakeFirstOrThrow()
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  const before = {
    scheduled_at,
    channels: [{ channel: 'x', status: 'pending', scheduled_at }],
    until: updated_at.toISOString(),
  }
  await db
    .insertInto('timeline_entries')
    .values({
      ...{ id: newId(), story_id: storyId, project_id: projectId, kind: 'edited' },
      detail: JSON.stringify({ before }),
    })
    .execute()
  return storyId
}
