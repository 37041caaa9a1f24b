import { type Selectable, sql, type Transaction } from 'kysely'
import { systemClock } from '@/lib/clock'
import { limitConcurrency } from '@/lib/concurrency/limit-concurrency'
import { isOutage } from '@/lib/db/outage'
import { type Database, transaction } from '@/lib/db/pool'
import type { Connectors, DB } from '@/lib/db/types.generated'
import { UnreadableCredentials } from '@/lib/encryption/seal'
import { log } from '@/lib/logger'
import { insertAlert } from '../alerts-repository'
import { lockConnector } from '../repository'
import { openHeaders } from '../sealed-headers'
import { type Reading, readSource } from '../source/read-source'
import { SourceError } from '../source/source'
import { nextCheckSeconds, retrySeconds } from './schedule'
import { storeNewItems } from './store-items'

type Row = Selectable<Connectors>

/** Posts are published by the same process: most connections to the database stay free for them. */
const inTurn = limitConcurrency(2)

/** Longer than a check takes. A connector whose worker died is due again then. */
const leaseMinutes = 5

/** Takes the connector that has been due longest. Deleted projects have none. */
export async function claimDue(db: Database): Promise<Row | undefined> {
  const claim = sql<Row>`
    update connectors set next_check_at = now() + make_interval(mins => ${leaseMinutes})
    where id = (
      select c.id from connectors c join projects p on p.id = c.project_id and p.deleted_at is null
      where c.next_check_at <= now() order by c.next_check_at limit 1 for update of c skip locked)
    returning *`
  const { rows } = await inTurn(() => claim.execute(db))
  return rows[0]
}

/** Takes one connector before it is due. */
export async function claimNow(db: Database, projectId: string, id: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    update connectors set next_check_at = now() + make_interval(mins => ${leaseMinutes})
    where id = ${id} and project_id = ${projectId}
    returning *`.execute(db)
  return rows[0]
}

/**
 * Reads the source of a claimed connector and stores what is new. The result is dropped if the settings changed
 * meanwhile.
 *
 * @returns the number of new items
 */
export async function check(db: Database, row: Row): Promise<number> {
  try {
    const reading = await read(row)
    return await inTurn(() => (reading === 'unchanged' ? noteUnchanged(db, row) : store(db, row, reading)))
  } catch (error) {
    if (isOutage(error)) throw error
    const failure = error instanceof SourceError ? error : unexpected(row, error)
    await inTurn(() => noteFailure(db, row, failure))
    return 0
  }
}

function read(row: Row): Promise<Reading | 'unchanged'> {
  const { kind, url, path, key_field, fields, etag, last_modified, body_hash } = row
  const headers = openHeaders(row)
  // A key field that was not chosen stays so: another choice would make every item new.
  const settings = { kind, url, headers, path, keyField: key_field, knownFields: fields, isKeyFixed: true }
  return readSource(settings, systemClock(), { etag, lastModified: last_modified, bodyHash: body_hash })
}

function unexpected(row: Row, error: unknown): SourceError {
  log.error('connectors.check_failed', { connector_id: row.id, cause: error })
  return error instanceof UnreadableCredentials
    ? new SourceError('The stored headers cannot be decrypted. Enter them again.')
    : new SourceError('An internal error occurred. It will be tried again.')
}

/** Edits change `updated_at`, checks do not. */
const isSame = ({ id, updated_at }: Row) =>
  sql<boolean>`id = ${id} and date_trunc('milliseconds', updated_at) = ${updated_at}`

/** Locks the connector. Undefined if it was deleted or edited since. */
async function lockUnchanged(tx: Transaction<DB>, { project_id, id, updated_at }: Row): Promise<Row | undefined> {
  const locked = await lockConnector(tx, project_id, id)
  return locked?.updated_at.getTime() === updated_at.getTime() ? locked : undefined
}

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

const healthy = {
  status: 'ok' as const,
  last_error: null,
  failure_count: 0,
  moved_to: null,
  last_checked_at: sql<Date>`now()`,
}

async function noteUnchanged(db: Database, row: Row): Promise<number> {
  const next_check_at = inSeconds(nextCheckSeconds(row.id, row.interval_seconds))
  await db
    .updateTable('connectors')
    .set({ ...healthy, next_check_at })
    .where(isSame(row))
    .execute()
  return 0
}

function store(db: Database, row: Row, reading: Reading): Promise<number> {
  return transaction(db, async (tx) => {
    if (!(await lockUnchanged(tx, row))) return 0
    const { added, isComplete } = await storeNewItems(tx, row, reading)
    const { etag, lastModified, bodyHash, fields, intervalSeconds } = reading
    await tx
      .updateTable('connectors')
      .set({
        ...healthy,
        // Empty lists keep the fields: they may be used by automations.
        ...(fields.length > 0 ? { fields } : {}),
        // Without them the next check reads the source again and takes the rest.
        etag: isComplete ? etag : null,
        last_modified: isComplete ? lastModified : null,
        body_hash: isComplete ? bodyHash : null,
        interval_seconds: intervalSeconds,
        last_read_at: sql<Date>`now()`,
        next_check_at: inSeconds(nextCheckSeconds(row.id, intervalSeconds)),
      })
      .where('id', '=', row.id)
      .execute()
    return added
  })
}

/** The first failure of a connector that worked is an alert. The status is read under a lock: checks may overlap. */
async function noteFailure(db: Database, row: Row, { message, details }: SourceError): Promise<void> {
  const { isGone = false, movedTo, retryAfterSeconds } = details
  const failures = row.failure_count + 1
  const seconds = retrySeconds(row.id, row.interval_seconds, failures, retryAfterSeconds)
  const status = isGone ? 'gone' : 'failing'
  await transaction(db, async (tx) => {
    const locked = await lockUnchanged(tx, row)
    if (!locked) return
    await tx
      .updateTable('connectors')
      .set({
        status,
        last_error: message,
        failure_count: failures,
        moved_to: movedTo ?? null,
        last_checked_at: sql<Date>`now()`,
        next_check_at: isGone ? null : inSeconds(seconds),
      })
      .where('id', '=', row.id)
      .execute()
    if (locked.status !== 'ok') return
    await insertAlert(tx, { connector_id: row.id, project_id: row.project_id, kind: status, message })
  })
}
