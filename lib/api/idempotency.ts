import { createHash, randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { NeededAccess } from '@/lib/access/context'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { sealingKeys } from '@/lib/encryption/keys'
import { openText, sealText } from '@/lib/encryption/seal'
import { env } from '@/lib/env'
import { AppError, invalid } from '@/lib/errors'

const storedHours = 24

export type Answer = { status: number; body: string; isReplay: boolean }

export function readKey(request: Request): string | null {
  const key = request.headers.get('idempotency-key')
  if (key === null) return null
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw invalid('Idempotency-Key', 'must be 1 to 255 printable characters')
  return key
}

/** Requests are equal if method, path and the exact body bytes are. */
export const fingerprintOf = (request: Request, body: Uint8Array): Buffer => {
  const { pathname, search } = new URL(request.url)
  return createHash('sha256').update(`${request.method} ${pathname}${search}\n`).update(body).digest()
}

/** A request with an `Idempotency-Key`. */
export type KeyedRequest = {
  owner: string
  key: string
  fingerprint: Buffer
  /** The response contains a secret, so it is stored encrypted. */
  hasSecretAnswer: boolean
  /** Access checks that the request made; complete when it has finished. */
  neededAccess: readonly NeededAccess[]
  /** Throws if the caller lost access that the first request needed. */
  authorize: (needed: readonly NeededAccess[]) => Promise<void>
  /** Runs before the transaction, for network calls. */
  prepare: () => Promise<void>
}

/**
 * Runs `work` once per key and stores its response. The key is claimed and committed first, so that a parallel
 * request sees that the first is running. The effect and the stored response are committed together, so a crash
 * leaves both or neither. A rejected request frees the key. If the process dies, the claim is free again when its
 * lease ends; if the process then continues, its claim id no longer matches and it rolls back.
 *
 * @param work must do everything in the given transaction
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
      await store(tx, mine, made)
      return made
    })
  })
}

/**
 * For work that calls a network, outside a transaction. After a crash between the effect and storing the response, a
 * retry calls the network again.
 */
export async function onceForKeyOutside(
  db: Database,
  request: KeyedRequest,
  work: (db: Database) => Promise<Made>,
): Promise<Answer> {
  return onceClaimed(db, request, async (mine) => {
    await request.prepare()
    const made = await work(db)
    await store(db, mine, made)
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
  const stored = await claimOrRead(db, mine)
  if (stored) {
    await request.authorize(stored.access)
    return { status: stored.response_status, body: bodyOf(stored, request), isReplay: true }
  }
  try {
    return { ...(await make(mine)), isReplay: false }
  } catch (error) {
    if (error instanceof AppError && error.isEffectUnknown) {
      // A retry could repeat the effect.
      await store(db, mine, { status: error.status, body: JSON.stringify({ error: error.toBody() }) }).catch(() => {})
    } else {
      await release(db, mine).catch(() => {})
    }
    throw error
  }
}

type Stored = {
  response_status: number
  response_body: string | null
  response_sealed: Buffer | null
  response_key_id: string | null
  access: NeededAccess[]
}

function bodyOf({ response_body, response_sealed, response_key_id }: Stored, request: KeyedRequest): string {
  if (response_sealed === null) return response_body ?? ''
  const key = sealingKeys().find(({ id }) => id === response_key_id)
  if (key) return openText(placeOf(request), response_sealed, key)
  throw new AppError(
    'idempotency_conflict',
    'The stored response for this Idempotency-Key cannot be decrypted any more. Use a new Idempotency-Key.',
  )
}

const placeOf = ({ owner, key }: KeyedRequest): string => `idempotency_keys|${owner}|${key}|response`

async function claimOrRead(db: Database, slot: Claimed): Promise<Stored | null> {
  const { rows } = await sql<
    Omit<Stored, 'response_status'> & {
      mine: boolean
      same: boolean
      response_status: number | null
    }
  >`
    with claimed as (
      insert into idempotency_keys as k (owner_id, key, fingerprint, claim_id, lease_until, expires_at)
      values (${slot.owner}, ${slot.key}, ${slot.fingerprint}, ${slot.claim},
              now() + make_interval(secs => ${env().IDEMPOTENCY_LEASE_SECONDS}::float8), now() + make_interval(hours => ${storedHours}))
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
  // No row: another request inserted it after this statement's snapshot, so it is running.
  if (row?.mine) return null
  if (row && !row.same) {
    throw new AppError('idempotency_conflict', 'This Idempotency-Key was used for a different request. Use a new key.')
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

async function store(db: Database, request: Claimed, { status, body }: Made): Promise<void> {
  const stored = await db
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
  if (stored.numUpdatedRows === 0n) {
    throw new AppError('request_in_progress', 'This request took too long and was replaced by another. Try again.')
  }
}

function sealedBody(request: KeyedRequest, body: string) {
  const { sealed, key_id } = sealText(placeOf(request), body)
  return { response_sealed: sealed, response_key_id: key_id }
}

/**
 * Releases the key of a failed request. A stored response stays: if the connection is lost during the commit, the
 * effect may exist although we saw an error, and a retry must not repeat it.
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
