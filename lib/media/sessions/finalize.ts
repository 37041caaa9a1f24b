import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { dropSpooled, type Spooled, spool } from '@/lib/api/spool'
import type { Database } from '@/lib/db/pool'
import { AppError, type Issue, validationError } from '@/lib/errors'
import { fileBytesMax } from '@/lib/media-files/limits'
import { type AssetRow, createAssetFromFile, Superseded } from '../create-asset'
import { findAsset } from '../repository'
import { serializeAsset } from '../serializer'
import { type finalizeUploadSession, listedMissingMax } from './contract'
import { missingChunks } from './missing-chunks'
import { chunkIndexes, findSession, finishSession, readChunk, type SessionRow } from './repository'
import { requireOpen } from './service'

type Finalized = AnswerOf<typeof finalizeUploadSession>

/** Gives up when chunks change on every attempt: the client is still sending. */
const attemptsMax = 3

/**
 * Joins the chunks on the disk and creates an asset. The asset and the end of the session are one transaction, which
 * fails if a chunk has changed since it was read.
 */
export async function finalize(context: Context, { id }: InputOf<typeof finalizeUploadSession>): Promise<Finalized> {
  const { db } = context
  const { projectId } = await accessOwned(context, 'upload_sessions', id, 'media:write')
  for (let tries = 1; tries <= attemptsMax; tries++) {
    const session = await findSession(db, projectId, id)
    if (session?.status === 'finalized') return repeatedAnswer(db, session)
    requireOpen(session)
    const asset = await createFromChunks(db, session)
    if (asset) return answerOf(asset)
  }
  const message = 'Chunks of this session are still being uploaded. Finalize it after the last response.'
  throw new AppError('request_in_progress', message, {}, { headers: { 'Retry-After': '1' } })
}

/** Null if the chunks changed or the session ended meanwhile. */
async function createFromChunks(db: Database, session: SessionRow): Promise<AssetRow | null> {
  const file = await joinChunks(db, session)
  if (!file) return null
  const { project_id, filename, mime_type: expectedMime, version } = session
  const within = async (tx: Database, asset: AssetRow): Promise<void> => {
    if (!(await finishSession(tx, session.id, version, asset.id))) throw new Outdated()
  }
  try {
    return await createAssetFromFile(db, project_id, file, { name: filename.slice(0, 200), expectedMime, within })
  } catch (error) {
    if (error instanceof Outdated) return null
    throw error
  } finally {
    await dropSpooled(file)
  }
}

class Outdated extends Superseded {}

/** @throws validation_error when chunks are missing or the size differs from the announced one */
async function joinChunks(db: Database, session: SessionRow): Promise<Spooled | null> {
  const indexes = await chunkIndexes(db, session.id)
  // A session that ended meanwhile has no chunks. Do not report those as missing.
  const now = await findSession(db, session.project_id, session.id)
  if (now?.status !== session.status || now.version !== session.version) return null
  requireComplete(session, indexes)
  const named = { filename: session.filename, declaredType: session.mime_type }
  try {
    return await spool(chunks(db, session.id, indexes), fileBytesMax, named)
  } catch (error) {
    if (error instanceof Outdated) return null
    throw error
  }
}

async function* chunks(db: Database, id: string, indexes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (const index of indexes) {
    const bytes = await readChunk(db, id, index)
    if (!bytes) throw new Outdated()
    yield bytes
  }
}

function requireComplete(session: SessionRow, indexes: readonly number[]): void {
  const { total_size_bytes: total, bytes_received: received } = session
  const missing = indexes.length === 0 ? [0] : missingChunks(indexes, listedMissingMax)
  const issues: Issue[] = []
  if (missing.length > 0) {
    const message = `Chunks are missing: ${listed(missing)}. Send them and finalize again.`
    issues.push({ path: '', code: 'missing_chunks', message })
  }
  if (received !== total) {
    const message = `${received} bytes were received, but ${total} were announced. Send the rest and finalize again.`
    issues.push({ path: '', code: 'wrong_total', message })
  }
  if (issues.length === 0) return
  const { message, extra } = validationError(issues)
  throw new AppError('validation_error', message, missing.length > 0 ? { ...extra, missing } : extra)
}

const listedMax = 20

const listed = (missing: readonly number[]): string =>
  missing.slice(0, listedMax).join(', ') + (missing.length > listedMax ? ` and ${missing.length - listedMax} more` : '')

async function repeatedAnswer(db: Database, { project_id, asset_id }: SessionRow): Promise<Finalized> {
  const asset = asset_id ? await findAsset(db, project_id, asset_id) : undefined
  if (!asset) throw new AppError('gone', 'The file that was uploaded here has been deleted. Start a new session.')
  return answerOf(asset)
}

function answerOf(row: AssetRow): Finalized {
  const asset = serializeAsset(row)
  return { asset, file_url: asset.file_url, bytes: asset.file_size }
}
