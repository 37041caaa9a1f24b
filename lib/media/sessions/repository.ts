import { type Selectable, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { UploadSessions } from '@/lib/db/types.generated'

export type SessionRow = Selectable<UploadSessions> & {
  /** By the database clock. */
  is_expired: boolean
}

type NewSession = {
  id: string
  projectId: string
  filename: string
  mimeType: string
  totalSizeBytes: number
  validMinutes: number
}

export async function insertSession(db: Database, session: NewSession): Promise<{ expires_at: Date }> {
  const { id, projectId, filename, mimeType, totalSizeBytes, validMinutes } = session
  const { rows } = await sql<{ expires_at: Date }>`
    insert into upload_sessions (id, project_id, filename, mime_type, total_size_bytes, expires_at)
    values (${id}, ${projectId}, ${filename}, ${mimeType}, ${totalSizeBytes}, now() + make_interval(mins => ${validMinutes}::int))
    returning expires_at`.execute(db)
  return rows[0] as { expires_at: Date }
}

export async function findSession(db: Database, projectId: string, id: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select *, expires_at <= now() as is_expired from upload_sessions
    where project_id = ${projectId} and id = ${id}`.execute(db)
  return rows[0]
}

/** Locks the row until the transaction ends, so that chunks are changed one at a time. */
export async function lockSession(tx: Database, projectId: string, id: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select *, expires_at <= clock_timestamp() as is_expired from upload_sessions
    where project_id = ${projectId} and id = ${id} for update`.execute(tx)
  return rows[0]
}

export type Sums = { chunks_received: number; bytes_received: number; expires_at: Date }

/** Inserts or replaces a chunk. The session must be locked, or the sums would be wrong. */
export async function putChunk(tx: Database, id: string, index: number, bytes: Buffer): Promise<Sums> {
  const { rows } = await sql<Sums>`
    with before as (
      select octet_length(bytes) as length from upload_chunks where session_id = ${id} and chunk_index = ${index}
    ), kept as (
      insert into upload_chunks (session_id, chunk_index, bytes) values (${id}, ${index}, ${bytes})
      on conflict (session_id, chunk_index) do update set bytes = excluded.bytes
    )
    update upload_sessions set
      chunks_received = chunks_received + case when exists (select from before) then 0 else 1 end,
      bytes_received = bytes_received + ${bytes.length}::int - coalesce((select length from before), 0),
      version = version + 1
    where id = ${id}
    returning chunks_received, bytes_received, expires_at`.execute(tx)
  return rows[0] as Sums
}

/** Sorted. */
export async function chunkIndexes(db: Database, id: string): Promise<number[]> {
  const rows = await db
    .selectFrom('upload_chunks')
    .select('chunk_index')
    .where('session_id', '=', id)
    .orderBy('chunk_index')
    .execute()
  return rows.map(({ chunk_index }) => chunk_index)
}

/** Null if it was deleted. */
export async function readChunk(db: Database, id: string, index: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('upload_chunks')
    .select('bytes')
    .where('session_id', '=', id)
    .where('chunk_index', '=', index)
    .executeTakeFirst()
  return row?.bytes ?? null
}

/**
 * Finalizes a session and deletes its chunks.
 *
 * @param version of the chunks that the asset was created from
 * @returns false if the session is no longer open or a chunk has changed
 */
export async function finishSession(tx: Database, id: string, version: number, assetId: string): Promise<boolean> {
  const { rows } = await sql`
    update upload_sessions set status = 'finalized', asset_id = ${assetId}
    where id = ${id} and status = 'open' and version = ${version} returning id`.execute(tx)
  if (rows.length === 0) return false
  await tx.deleteFrom('upload_chunks').where('session_id', '=', id).execute()
  return true
}

/** The session must be locked. */
export async function abortSession(tx: Database, id: string): Promise<void> {
  await sql`
    update upload_sessions set status = 'aborted', chunks_received = 0, bytes_received = 0, version = version + 1
    where id = ${id}`.execute(tx)
  await tx.deleteFrom('upload_chunks').where('session_id', '=', id).execute()
}
