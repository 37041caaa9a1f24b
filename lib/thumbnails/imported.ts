import { sql } from 'kysely'
import { monotonicMs } from '@/lib/clock'
import type { Database } from '@/lib/db/pool'
import { findOrMakeThumbnail } from './service'

/** Images in one batch. */
const batchSize = 6
/** Until a failed or killed try is repeated. */
const retrySeconds = 120

type Wanted = { story_id: string; project_id: string; url: string }

/**
 * Makes and keeps thumbnails of imported posts, because the media URLs of networks expire. Counts the try beforehand: an
 * image that crashes the process is not tried forever.
 */
export async function keepThumbnails(db: Database, endMs: number): Promise<void> {
  while (monotonicMs() < endMs) {
    const { rows } = await sql<Wanted>`
      update imported_thumbnails set tries = tries + 1, next_try_at = now() + make_interval(secs => ${retrySeconds})
      where story_id in (
        select story_id from imported_thumbnails where path is null and tries < 3 and next_try_at <= now()
        order by next_try_at limit ${batchSize} for update skip locked)
      returning story_id, project_id, url`.execute(db)
    if (rows.length === 0) return
    await Promise.all(rows.map((row) => keepOne(db, row)))
  }
}

async function keepOne(db: Database, { story_id, project_id, url }: Wanted): Promise<void> {
  const path = await findOrMakeThumbnail(db, project_id, { url, size: 'small' })
  if (path === null) return
  await db.updateTable('imported_thumbnails').set({ path }).where('story_id', '=', story_id).execute()
}
