import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { log } from '@/lib/logger'
import { StorageFault } from '@/lib/storage/fault'
import { pathFor } from '@/lib/storage/path'
import { storage } from '@/lib/storage/storage'
import { pixelsMax } from './limits'

const sideMax = 480
const quality = 80
/** A drawing may be an attack on whoever draws it. */
const drawnWithinSeconds = 20

/** A run ends then, and the next one goes on. */
const runMs = 60_000

type Claimed = { id: string; project_id: string; path: string; mime_type: string }

/**
 * Makes the small pictures that the dashboard shows, of what has none yet. Films have none.
 *
 * @returns how many were made, and of how many there will be none for now
 */
export async function makePreviews(db: Database): Promise<{ made: number; failed: number }> {
  const end = deadlineIn(runMs)
  const count = { made: 0, failed: 0 }
  // Projects take turns, so that one with many large pictures does not delay others.
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

/** Each try is counted beforehand, so that a picture which ends the process is not tried for ever. */
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
    // Deleted meanwhile, with its row.
    if (!stored) return false
    const preview = await drawn(await buffer(stored.stream), asset.mime_type)
    const path = pathFor(asset.project_id, 'image/webp')
    await storage().put(path, Readable.from([preview]), 'image/webp')
    if (!(await enter(db, asset.id, path))) await storage().delete(path)
    return true
  } catch (cause) {
    // Not the picture's doing: the try is given back, and the run ends to begin again later.
    if (cause instanceof StorageFault) {
      await giveBack(db, asset.id)
      throw cause
    }
    log.warn('media.no_preview', { asset_id: asset.id, cause })
    return false
  }
}

/** At most so large, in its own shape, the first picture of a moving one. What is smaller stays as large as it is. */
async function drawn(bytes: Buffer, mime: string): Promise<Buffer> {
  const isDrawing = mime === 'image/svg+xml'
  const density = isDrawing ? await densityFor(bytes) : undefined
  return sharp(bytes, { limitInputPixels: pixelsMax, ...(density ? { density } : {}) })
    .autoOrient()
    .resize(sideMax, sideMax, { fit: 'inside', withoutEnlargement: !isDrawing })
    .webp({ quality })
    .timeout({ seconds: drawnWithinSeconds })
    .toBuffer()
}

/** At 72 dots per inch a drawing is as large as it says; sharp takes 1 to 100,000. */
async function densityFor(bytes: Buffer): Promise<number> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  return Math.min(100_000, Math.max(1, (72 * sideMax) / Math.max(width, height, 1)))
}

/** False: it is deleted, or another process made one first. */
async function enter(db: Database, id: string, path: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('assets')
    .set({ preview_path: path })
    .where('id', '=', id)
    .where('preview_path', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function giveBack(db: Database, id: string): Promise<void> {
  await sql`update assets set preview_tries = preview_tries - 1 where id = ${id} and preview_tries > 0`.execute(db)
}
