import type { Database } from '@/lib/db/pool'
import { AppError } from '@/lib/errors'
import { log } from '@/lib/logger'
import { pathFor } from '@/lib/storage/path'
import type { SupabaseStorage } from '@/lib/storage/supabase'
import { NotTaken, takeIn } from '../intake'
import { fileBytesMax } from '../limits'
import { dropSpooled, spool } from '../spool'
import { asStorageTrouble } from '../trouble'
import { uploadInbox } from './inbox'
import { consumeIntent, holdIntent, type IntentRow, releaseIntent, type UploadProblem } from './repository'

/** How long one request may take to fetch, clean and store a file; then another one may try. */
const takingSeconds = 60

/** An address of the storage for a new upload, or null when uploads come through this server. */
export async function directAddress(projectId: string, contentType: string) {
  const inbox = uploadInbox()
  if (!inbox) return null
  const path = pathFor(projectId, contentType)
  return { path, url: await inbox.uploadAddress(path).catch(storageAway) }
}

const storageAway = (error: unknown): never => {
  throw asStorageTrouble(error)
}

/**
 * Makes an asset of a file that its sender put into the storage. Nobody tells us of such a file, so we look whenever the
 * state of the upload is asked for. Several requests at once take it in once.
 *
 * @param find reads the intent again
 * @returns the intent as it is afterwards
 */
export async function takeUploaded(
  db: Database,
  intent: IntentRow | undefined,
  find: () => Promise<IntentRow | undefined>,
): Promise<IntentRow | undefined> {
  const inbox = uploadInbox()
  if (!inbox || !intent?.storage_path || intent.status !== 'pending' || intent.is_expired) return intent
  const path = intent.storage_path
  if (!(await inbox.stat(path).catch(storageAway))) return intent
  if (!(await holdIntent(db, intent.id, takingSeconds))) return find()
  const problem = await take(db, inbox, intent, path)
  // A file that was refused goes, so that another one can be uploaded to the same address.
  await inbox.delete(path).catch((cause: unknown) => log.warn('media.undeleted', { path, cause }))
  await releaseIntent(db, intent.id, problem)
  return find()
}

/** @returns why the file was refused, or null when it is an asset now */
async function take(
  db: Database,
  inbox: SupabaseStorage,
  intent: IntentRow,
  path: string,
): Promise<UploadProblem | null> {
  try {
    const found = await inbox.get(path).catch(storageAway)
    if (!found) return null
    const file = await spool(found.stream, fileBytesMax, { filename: null, declaredType: found.contentType })
    try {
      const name = intent.filename.slice(0, 200)
      await takeIn(db, intent.project_id, file, { name, within: (tx, asset) => consume(tx, intent, asset.id) })
    } finally {
      await dropSpooled(file)
    }
    return null
  } catch (error) {
    if (error instanceof NotTaken) return null
    if (error instanceof AppError && error.status < 500) return { code: error.code, message: error.message }
    // Our own fault or the storage's: the file stays, and the next request tries again.
    await releaseIntent(db, intent.id, null).catch(() => {})
    throw error
  }
}

/** Aborted or expired in the meantime. */
class TooLate extends NotTaken {}

async function consume(tx: Database, intent: IntentRow, assetId: string): Promise<void> {
  if (!(await consumeIntent(tx, intent.id, assetId))) throw new TooLate()
}

/** Deletes files that came in before this time and were not asked about while they could be taken in. */
export async function clearInbox(before: Date): Promise<void> {
  await uploadInbox()?.walk(async (page) => page.filter(({ storedAt }) => storedAt < before).map(({ path }) => path))
}
