import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { type Kept, storage } from '@/lib/storage/storage'
import { spoolFolder } from './spool'
import { clearInbox } from './uploads/direct'

/**
 * A file is stored first and entered afterwards, so one that no row names may be on its way. Between the two lies one
 * short transaction: the pool gives each of its statements up after `DATABASE_QUERY_TIMEOUT_SECONDS`, 15 by default, and
 * `takeIn` enters nothing that it began to store more than 20 minutes ago. So a file that is older than an hour has a row
 * or never gets one, even if the clock of the storage is wrong by half an hour.
 */
const orphanAfter = '1 hour'
/** States of finished uploads can be asked for so long. */
const rememberedFor = '24 hours'
const renditionUnusedFor = '30 days'

const renditionsAtOnce = 200
const sessionsAtOnce = 20

/** Takes away what uploads and renditions leave behind. A run that breaks off is made up by the next. */
export async function cleanUpMedia(db: Database): Promise<void> {
  const sessions = await dropChunks(db)
  await forgetUploads(db)
  const renditions = await collectRenditions(db)
  const orphans = await collectOrphans(db)
  const before = await longAgo(db)
  await storage().forgetDrafts(before)
  await clearInbox(before)
  const spooled = await clearSpool(before)
  if (sessions + renditions + orphans + spooled > 0)
    log.info('media.cleaned_up', { sessions, renditions, orphans, spooled })
}

/** Chunks of sessions that are over, a few sessions at a time: ten megabytes each are much for one transaction. */
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

async function forgetUploads(db: Database): Promise<void> {
  await sql`delete from upload_intents where expires_at < now() - ${rememberedFor}::interval`.execute(db)
  await sql`delete from upload_sessions where expires_at < now() - ${rememberedFor}::interval`.execute(db)
}

/** The row goes first: whoever prepares a post at the same time makes a rendition anew and is given no dead address. */
async function collectRenditions(db: Database): Promise<number> {
  for (let collected = 0; ; ) {
    const { rows } = await sql<{ path: string }>`
      delete from media_renditions r using (
        select project_id, sha256, recipe from media_renditions
        where used_at < now() - ${renditionUnusedFor}::interval order by used_at limit ${renditionsAtOnce} for update
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
 * Files that no row names and that are old enough. Those of projects and users that this database does not know are left alone:
 * a database that was set up anew would take the files of the one before for rubbish.
 */
async function orphansAmong(db: Database, page: readonly Kept[]): Promise<string[]> {
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
      and not exists (select from users u where u.photo_path = f.path)
      and not exists (select from media_renditions r where r.path = f.path)`.execute(db)
  return rows.map(({ path }) => path)
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\//

/** By the database's clock, as everything that is due. */
async function longAgo(db: Database): Promise<Date> {
  const { rows } = await sql<{ before: Date }>`select now() - ${orphanAfter}::interval as before`.execute(db)
  return rows[0]?.before ?? new Date(0)
}

/** Files that came in and were never taken, of servers that were killed. No upload takes an hour. */
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
