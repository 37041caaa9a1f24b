import { createHash, randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { sealingKeys } from '@/lib/connections/keys'
import { openText, sealText } from '@/lib/connections/seal'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { env } from '@/lib/env'
import { AppError, invalid } from '@/lib/errors'
import type { NeededAccess } from './context'

const keptHours = 24

export type Answer = { status: number; body: string; isReplay: boolean }

export function readKey(request: Request): string | null {
  const key = request.headers.get('idempotency-key')
  if (key === null) return null
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw invalid('Idempotency-Key', 'must be 1 to 255 printable characters')
  return key
}

/** What makes two requests the same: method, path and the exact bytes of the body. */
export const fingerprintOf = (request: Request, body: Uint8Array): Buffer => {
  const { pathname, search } = new URL(request.url)
  return createHash('sha256').update(`${request.method} ${pathname}${search}\n`).update(body).digest()
}

/** A request that is done once for its key. */
export type KeyedRequest = {
  owner: string
  key: string
  fingerprint: Buffer
  /** The answer holds a secret, so it is kept encrypted. */
  hasSecretAnswer: boolean
  /** Rights that the work asked for; complete once it is done. */
  neededAccess: readonly NeededAccess[]
  /** Throws when the caller has lost one of the rights that the first request needed. */
  authorize: (needed: readonly NeededAccess[]) => Promise<void>
  /** Runs before the transaction of the work begins: for calls to the network. */
  prepare: () => Promise<void>
}

/**
 * Does `work` once per key and keeps its answer. The slot is claimed and committed first, so that a second request
 * sees that the first still runs; the effect and the kept answer then commit together, so that a crash leaves either
 * both or neither. A refusal frees the key. A claim whose process died is free again when its lease ends; the dead one,
 * should it wake up, fails at its claim id and rolls back.
 *
 * @param work gets the transaction in which everything it does must happen
 */
export async function onceForKey(
  db: Database,
  request: KeyedRequest,
  work: (tx: Transaction<DB>) => Promise<Made>,
): Promise<Answer> {
  return onceClaimed(db, request, async (mine) => {
    await request.prepare()
    return transaction(db, async (tx) => {
      const made = await work(tx)
      await keep(tx, mine, made)
      return made
    })
  })
}

/**
 * The same for work that asks a network, which no transaction may wait for. A crash between the effect and the kept
 * answer leaves the effect alone, and a repeat with the key asks the network once more.
 */
export async function onceForKeyOutside(
  db: Database,
  request: KeyedRequest,
  work: (db: Database) => Promise<Made>,
): Promise<Answer> {
  return onceClaimed(db, request, async (mine) => {
    await request.prepare()
    const made = await work(db)
    await keep(db, mine, made)
    return made
  })
}

type Made = { status: number; body: string }
type Claimed = KeyedRequest & { claim: string }

async function onceClaimed(
  db: Database,
  request: KeyedRequest,
  make: (mine: Claimed) => Promise<Made>,
): Promise<Answer> {
  const mine = { ...request, claim: randomUUID() }
  const kept = await claimOrRead(db, mine)
  if (kept) {
    await request.authorize(kept.access)
    return { status: kept.response_status, body: bodyOf(kept, request), isReplay: true }
  }
  try {
    return { ...(await make(mine)), isReplay: false }
  } catch (error) {
    if (error instanceof AppError && error.isEffectUnknown) {
      // Done again, it could be done twice.
      await keep(db, mine, { status: error.status, body: JSON.stringify({ error: error.toBody() }) }).catch(() => {})
    } else {
      await release(db, mine).catch(() => {})
    }
    throw error
  }
}

type Kept = {
  response_status: number
  response_body: string | null
  response_sealed: Buffer | null
  response_key_id: string | null
  access: NeededAccess[]
}

function bodyOf({ response_body, response_sealed, response_key_id }: Kept, request: KeyedRequest): string {
  if (response_sealed === null) return response_body ?? ''
  const key = sealingKeys().find(({ id }) => id === response_key_id)
  if (key) return openText(placeOf(request), response_sealed, key)
  throw new AppError(
    'idempotency_conflict',
    'The answer to this Idempotency-Key was encrypted with a key that is no longer in use. Use a new Idempotency-Key.',
  )
}

const placeOf = ({ owner, key }: KeyedRequest): string => `idempotency_keys|${owner}|${key}|response`

async function claimOrRead(db: Database, slot: Claimed): Promise<Kept | null> {
  const { rows } = await sql<
    Omit<Kept, 'response_status'> & {
      mine: boolean
      same: boolean
      response_status: number | null
    }
  >`
    with claimed as (
      insert into idempotency_keys as k (owner_id, key, fingerprint, claim_id, lease_until, expires_at)
      values (${slot.owner}, ${slot.key}, ${slot.fingerprint}, ${slot.claim},
              now() + make_interval(secs => ${env().IDEMPOTENCY_LEASE_SECONDS}::float8), now() + make_interval(hours => ${keptHours}))
      on conflict (owner_id, key) do update set
        fingerprint = excluded.fingerprint, claim_id = excluded.claim_id, lease_until = excluded.lease_until,
        expires_at = excluded.expires_at, response_status = null, response_body = null, response_sealed = null,
        response_key_id = null, access = '[]'
      where k.expires_at < now()
         or (k.response_status is null and k.lease_until < now() and k.fingerprint = excluded.fingerprint)
      returning 1
    )
    select true as mine, true as same, null::int as response_status, null::text as response_body,
      null::bytea as response_sealed, null::text as response_key_id, '[]'::jsonb as access
    from claimed
    union all
    select false, fingerprint = ${slot.fingerprint}, response_status, response_body, response_sealed, response_key_id, access
    from idempotency_keys
    where owner_id = ${slot.owner} and key = ${slot.key} and not exists (select from claimed)`.execute(db)
  const row = rows[0]
  // No row at all: another request inserted it after this statement's snapshot was taken, so it is running.
  if (row?.mine) return null
  if (row && !row.same) {
    throw new AppError('idempotency_conflict', 'This Idempotency-Key was used with another request. Use a new key.')
  }
  if (row && row.response_status !== null) return { ...row, response_status: row.response_status }
  throw new AppError(
    'request_in_progress',
    'The first request with this Idempotency-Key is still running. Try again.',
    {},
    {
      headers: { 'Retry-After': '1' },
    },
  )
}

async function keep(db: Database, request: Claimed, { status, body }: Made): Promise<void> {
  const kept = await db
    .updateTable('idempotency_keys')
    .set({
      response_status: status,
      access: JSON.stringify(request.neededAccess),
      ...(request.hasSecretAnswer ? sealedBody(request, body) : { response_body: body }),
    })
    .where('owner_id', '=', request.owner)
    .where('key', '=', request.key)
    .where('claim_id', '=', request.claim)
    .executeTakeFirst()
  if (kept.numUpdatedRows === 0n) {
    throw new AppError('request_in_progress', 'This request took too long and another one took its place. Try again.')
  }
}

function sealedBody(request: KeyedRequest, body: string) {
  const { sealed, key_id } = sealText(placeOf(request), body)
  return { response_sealed: sealed, response_key_id: key_id }
}

/**
 * Frees a slot whose work failed. A kept answer stays: when the connection breaks during the commit, the effect may be
 * there although we saw an error, and forgetting its answer would let a repeat do it twice.
 */
async function release(db: Database, { owner, key, claim }: Claimed): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('owner_id', '=', owner)
    .where('key', '=', key)
    .where('claim_id', '=', claim)
    .where('response_status', 'is', null)
    .execute()
}
