import { type Selectable, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { UploadIntents } from '@/lib/db/types.generated'

export type UploadProblem = { code: string; message: string }

export type IntentRow = Omit<Selectable<UploadIntents>, 'token_hash'> & {
  /** By the database clock. */
  is_expired: boolean
}

const columns = sql<IntentRow>`id, project_id, filename, content_type, status, asset_id, expires_at, created_at,
  storage_path, problem, taking_until, expires_at <= now() as is_expired`

type NewIntent = {
  id: string
  projectId: string
  tokenHash: Buffer
  filename: string
  contentType: string
  validMinutes: number
  /** Where the client uploads the file. Null when it comes through this server. */
  storagePath: string | null
}

export async function insertIntent(db: Database, intent: NewIntent): Promise<{ expires_at: Date }> {
  const { id, projectId, tokenHash, filename, contentType, validMinutes, storagePath } = intent
  const { rows } = await sql<{ expires_at: Date }>`
    insert into upload_intents (id, project_id, token_hash, filename, content_type, storage_path, expires_at)
    values (${id}, ${projectId}, ${tokenHash}, ${filename}, ${contentType}, ${storagePath}, now() + make_interval(mins => ${validMinutes}::int))
    returning expires_at`.execute(db)
  return rows[0] as { expires_at: Date }
}

/** The token is the credential, so this query needs no project id. */
export async function findIntentByToken(db: Database, tokenHash: Buffer): Promise<IntentRow | undefined> {
  const { rows } = await sql<IntentRow>`
    select ${columns} from upload_intents i where token_hash = ${tokenHash}
      and exists (select from projects p where p.id = i.project_id and p.deleted_at is null)`.execute(db)
  return rows[0]
}

export async function findIntent(db: Database, projectId: string, id: string): Promise<IntentRow | undefined> {
  const { rows } = await sql<IntentRow>`
    select ${columns} from upload_intents where project_id = ${projectId} and id = ${id}`.execute(db)
  return rows[0]
}

/** @returns true for one caller only, and never after it expired */
export async function consumeIntent(db: Database, id: string, assetId: string): Promise<boolean> {
  const { rows } = await sql`
    update upload_intents set status = 'uploaded', asset_id = ${assetId}, problem = null
    where id = ${id} and status = 'pending' and expires_at > now() returning id`.execute(db)
  return rows.length > 0
}

export async function abortIntent(db: Database, projectId: string, id: string): Promise<void> {
  await sql`
    update upload_intents set status = 'aborted'
    where project_id = ${projectId} and id = ${id} and status = 'pending' and expires_at > now()`.execute(db)
}

/** @returns whether this request may import the file; false while another one does */
export async function claimIntent(db: Database, id: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    update upload_intents set taking_until = now() + make_interval(secs => ${seconds}::int)
    where id = ${id} and status = 'pending' and expires_at > now() and (taking_until is null or taking_until < now())
    returning id`.execute(db)
  return rows.length > 0
}

/** Lets the next request import the file. */
export async function releaseIntent(db: Database, id: string, problem: UploadProblem | null): Promise<void> {
  await sql`
    update upload_intents set taking_until = null, problem = ${problem === null ? null : JSON.stringify(problem)}::jsonb
    where id = ${id}`.execute(db)
}
