import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { deletePartialFile, listPartialFiles } from '@/lib/storage/partial-file'
import { directBucket } from './direct-bucket'
import { openAmong, openPathsAmong } from './repository'

/** How long the state of an expired upload can be requested. */
const stateRetention = '24 hours'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Deletes the bytes of uploads that expired or ended, and old uploads.
 *
 * @param before files that were written later stay
 * @returns the number of deleted files
 */
export async function cleanUpResumable(db: Database, before: Date): Promise<number> {
  let deleted = 0
  const ids = await listPartialFiles(before)
  const open = await openAmong(
    db,
    ids.filter((id) => uuid.test(id)),
  )
  for (const id of ids) {
    if (open.has(id)) continue
    await deletePartialFile(id)
    deleted += 1
  }
  // Supabase deletes incomplete files itself, after a day.
  await directBucket()?.walk(async (page) => {
    const old = page.filter(({ storedAt }) => storedAt < before).map(({ path }) => path)
    const needed = await openPathsAmong(db, old)
    const unneeded = old.filter((path) => !needed.has(path))
    deleted += unneeded.length
    return unneeded
  })
  await sql`delete from resumable_uploads where expires_at < now() - ${stateRetention}::interval`.execute(db)
  return deleted
}
