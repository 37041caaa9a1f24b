import { type Selectable, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { ResumableUploads } from '@/lib/db/types.generated'
import type { UploadProblem } from '../uploads/repository'

export type UploadRow = Selectable<ResumableUploads> & {
  /** By the database clock. */
  is_expired: boolean
  /** A request adds bytes or imports the file. */
  is_held: boolean
}

/** From the last received bytes. */
const validHours = 24

const columns = sql<UploadRow>`*, expires_at <= now() as is_expired, held_until > now() as is_held`

type NewUpload = {
  id: string
  projectId: string
  filename: string
  mimeType: 'video/mp4'
  totalBytes: number
  storagePath: string | null
}

export async function insertUpload(db: Database, upload: NewUpload): Promise<UploadRow> {
  const { id, projectId, filename, mimeType, totalBytes, storagePath } = upload
  const { rows } = await sql<UploadRow>`
    insert into resumable_uploads (id, project_id, filename, mime_type, total_bytes, storage_path, expires_at)
    values (${id}, ${projectId}, ${filename}, ${mimeType}, ${totalBytes}, ${storagePath},
      now() + make_interval(hours => ${validHours}::int))
    returning ${columns}`.execute(db)
  return rows[0] as UploadRow
}

export async function findUpload(db: Database, projectId: string, id: string): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    select ${columns} from resumable_uploads where project_id = ${projectId} and id = ${id}`.execute(db)
  return rows[0]
}

/** Announced bytes of all open uploads of a project. */
export async function sumOpenBytes(db: Database, projectId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(total_bytes), 0)::bigint as bytes from resumable_uploads
    where project_id = ${projectId} and status = 'open' and expires_at > now()`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Which requests hold an upload, so that only one changes its bytes. */
export type Hold = { projectId: string; id: string; holder: string; seconds: number }

const isFree = sql`status = 'open' and expires_at > now() and (held_until is null or held_until < now())`

/** @returns whether this request may add bytes from `offset` on */
export async function holdForBytes(
  db: Database,
  { projectId, id, holder, seconds }: Hold,
  offset: number,
): Promise<boolean> {
  const { rows } = await sql`
    update resumable_uploads set holder = ${holder}, held_until = now() + make_interval(secs => ${seconds}::int)
    where project_id = ${projectId} and id = ${id} and received_bytes = ${offset} and ${isFree} returning id`.execute(
    db,
  )
  return rows.length > 0
}

/** @returns whether this request may import the file */
export async function holdForImport(db: Database, { projectId, id, holder, seconds }: Hold): Promise<boolean> {
  const { rows } = await sql`
    update resumable_uploads set holder = ${holder}, held_until = now() + make_interval(secs => ${seconds}::int)
    where project_id = ${projectId} and id = ${id} and ${isFree} returning id`.execute(db)
  return rows.length > 0
}

/** @returns false when another request took over, or the upload has ended */
export async function renewHold(db: Database, { projectId, id, holder, seconds }: Hold): Promise<boolean> {
  const { rows } = await sql`
    update resumable_uploads set held_until = now() + make_interval(secs => ${seconds}::int)
    where project_id = ${projectId} and id = ${id} and holder = ${holder} and status = 'open' returning id`.execute(db)
  return rows.length > 0
}

/** Records the bytes on the disk and renews the hold. @returns like `renewHold` */
export async function saveReceived(db: Database, hold: Hold, receivedBytes: number): Promise<boolean> {
  const { projectId, id, holder, seconds } = hold
  const { rows } = await sql`
    update resumable_uploads set received_bytes = ${receivedBytes},
      held_until = now() + make_interval(secs => ${seconds}::int),
      expires_at = now() + make_interval(hours => ${validHours}::int)
    where project_id = ${projectId} and id = ${id} and holder = ${holder} and status = 'open' returning id`.execute(db)
  return rows.length > 0
}

export async function releaseHold(db: Database, { projectId, id, holder }: Hold): Promise<void> {
  await sql`
    update resumable_uploads set holder = null, held_until = null
    where project_id = ${projectId} and id = ${id} and holder = ${holder}`.execute(db)
}

/** @returns true for one caller only */
export async function finishUpload(tx: Database, id: string, assetId: string): Promise<boolean> {
  const { rows } = await sql`
    update resumable_uploads set status = 'complete', received_bytes = total_bytes, asset_id = ${assetId}, holder = null,
      held_until = null
    where id = ${id} and status = 'open' returning id`.execute(tx)
  return rows.length > 0
}

export async function failUpload(db: Database, projectId: string, id: string, problem: UploadProblem): Promise<void> {
  await sql`
    update resumable_uploads set status = 'failed', problem = ${JSON.stringify(problem)}::jsonb
    where project_id = ${projectId} and id = ${id} and status = 'open'`.execute(db)
}

/** @returns whether it was open */
export async function abortUpload(db: Database, projectId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    update resumable_uploads set status = 'aborted'
    where project_id = ${projectId} and id = ${id} and status = 'open' and expires_at > now() returning id`.execute(db)
  return rows.length > 0
}

/** The ids among these that may still receive bytes. */
export async function openAmong(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from resumable_uploads
    where id = any(${ids}::uuid[]) and status = 'open' and expires_at > now()`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The storage paths among these that belong to uploads that may still be completed. */
export async function openPathsAmong(db: Database, paths: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ storage_path: string }>`
    select storage_path from resumable_uploads
    where storage_path = any(${paths}::text[]) and status = 'open' and expires_at > now()`.execute(db)
  return new Set(rows.map(({ storage_path }) => storage_path))
}
