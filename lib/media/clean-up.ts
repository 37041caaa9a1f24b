import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { spoolFolder } from '@/lib/api/spool'
import type { Database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { storage } from '@/lib/storage/storage'
import type { StoredFile } from '@/lib/storage/storage-types'
import { cleanUpResumable } from './resumable/clean-up'
import { clearInbox } from './uploads/direct'

/**
 * A file is stored before its row is created, so a young file without a row may be an upload in progress. `createAssetFromFile`
 * creates no row more than 20 minutes after storing the file. After an hour a file without a row never gets one, even if
 * the clock of the storage is half an hour off.
 */
const orphanAfter = '1 hour'
/** How long the state of a finished upload can be requested. */
const uploadStateRetention = '24 hours'
const renditionUnusedFor = '30 days'

const renditionsAtOnce = 200
const sessionsAtOnce = 20

/** Deletes leftovers of uploads and unused renditions. If a run fails, the next one continues. */
export async function cleanUpMedia(db: Database): Promise<void> {
  const sessions = await dropChunks(db)
  await deleteOldUploads(db)
  const renditions = await collectRenditions(db)
  const orphans = await collectOrphans(db)
  const before = await orphanCutoff(db)
  await storage().forgetDrafts(before)
  await clearInbox(before)
  const partial = await cleanUpResumable(db, before)
  const spooled = await clearSpool(before)
  if (sessions + renditions + orphans + partial + spooled > 0)
    log.info('media.cleaned_up', { sessions, renditions, orphans, partial, spooled })
}

/** Deletes chunks of ended sessions, a few sessions per transaction: each may have 10 MB. */
async function dropChunks(db: Database): Promise<number> {
  for (let dropped = 0; ; ) {
    const { rows } = await sql`
      with over as (
        select id from upload_sessions s
        where s.expires_at < now() and exists (select from upload_chunks c where c.session_id = s.id)
        order by s.expires_at limit ${sessionsAtOnce} for update
      ), gone as (delete from upload_chunks using over where session_id = over.id)
      update upload_sessions s set chunks_received = 0, bytes_received = 0, version = version + 1
      from over where s.id = over.id returning s.id`.execute(db)
    dropped += rows.length
    if (rows.length < sessionsAtOnce) return dropped
  }
}

async function deleteOldUploads(db: Database): Promise<void> {
  await sql`delete from upload_intents where expires_at < now() - ${uploadStateRetention}::interval`.execute(db)
  await sql`delete from upload_sessions where expires_at < now() - ${uploadStateRetention}::interval`.execute(db)
}

/** Deletes the row first, so that a post being prepared makes a new rendition instead of using a dead URL. */
async function collectRenditions(db: Database): Promise<number> {
  for (let collected = 0; ; ) {
    const { rows } = await sql<{ path: string }>`
      delete from media_renditions r using (
        select project_id, sha256, recipe from media_renditions u
        where used_at < now() - ${renditionUnusedFor}::interval
          and not exists (select from imported_thumbnails t where t.path = u.path)
        order by used_at limit ${renditionsAtOnce} for update
      ) old
      where (r.project_id, r.sha256, r.recipe) = (old.project_id, old.sha256, old.recipe)
        and r.used_at < now() - ${renditionUnusedFor}::interval
      returning r.path`.execute(db)
    for (const { path } of rows) await storage().delete(path)
    collected += rows.length
    if (rows.length < renditionsAtOnce) return collected
  }
}

async function collectOrphans(db: Database): Promise<number> {
  let collected = 0
  await storage().walk(async (page) => {
    const orphans = await orphansAmong(db, page)
    collected += orphans.length
    return orphans
  })
  return collected
}

/**
 * Files without a row that are old enough. Skips files of projects and users that are not in this database: a new
 * database must not delete the files of the previous one.
 */
async function orphansAmong(db: Database, page: readonly StoredFile[]): Promise<string[]> {
  const ours = page.filter(({ path }) => uuid.test(path))
  const { rows } = await sql<{ path: string }>`
    select f.path
    from unnest(${ours.map(({ path }) => path)}::text[], ${ours.map(({ storedAt }) => storedAt.toISOString())}::timestamptz[])
      as f (path, stored_at)
    join (select id from projects union all select id from users) owner
      on owner.id = split_part(f.path, '/', 1)::uuid
    where f.stored_at < now() - ${orphanAfter}::interval
      and not exists (select from assets a where a.path = f.path)
      and not exists (select from assets a where a.preview_path = f.path)
      and not exists (select from assets a where a.poster_path = f.path)
      and not exists (select from users u where u.photo_path = f.path)
      and not exists (select from media_renditions r where r.path = f.path)`.execute(db)
  return rows.map(({ path }) => path)
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\//

/** By the database clock. */
async function orphanCutoff(db: Database): Promise<Date> {
  const { rows } = await sql<{ before: Date }>`select now() - ${orphanAfter}::interval as before`.execute(db)
  return rows[0]?.before ?? new Date(0)
}

/** Deletes temporary upload files of servers that were killed. No upload takes an hour. */
async function clearSpool(before: Date): Promise<number> {
  const folder = await spoolFolder()
  let cleared = 0
  for (const name of await readdir(folder)) {
    const path = join(/* turbopackIgnore: true */ folder, name)
    const found = await stat(path).catch(() => null)
    if (!found || found.mtime >= before) continue
    await rm(path, { force: true })
    cleared += 1
  }
  return cleared
}
