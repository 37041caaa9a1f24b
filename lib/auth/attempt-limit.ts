import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { AppError } from '@/lib/errors'
import { networkOf } from './caller-address'
import { undoFailure } from './throttle'

/**
 * Slows down guessing. Attempts on one secret from one address run one after another, with a growing delay. So do
 * failed attempts of one address across all secrets, against trying one password on many accounts. Attempts never
 * wait for those of other addresses, so no one can lock another user's account.
 */
const limits = {
  /** Failures without a delay, for typing errors. */
  secret: { freeFailures: 5 },
  address: { freeFailures: 30 },
}
/** Delays double: 1, 2, 4, 8, then 15 seconds. */
const maxDelaySeconds = 15
/**
 * An attempt that would wait longer is rejected. This limits waiting requests per address: at most 4 for one secret,
 * and fewer than 20 in all.
 */
const maxWaitSeconds = 15
/** Failures are forgotten after this time without an attempt. */
const forgetMinutes = 15

type Turn = { waitSeconds: number } | { retryAfterSeconds: number }

/** `subject` names the secret that is guessed at, such as `password:ann@example.com`. */
export type Attempt = { subject: string; address: string }
export type AttemptResult<T> = { value: T | null } | { retryAfterSeconds: number }

export const passwordSubject = (email: string): string => `password:${email.trim().toLowerCase()}`

/**
 * Checks a secret when it is the attempt's turn. No database connection is held while waiting, so `db` must be the
 * pool, not a transaction.
 *
 * @param check returns null if the secret is wrong
 */
export async function limitAttempts<T>(
  db: Database,
  { subject, address }: Attempt,
  check: () => Promise<T | null>,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<AttemptResult<T>> {
  const network = networkOf(address)
  const [ofAddress, ofSecret] = [`attempts:${network}`, `${subject}|${network}`]
  // Counted before the check. Otherwise a hundred parallel guesses would all count as the first.
  const addressTurn = await takeTurn(db, ofAddress, limits.address)
  if ('retryAfterSeconds' in addressTurn) return addressTurn
  const turn = await takeTurn(db, ofSecret, limits.secret)
  if ('retryAfterSeconds' in turn) {
    await undoFailure(db, ofAddress)
    return turn
  }
  const waitSeconds = Math.max(addressTurn.waitSeconds, turn.waitSeconds)
  if (waitSeconds > 0) await wait(waitSeconds * 1000)
  const value = await check()
  if (value !== null) {
    await db.deleteFrom('sign_in_attempts').where('subject', '=', ofSecret).execute()
    await undoFailure(db, ofAddress)
  }
  return { value }
}

/** Counts an attempt as failed and returns when it may run. A rejected attempt changes nothing. */
async function takeTurn(db: Database, subject: string, { freeFailures }: { freeFailures: number }): Promise<Turn> {
  const isForgotten = sql`a.window_start <= now() - make_interval(mins => ${forgetMinutes}::int)`
  const delay = sql`case when a.failures < ${freeFailures}::int then 0
    else least(${maxDelaySeconds}::int, power(2, least(a.failures - ${freeFailures}::int, 10))) end`
  const turn = sql`case when ${isForgotten} then now()
    else greatest(now(), a.next_attempt_at + make_interval(secs => ${delay})) end`
  const { rows } = await sql<{ wait: number }>`
    insert into sign_in_attempts as a (subject, window_start, failures, next_attempt_at) values (${subject}, now(), 1, now())
    on conflict (subject) do update set
      failures = case when ${isForgotten} then 0 else a.failures end + 1,
      window_start = now(),
      next_attempt_at = ${turn}
    where ${turn} <= now() + make_interval(secs => ${maxWaitSeconds}::int)
    returning extract(epoch from next_attempt_at - now())::float8 as wait`.execute(db)
  if (rows[0]) return { waitSeconds: rows[0].wait }
  const refused = await sql<{ wait: number }>`
    select extract(epoch from ${turn} - now())::float8 as wait from sign_in_attempts a where a.subject = ${subject}`.execute(
    db,
  )
  return { retryAfterSeconds: Math.max(1, Math.ceil(refused.rows[0]?.wait ?? 1)) }
}

export const tooManyAttempts = (retryAfterSeconds: number): AppError =>
  new AppError(
    'rate_limited',
    `Too many attempts from your address. Try again in ${retryAfterSeconds} s.`,
    {},
    { headers: { 'Retry-After': String(retryAfterSeconds) } },
  )
