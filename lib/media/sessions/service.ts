import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { type Database, transaction } from '@/lib/db/pool'
import { AppError, invalid, notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { fileBytesMax } from '@/lib/media-files/limits'
import { refuseChunkOverLimit, requireRoom } from '../storage-limit'
import { uploadedUrl } from '../uploads/file-url'
import * as contracts from './contract'
import { missingChunks } from './missing-chunks'
import {
  abortSession,
  chunkIndexes,
  findSession,
  insertSession,
  lockSession,
  putChunk,
  type SessionRow,
} from './repository'
import { serializeSession } from './serializer'

const validMinutes = 60

export async function create(
  context: Context,
  input: InputOf<typeof contracts.createUploadSession>,
): Promise<AnswerOf<typeof contracts.createUploadSession>> {
  const { projectId } = await accessProject(context, input.project_id, 'media:write')
  await requireRoom(context.db, projectId, input.total_size_bytes)
  const id = newId()
  const { expires_at } = await insertSession(context.db, {
    id,
    projectId,
    filename: input.filename,
    mimeType: input.mime_type,
    totalSizeBytes: input.total_size_bytes,
    validMinutes,
  })
  return {
    session_id: id,
    expires_at: expires_at.toISOString(),
    recommended_chunk_bytes: contracts.recommendedChunkBytes,
    max_chunk_bytes: contracts.maxChunkBytes,
    max_total_bytes: fileBytesMax,
  }
}

export async function addChunk(
  context: Context,
  { id, chunk_index, data_base64 }: InputOf<typeof contracts.addUploadChunk>,
): Promise<AnswerOf<typeof contracts.addUploadChunk>> {
  const { projectId } = await accessOwned(context, 'upload_sessions', id, 'media:write')
  const bytes = bytesOf(data_base64)
  const sums = await transaction(context.db, async (tx) => {
    const session = await lockSession(tx, projectId, id)
    requireOpen(session)
    requireIndexInRange(session, chunk_index)
    const sums = await putChunk(tx, id, chunk_index, bytes)
    requireWithinTotal(session, sums.bytes_received)
    await refuseChunkOverLimit(tx, projectId)
    return sums
  })
  return { ...sums, expires_at: sums.expires_at.toISOString() }
}

function bytesOf(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length <= contracts.maxChunkBytes) return bytes
  const [length, limit] = [bytes.length, contracts.maxChunkBytes].map((count) => count.toLocaleString('en'))
  throw new AppError(
    'payload_too_large',
    `The chunk has ${length} bytes, and the limit is ${limit}. Send smaller chunks.`,
  )
}

/** A chunk has at least one byte. */
function requireIndexInRange({ total_size_bytes: total }: SessionRow, index: number): void {
  if (index < total) return
  throw invalid('chunk_index', `must be below ${total}, the size of the file in bytes.`, 'out_of_range')
}

function requireWithinTotal({ total_size_bytes: total }: SessionRow, bytes: number): void {
  if (bytes <= total) return
  const message = `brings the upload to ${bytes} bytes, but ${total} were announced. Send the announced bytes, or start a new session.`
  throw invalid('data_base64', message, 'too_many_bytes')
}

/** @throws gone when the session has ended */
export function requireOpen(session: SessionRow | undefined): asserts session is SessionRow {
  if (!session) throw notFound('upload session')
  const why = session.status === 'open' ? (session.is_expired ? 'has expired' : null) : endedMessages[session.status]
  if (why) throw new AppError('gone', `This upload session ${why}. Start a new one.`)
}

const endedMessages: Record<string, string> = { finalized: 'is finalized', aborted: 'was aborted' }

export async function read(
  context: Context,
  { id }: InputOf<typeof contracts.getUploadSession>,
): Promise<AnswerOf<typeof contracts.getUploadSession>> {
  const { projectId } = await accessOwned(context, 'upload_sessions', id, 'media:read')
  return stateOf(context.db, await findSession(context.db, projectId, id))
}

export async function abort(
  context: Context,
  { id }: InputOf<typeof contracts.abortUploadSession>,
): Promise<AnswerOf<typeof contracts.abortUploadSession>> {
  const { projectId } = await accessOwned(context, 'upload_sessions', id, 'media:write')
  await transaction(context.db, async (tx) => {
    const session = await lockSession(tx, projectId, id)
    if (session?.status === 'aborted') return
    requireOpen(session)
    await abortSession(tx, id)
  })
  return stateOf(context.db, await findSession(context.db, projectId, id))
}

async function stateOf(db: Database, session: SessionRow | undefined) {
  if (!session) throw notFound('upload session')
  const missing = missingChunks(await chunkIndexes(db, session.id), contracts.listedMissingMax)
  return serializeSession(session, { missing, fileUrl: await uploadedUrl(db, session) })
}
