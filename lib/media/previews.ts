import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { log } from '@/lib/logger'
import { pathFor } from '@/lib/storage/path'
import { storage } from '@/lib/storage/storage'
import { StorageError } from '@/lib/storage/storage-error'
import { encodeThumbnail } from '@/lib/thumbnails/encode'

/** The next run continues after this. */
const runMs = 60_000

type Claimed = { id: string; project_id: string; path: string; mime_type: string }

/**
 * Makes the preview images of the dashboard. Videos get theirs with their cover (`posters/service.ts`).
 */
export async function makePreviews(db: Database): Promise<{ made: number; failed: number }> {
  const end = deadlineIn(runMs)
  const count = { made: 0, failed: 0 }
  // Projects take turns, so one with many large images does not delay the others.
  const served = new Set<string>()
  while (!end.aborted) {
    const asset = (await claim(db, [...served])) ?? (served.size > 0 ? await claim(db, []) : undefined)
    if (!asset) break
    if (served.has(asset.project_id)) served.clear()
    served.add(asset.project_id)
    count[(await makeOne(db, asset)) ? 'made' : 'failed'] += 1
  }
  return count
}

/** Counts the attempt beforehand: an image that crashes the process is not tried forever. */
async function claim(db: Database, served: string[]): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update assets set preview_tries = preview_tries + 1
    where id in (
      select id from assets
      where preview_path is null and path is not null and preview_tries < 3 and mime_type like 'image/%'
        and project_id <> all(${served}::uuid[])
      order by id limit 1 for update skip locked)
    returning id, project_id, path, mime_type`.execute(db)
  return rows[0]
}

async function makeOne(db: Database, asset: Claimed): Promise<boolean> {
  try {
    const stored = await storage().get(asset.path)
    // The asset was deleted.
    if (!stored) return false
    const preview = await encodeThumbnail(await buffer(stored.stream), asset.mime_type)
    const path = pathFor(asset.project_id, 'image/webp')
    await storage().put(path, Readable.from([preview]), 'image/webp')
    if (!(await savePath(db, asset.id, path))) await storage().delete(path)
    return true
  } catch (cause) {
    // Not the fault of the image: undo the attempt and end the run.
    if (cause instanceof StorageError) {
      await undoAttempt(db, asset.id)
      throw cause
    }
    log.warn('media.preview_failed', { asset_id: asset.id, cause })
    return false
  }
}

/** False if the asset was deleted or another process was first. */
async function savePath(db: Database, id: string, path: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('assets')
    .set({ preview_path: path })
    .where('id', '=', id)
    .where('preview_path', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function undoAttempt(db: Database, id: string): Promise<void> {
  await sql`update assets set preview_tries = preview_tries - 1 where id = ${id} and preview_tries > 0`.execute(db)
}
