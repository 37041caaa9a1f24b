import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { Database } from '@/lib/db/pool'
import { AppError, type Issue, validationError } from '@/lib/errors'
import { accessOwned } from '@/lib/projects/access'
import { type AssetRow, NotTaken, takeIn } from '../intake'
import { fileBytesMax } from '../limits'
import { findAsset } from '../repository'
import { serializeAsset } from '../serializer'
import { dropSpooled, type Spooled, spool } from '../spool'
import { type finalizeUploadSession, namedMissingMax } from './contract'
import { gapsIn } from './gaps'
import { chunkIndexes, findSession, finishSession, readChunk, type SessionRow } from './repository'
import { refuseEnded } from './service'

type Finalized = AnswerOf<typeof finalizeUploadSession>

/** Chunks that change each time they are put together are somebody's who is not done yet. */
const triesMax = 3

/**
 * Puts the chunks together on the disk, one after another, and makes an asset of them. It is entered in one transaction
 * with the end of the session, and only if no chunk has changed since it was read.
 */
export async function finalize(context: Context, { id }: InputOf<typeof finalizeUploadSession>): Promise<Finalized> {
  const { db } = context
  const { projectId } = await accessOwned(context, 'upload_sessions', id, 'media:write')
  for (let tries = 1; tries <= triesMax; tries++) {
    const session = await findSession(db, projectId, id)
    if (session?.status === 'finalized') return finalizedBefore(db, session)
    refuseEnded(session)
    const asset = await enter(db, session)
    if (asset) return finalizedAs(asset)
  }
  const message = 'Chunks of this session are still coming in. Finalize it when all of them are answered.'
  throw new AppError('request_in_progress', message, {}, { headers: { 'Retry-After': '1' } })
}

/** Null when the chunks changed meanwhile, or somebody else has ended the session. */
async function enter(db: Database, session: SessionRow): Promise<AssetRow | null> {
  const file = await putTogether(db, session)
  if (!file) return null
  const { project_id, filename, mime_type: mimeWanted, version } = session
  const within = async (tx: Database, asset: AssetRow): Promise<void> => {
    if (!(await finishSession(tx, session.id, version, asset.id))) throw new Outdated()
  }
  try {
    return await takeIn(db, project_id, file, { name: filename.slice(0, 200), mimeWanted, within })
  } catch (error) {
    if (error instanceof Outdated) return null
    throw error
  } finally {
    await dropSpooled(file)
  }
}

class Outdated extends NotTaken {}

/** @throws validation_error when it is not the file that was announced */
async function putTogether(db: Database, session: SessionRow): Promise<Spooled | null> {
  const indexes = await chunkIndexes(db, session.id)
  // Who ended the session in between took its chunks along, which is not to be told as chunks that are missing.
  const now = await findSession(db, session.project_id, session.id)
  if (now?.status !== session.status || now.version !== session.version) return null
  refuseIncomplete(session, indexes)
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

function refuseIncomplete(session: SessionRow, indexes: readonly number[]): void {
  const { total_size_bytes: total, bytes_received: received } = session
  const missing = indexes.length === 0 ? [0] : gapsIn(indexes, namedMissingMax)
  const issues: Issue[] = []
  if (missing.length > 0) {
    const message = `Chunks are missing: ${shown(missing)}. Send them and finalize again.`
    issues.push({ path: '', code: 'missing_chunks', message })
  }
  if (received !== total) {
    const message = `${received} bytes have come, and ${total} were announced. Send the rest and finalize again.`
    issues.push({ path: '', code: 'wrong_total', message })
  }
  if (issues.length === 0) return
  const { message, extra } = validationError(issues)
  throw new AppError('validation_error', message, missing.length > 0 ? { ...extra, missing } : extra)
}

const shownMax = 20

const shown = (missing: readonly number[]): string =>
  missing.slice(0, shownMax).join(', ') + (missing.length > shownMax ? ` and ${missing.length - shownMax} more` : '')

async function finalizedBefore(db: Database, { project_id, asset_id }: SessionRow): Promise<Finalized> {
  const asset = asset_id ? await findAsset(db, project_id, asset_id) : undefined
  if (!asset) throw new AppError('gone', 'The file that was uploaded here has been deleted. Begin a new session.')
  return finalizedAs(asset)
}

function finalizedAs(row: AssetRow): Finalized {
  const asset = serializeAsset(row)
  return { asset, file_url: asset.file_url, bytes: asset.file_size }
}
