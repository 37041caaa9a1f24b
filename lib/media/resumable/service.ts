import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { Database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { AppError, notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { log } from '@/lib/logger'
import { sizeText } from '@/lib/media-files/size-text'
import { deletePartialFile } from '@/lib/storage/partial-file'
import { pathFor } from '@/lib/storage/path'
import { requireRoom } from '../storage-limit'
import { uploadedUrl } from '../uploads/file-url'
import type * as contracts from './contract'
import { directBucket } from './direct-bucket'
import { abortUpload, findUpload, insertUpload, sumOpenBytes, type UploadRow } from './repository'
import { serializeUpload, statusOf } from './serializer'
import { transferOf } from './transfer'

type NewUpload = { projectId: string; filename: string; mimeType: 'video/mp4'; totalBytes: number }

/**
 * Starts an upload.
 *
 * @throws payload_too_large above `LARGE_MEDIA_MAX_BYTES`, and when this and the other open uploads do not fit in the project
 */
export async function startUpload(db: Database, upload: NewUpload): Promise<UploadRow> {
  const { projectId, mimeType, totalBytes } = upload
  requireSize(totalBytes)
  await requireRoom(db, projectId, totalBytes + (await sumOpenBytes(db, projectId)))
  const storagePath = directBucket() ? pathFor(projectId, mimeType) : null
  return insertUpload(db, { ...upload, id: newId(), storagePath })
}

function requireSize(bytes: number): void {
  const limit = env().LARGE_MEDIA_MAX_BYTES
  if (bytes <= limit) return
  const message = `The video has ${sizeText(bytes)}, and the limit is ${sizeText(limit)}. Shorten or compress it.`
  throw new AppError('payload_too_large', message, {}, { headers: { 'Tus-Max-Size': String(limit) } })
}

export async function create(
  context: Context,
  {
    project_id,
    filename,
    mime_type: mimeType,
    total_size_bytes: totalBytes,
  }: InputOf<typeof contracts.createResumableUpload>,
): Promise<AnswerOf<typeof contracts.createResumableUpload>> {
  const { projectId } = await accessProject(context, project_id, 'media:write')
  return started(context.db, await startUpload(context.db, { projectId, filename, mimeType, totalBytes }))
}

export async function resume(
  context: Context,
  { id }: InputOf<typeof contracts.resumeResumableUpload>,
): Promise<AnswerOf<typeof contracts.resumeResumableUpload>> {
  return started(context.db, await findOpen(context, id))
}

/** @throws gone when the upload has ended */
export async function findOpen(context: Context, id: string): Promise<UploadRow> {
  const { projectId } = await accessOwned(context, 'resumable_uploads', id, 'media:write')
  const upload = await findUpload(context.db, projectId, id)
  requireOpen(upload)
  return upload
}

const started = async (db: Database, upload: UploadRow) => ({
  upload: await stateOf(db, upload),
  transfer: await transferOf(upload),
  max_bytes: env().LARGE_MEDIA_MAX_BYTES,
})

export async function read(
  context: Context,
  { id }: InputOf<typeof contracts.getResumableUpload>,
): Promise<AnswerOf<typeof contracts.getResumableUpload>> {
  const { projectId } = await accessOwned(context, 'resumable_uploads', id, 'media:read')
  return stateOf(context.db, await findUpload(context.db, projectId, id))
}

export async function abort(
  context: Context,
  { id }: InputOf<typeof contracts.abortResumableUpload>,
): Promise<AnswerOf<typeof contracts.abortResumableUpload>> {
  const { projectId } = await accessOwned(context, 'resumable_uploads', id, 'media:write')
  const wasOpen = await abortUpload(context.db, projectId, id)
  const upload = await findUpload(context.db, projectId, id)
  if (upload && wasOpen) await deleteBytes(upload)
  if (upload?.status !== 'aborted') requireOpen(upload)
  return stateOf(context.db, upload)
}

async function stateOf(db: Database, upload: UploadRow | undefined) {
  if (!upload) throw notFound('upload')
  return serializeUpload(upload, await uploadedUrl(db, upload))
}

const endedMessages: Partial<Record<ReturnType<typeof statusOf>, string>> = {
  complete: 'is complete. Delete its asset instead',
  aborted: 'was aborted. Start a new one',
  expired: 'has expired. Start a new one',
  failed: 'was refused. Start a new one with another file',
}

/** @throws gone when the upload has ended */
export function requireOpen(upload: UploadRow | undefined): asserts upload is UploadRow {
  if (!upload) throw notFound('upload')
  const why = endedMessages[statusOf(upload)]
  if (why) throw new AppError('gone', `This upload ${why}.`)
}

/** A failure is only logged: the clean-up deletes bytes that no open upload needs. */
export async function deleteBytes({ id, storage_path }: UploadRow): Promise<void> {
  const work = storage_path === null ? deletePartialFile(id) : directBucket()?.delete(storage_path)
  await work?.catch((cause: unknown) => log.warn('media.delete_failed', { upload_id: id, cause }))
}
