import type { Database } from '@/lib/db/pool'
import { detectMoments } from '@/lib/moments/detect-moments'
import { historyOf } from '@/lib/sample-data/history'
import { insertPastStories } from '@/lib/sample-data/past-posts'
import { demoTimezone } from './demo-api'
import type { ImageUrl } from './media'

/** Moments are shown for this time. */
const momentDays = 60
const dayMs = 24 * 3_600_000

/** Gives a new demo project a past. A project that already has a past is left as it is. */
export async function seedHistory(db: Database, projectId: string, imageUrl: ImageUrl, now: Date): Promise<void> {
  const past = await db
    .selectFrom('stories')
    .select('id')
    .where('project_id', '=', projectId)
    .where('published_at', '<', new Date(now.getTime() - dayMs))
    .executeTakeFirst()
  if (past) return
  const stories = historyOf(imageUrl, now, demoTimezone)
  await insertPastStories(db, projectId, stories, now)
  await detectMoments(db, { since: new Date(now.getTime() - momentDays * dayMs) })
}
