import { sql } from 'kysely'
import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { Database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { accessProject } from '@/lib/projects/access'
import type { getStorageUse as contract } from './contract'
import { sizeText } from './limits'

/** How much a project has stored and how much it may. */
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
 * Refuses a file for which there is no room, before its bytes are sent or looked at. Two at once may both pass here;
 * `refuseOverLimit` decides.
 *
 * @throws payload_too_large
 */
export async function requireRoom(db: Database, projectId: string, bytes: number): Promise<void> {
  const usedBytes = await findUsedBytes(db, projectId)
  if (usedBytes + bytes > env().PROJECT_STORAGE_MAX_BYTES) throw storageFull(usedBytes, bytes)
}

/**
 * Refuses a file that was just inserted, in its transaction: the insert holds the project's sum, so one upload at a time
 * gets here.
 *
 * @throws payload_too_large, which undoes the insert
 */
export async function refuseOverLimit(tx: Database, projectId: string, bytes: number): Promise<void> {
  const usedBytes = await findUsedBytes(tx, projectId)
  if (usedBytes > env().PROJECT_STORAGE_MAX_BYTES) throw storageFull(usedBytes - bytes, bytes)
}

/**
 * Refuses a chunk when the chunks of all open upload sessions of the project no longer fit beside its files.
 *
 * @throws payload_too_large, which undoes the insert of the chunk
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
    `This project has stored ${sizeText(usedBytes)} of its ${limit}, and this upload has ${sizeText(bytes)}. ` +
    'Delete files of the media library, or raise PROJECT_STORAGE_MAX_BYTES on the server.'
  return new AppError('payload_too_large', message)
}
