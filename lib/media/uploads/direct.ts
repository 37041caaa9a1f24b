import { dropSpooled, spool } from '@/lib/api/spool'
import type { Database } from '@/lib/db/pool'
import { AppError } from '@/lib/errors'
import { log } from '@/lib/logger'
import { fileBytesMax } from '@/lib/media-files/limits'
import { pathFor } from '@/lib/storage/path'
import { asStorageUnavailable } from '@/lib/storage/storage-unavailable'
import type { SupabaseStorage } from '@/lib/storage/supabase'
import { createAssetFromFile, Superseded } from '../create-asset'
import { uploadInbox } from './inbox'
import { claimIntent, consumeIntent, type IntentRow, releaseIntent, type UploadProblem } from './repository'

/** How long one request has to fetch, clean and store a file. Then another one may try. */
const claimSeconds = 60

/** A storage URL for a new upload, or null when uploads go through this server. */
export async function directUploadUrl(projectId: string, contentType: string) {
  const inbox = uploadInbox()
  if (!inbox) return null
  const path = pathFor(projectId, contentType)
  return { path, url: await inbox.createUploadUrl(path).catch(rethrowStorageError) }
}

const rethrowStorageError = (error: unknown): never => {
  throw asStorageUnavailable(error)
}

/**
 * Creates an asset from a file that the client uploaded to the storage. The storage does not notify us, so this runs
 * whenever the state of the upload is requested. Concurrent requests create one asset.
 *
 * @param find reads the intent again
 * @returns the intent afterwards
 */
export async function importUploaded(
  db: Database,
  intent: IntentRow | undefined,
  find: () => Promise<IntentRow | undefined>,
): Promise<IntentRow | undefined> {
  const inbox = uploadInbox()
  if (!inbox || !intent?.storage_path || intent.status !== 'pending' || intent.is_expired) return intent
  const path = intent.storage_path
  if (!(await inbox.stat(path).catch(rethrowStorageError))) return intent
  if (!(await claimIntent(db, intent.id, claimSeconds))) return find()
  const problem = await importFile(db, inbox, intent, path)
  // Deletes a refused file, so that another one can be uploaded to the same URL.
  await inbox.delete(path).catch((cause: unknown) => log.warn('media.delete_failed', { path, cause }))
  await releaseIntent(db, intent.id, problem)
  return find()
}

/** @returns why the file was refused, or null on success */
async function importFile(
  db: Database,
  inbox: SupabaseStorage,
  intent: IntentRow,
  path: string,
): Promise<UploadProblem | null> {
  try {
    const found = await inbox.get(path).catch(rethrowStorageError)
    if (!found) return null
    const file = await spool(found.stream, fileBytesMax, { filename: null, declaredType: found.contentType })
    try {
      const name = intent.filename.slice(0, 200)
      await createAssetFromFile(db, intent.project_id, file, {
        name,
        within: (tx, asset) => consume(tx, intent, asset.id),
      })
    } finally {
      await dropSpooled(file)
    }
    return null
  } catch (error) {
    if (error instanceof Superseded) return null
    if (error instanceof AppError && error.status < 500) return { code: error.code, message: error.message }
    // A server or storage error: keep the file for the next request.
    await releaseIntent(db, intent.id, null).catch(() => {})
    throw error
  }
}

/** The upload was aborted or expired meanwhile. */
class TooLate extends Superseded {}

async function consume(tx: Database, intent: IntentRow, assetId: string): Promise<void> {
  if (!(await consumeIntent(tx, intent.id, assetId))) throw new TooLate()
}

/** Deletes files from before this time whose state was never requested. */
export async function clearInbox(before: Date): Promise<void> {
  await uploadInbox()?.walk(async (page) => page.filter(({ storedAt }) => storedAt < before).map(({ path }) => path))
}
