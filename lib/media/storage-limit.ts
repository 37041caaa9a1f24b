import { sql } from 'kysely'
import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { Database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { sizeText } from '@/lib/media-files/size-text'
import type { getStorageUse as contract } from './contract'

/** Bytes stored by a project and its limit. */
export async function getStorageUse(
  context: Context,
  input: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessProject(context, input.project_id, 'media:read')
  const used_bytes = await findUsedBytes(context.db, projectId)
  return { storage: { used_bytes, limit_bytes: env().PROJECT_STORAGE_MAX_BYTES } }
}

async function findUsedBytes(db: Database, projectId: string): Promise<number> {
  const row = await db
    .selectFrom('project_storage')
    .select('used_bytes')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row?.used_bytes ?? 0
}

/**
 * Refuses a file that exceeds the storage limit, before its bytes are read. Two concurrent uploads may both pass;
 * `refuseOverLimit` decides.
 *
 * @throws payload_too_large
 */
export async function requireRoom(db: Database, projectId: string, bytes: number): Promise<void> {
  const usedBytes = await findUsedBytes(db, projectId)
  if (usedBytes + bytes > env().PROJECT_STORAGE_MAX_BYTES) throw storageFull(usedBytes, bytes)
}

/**
 * Refuses a file in the transaction that inserted it. The insert locks the sum of the project, so uploads get here one at
 * a time.
 *
 * @throws payload_too_large, which rolls the insert back
 */
export async function refuseOverLimit(tx: Database, projectId: string, bytes: number): Promise<void> {
  const usedBytes = await findUsedBytes(tx, projectId)
  if (usedBytes > env().PROJECT_STORAGE_MAX_BYTES) throw storageFull(usedBytes - bytes, bytes)
}

/**
 * Refuses a chunk when the files and all open upload sessions of the project exceed the limit.
 *
 * @throws payload_too_large, which rolls the insert back
 */
export async function refuseChunkOverLimit(tx: Database, projectId: string): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes_received), 0)::bigint as bytes from upload_sessions
    where project_id = ${projectId} and status = 'open' and expires_at > now()`.execute(tx)
  await requireRoom(tx, projectId, rows[0]?.bytes ?? 0)
}

function storageFull(usedBytes: number, bytes: number): AppError {
  const limit = sizeText(env().PROJECT_STORAGE_MAX_BYTES)
  const message =
    `This project uses ${sizeText(usedBytes)} of ${limit}, and this upload has ${sizeText(bytes)}. ` +
    'Delete files from the media library, or raise PROJECT_STORAGE_MAX_BYTES on the server.'
  return new AppError('payload_too_large', message)
}
