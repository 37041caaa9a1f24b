import { randomUUID } from 'node:crypto'
import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { draftPath, dropSpooled } from '@/lib/api/spool'
import type { Database } from '@/lib/db/pool'
import { AppError, type ErrorCode } from '@/lib/errors'
import { log } from '@/lib/logger'
import { hashOfFile } from '@/lib/media-files/facts'
import { linkPartialFile, sizeOfPartialFile } from '@/lib/storage/partial-file'
import { type AssetRow, createAssetFromFile, type Intake, Superseded } from '../create-asset'
import { findAsset } from '../repository'
import { serializeAsset } from '../serializer'
import type { completeResumableUpload } from './contract'
import { importStoredVideo } from './import-stored'
import { missingBytes } from './missing-bytes'
import {
  failUpload,
  findUpload,
  finishUpload,
  type Hold,
  holdForImport,
  releaseHold,
  renewHold,
  type UploadRow,
} from './repository'
import { deleteBytes, requireOpen } from './service'

type Completed = AnswerOf<typeof completeResumableUpload>

const [holdSeconds, renewEveryMs] = [30, 10_000]

/**
 * Creates an asset from the received bytes, which are never completely in memory. One request imports the file; others get
 * `request_in_progress`, and its asset afterwards.
 */
export async function complete(context: Context, { id }: InputOf<typeof completeResumableUpload>): Promise<Completed> {
  const { db } = context
  const { projectId } = await accessOwned(context, 'resumable_uploads', id, 'media:write')
  const upload = await findUpload(db, projectId, id)
  const ended = await outcomeOf(db, upload)
  if (ended) return ended
  requireOpen(upload)
  const hold = { projectId, id, holder: randomUUID(), seconds: holdSeconds }
  if (!(await holdForImport(db, hold))) throw inProgress()
  const timer = setInterval(() => void renewHold(db, hold).catch(() => {}), renewEveryMs)
  try {
    return answerOf(await importFile(db, upload))
  } catch (error) {
    if (!(error instanceof Superseded)) throw await afterFailure(db, upload, error)
    const winner = await outcomeOf(db, await findUpload(db, projectId, id))
    if (!winner) throw inProgress()
    return winner
  } finally {
    clearInterval(timer)
    await release(db, hold)
  }
}

const inProgress = (): AppError =>
  new AppError(
    'request_in_progress',
    'This upload is being completed or still receives bytes. Try again in a moment.',
    {},
    { headers: { 'Retry-After': '1' } },
  )

/** The answer to a repeat. Null while the upload is open. */
async function outcomeOf(db: Database, upload: UploadRow | undefined): Promise<Completed | null> {
  if (upload?.status === 'failed' && upload.problem)
    throw new AppError(upload.problem.code as ErrorCode, upload.problem.message)
  if (upload?.status !== 'complete') return null
  const asset = upload.asset_id ? await findAsset(db, upload.project_id, upload.asset_id) : undefined
  if (!asset) throw new AppError('gone', 'The file that was uploaded here has been deleted. Start a new upload.')
  return answerOf(asset)
}

function answerOf(row: AssetRow): Completed {
  const asset = serializeAsset(row)
  return { asset, file_url: asset.file_url, bytes: asset.file_size }
}

async function importFile(db: Database, upload: UploadRow): Promise<AssetRow> {
  const intake: Intake = {
    name: upload.filename.slice(0, 200),
    expectedMime: upload.mime_type,
    within: async (tx, asset) => {
      if (!(await finishUpload(tx, upload.id, asset.id))) throw new Superseded()
    },
  }
  const { storage_path: storedAt, total_bytes: bytes, project_id } = upload
  const asset =
    storedAt === null
      ? await importPartialFile(db, upload, intake)
      : await importStoredVideo(db, { projectId: project_id, path: storedAt, bytes }, intake)
  await deleteBytes(upload)
  return asset
}

async function importPartialFile(db: Database, upload: UploadRow, intake: Intake): Promise<AssetRow> {
  const { id, total_bytes: total, received_bytes: received, filename, mime_type: declaredType } = upload
  if (received < total) throw missingBytes(received, total)
  if ((await sizeOfPartialFile(id)) !== total) throw new AppError('gone', 'The bytes were lost. Start a new upload.')
  const path = await draftPath()
  try {
    await linkPartialFile(id, path)
    const file = { path, bytes: total, sha256: await hashOfFile(path), filename, declaredType }
    return await createAssetFromFile(db, upload.project_id, file, intake)
  } finally {
    await dropSpooled({ path })
  }
}

/** The same bytes would be refused again. */
const finalCodes: readonly ErrorCode[] = ['unsupported_media_type', 'validation_error']

async function afterFailure(db: Database, upload: UploadRow, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError) || !finalCodes.includes(error.code)) return error
  await failUpload(db, upload.project_id, upload.id, { code: error.code, message: error.message })
  await deleteBytes(upload)
  return error
}

async function release(db: Database, hold: Hold): Promise<void> {
  await releaseHold(db, hold).catch((cause: unknown) => log.warn('media.release_failed', { upload_id: hold.id, cause }))
}
