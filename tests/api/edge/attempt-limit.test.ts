import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type AttemptResult, limitAttempts } from '@/lib/auth/attempt-limit'
import { connect, database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { anAddress } from '@/tests/support/api/address'

const aSubject = (): string => `password:${randomUUID()}@example.com`

/** Makes one attempt. Records the delay instead of waiting. */
async function attempt(subject: string, address: string, isRight = false) {
  let waitSeconds = 0
  const result: AttemptResult<true> = await limitAttempts(
    database(),
    { subject, address },
    async () => isRight || null,
    async (ms) => {
      // Part of the delay may have passed, and concurrent statements may start some milliseconds apart.
      waitSeconds = Math.max(0, Math.ceil(ms / 1000 - 0.2))
    },
  )
  return 'retryAfterSeconds' in result ? { refusedFor: result.retryAfterSeconds } : { ...result, waitSeconds }
}

const wrongAfter = (waitSeconds: number) => ({ value: null, waitSeconds })
const rightAt = (waitSeconds: number) => ({ value: true, waitSeconds })
/** The attempts of a test take some seconds. */
const refused = { refusedFor: expect.closeTo(28, -0.7) }

test('concurrent guesses wait for each other, and late ones get a retry time', async () => {
  const [subject, address] = [aSubject(), anAddress()]
  const results = await Promise.all(Array.from({ length: 40 }, () => attempt(subject, address)))
  const held = results.flatMap((result) => ('waitSeconds' in result ? [result.waitSeconds] : []))
  expect(held.sort((one, other) => one - other)).toEqual([0, 0, 0, 0, 0, 1, 3, 7, 15])
  expect(results.filter((result) => 'refusedFor' in result)).toEqual(Array(31).fill(refused))
  // Refused attempts do not extend the delay.
  expect(await attempt(subject, address, true)).toEqual(refused)
})

test('failures from one address do not block the right password from another', async () => {
  const subject = aSubject()
  const [attacker, owner] = [anAddress(), anAddress()]
  await Promise.all(Array.from({ length: 20 }, () => attempt(subject, attacker)))
  expect(await attempt(subject, owner, true)).toEqual(rightAt(0))
  expect(await attempt(subject, attacker)).toEqual(refused)
})

test('slows down an address that tries many accounts, and no other address', async () => {
  const address = anAddress()
  for (let tries = 0; tries < 30; tries++) expect(await attempt(aSubject(), address)).toEqual(wrongAfter(0))
  // At once, because a delay shrinks while the next attempt is prepared.
  const results = await Promise.all([attempt(aSubject(), address), attempt(aSubject(), address)])
  const held = results.map((result) => ('waitSeconds' in result ? result.waitSeconds : null))
  expect(held.sort()).toEqual([1, 3])
  expect(await attempt(aSubject(), anAddress())).toEqual(wrongAfter(0))
})

test('counts the addresses of one IPv6 network as one', async () => {
  const subject = aSubject()
  const network = `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}`
  for (let tries = 0; tries < 5; tries++)
    expect(await attempt(subject, `${network}:${tries}::1`)).toEqual(wrongAfter(0))
  expect(await attempt(subject, `${network}::abcd`)).toEqual(wrongAfter(1))
})

test('a right password resets the failures, and right passwords are never slowed down', async () => {
  const [subject, address] = [aSubject(), anAddress()]
  for (let tries = 0; tries < 4; tries++) await attempt(subject, address)
  for (let times = 0; times < 40; times++) expect(await attempt(subject, address, true)).toEqual(rightAt(0))
  for (let tries = 0; tries < 5; tries++) expect(await attempt(subject, address)).toEqual(wrongAfter(0))
})

test('a waiting attempt holds no database connection', async () => {
  const pool = connect(env().DATABASE_URL ?? '', 1)
  const guess = { subject: aSubject(), address: anAddress() }
  const wrong = async (): Promise<null> => null
  // Skips the delays, so the next one is several seconds.
  for (let tries = 0; tries < 8; tries++) await limitAttempts(pool.db, guess, wrong, async () => {})
  // The pool has one connection. This query would hang if the wait held it.
  const rows: unknown[] = []
  await limitAttempts(pool.db, guess, wrong, async () => {
    rows.push(await pool.db.selectFrom('users').select('id').limit(1).execute())
  })
  expect(rows).toHaveLength(1)
  await pool.close()
})
