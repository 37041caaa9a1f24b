import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type AttemptResult, limitAttempts } from '@/lib/auth/attempt-limit'
import { connect, database } from '@/lib/db/pool'
import { env } from '@/lib/env'

const anAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
const aSubject = (): string => `password:${randomUUID()}@example.com`

/** One attempt; the delay is noted instead of waited for. */
async function attempt(subject: string, address: string, isRight = false) {
  let waitSeconds = 0
  const result: AttemptResult<true> = await limitAttempts(
    database(),
    { subject, address },
    async () => isRight || null,
    async (ms) => {
      // Part of the delay may have passed; statements that run at once may start some milliseconds apart.
      waitSeconds = Math.max(0, Math.ceil(ms / 1000 - 0.2))
    },
  )
  return 'retryAfterSeconds' in result ? { refusedFor: result.retryAfterSeconds } : { ...result, waitSeconds }
}

const wrongAfter = (waitSeconds: number) => ({ value: null, waitSeconds })
const rightAt = (waitSeconds: number) => ({ value: true, waitSeconds })
/** Seconds pass while the attempts of a test are made. */
const refused = { refusedFor: expect.closeTo(28, -0.7) }

test('guesses that come all at once wait for each other, and those far behind are told when to try again', async () => {
  const [subject, address] = [aSubject(), anAddress()]
  const results = await Promise.all(Array.from({ length: 40 }, () => attempt(subject, address)))
  const held = results.flatMap((result) => ('waitSeconds' in result ? [result.waitSeconds] : []))
  expect(held.sort((one, other) => one - other)).toEqual([0, 0, 0, 0, 0, 1, 3, 7, 15])
  expect(results.filter((result) => 'refusedFor' in result)).toEqual(Array(31).fill(refused))
  // Refused attempts do not push the next turn away.
  expect(await attempt(subject, address, true)).toEqual(refused)
})

test('whatever one address tries, the right password gets in from another address at once', async () => {
  const subject = aSubject()
  const [attacker, owner] = [anAddress(), anAddress()]
  await Promise.all(Array.from({ length: 20 }, () => attempt(subject, attacker)))
  expect(await attempt(subject, owner, true)).toEqual(rightAt(0))
  expect(await attempt(subject, attacker)).toEqual(refused)
})

test('one address that tries many accounts is slowed down as well, and no other address is', async () => {
  const address = anAddress()
  for (let tries = 0; tries < 30; tries++) expect(await attempt(aSubject(), address)).toEqual(wrongAfter(0))
  expect([await attempt(aSubject(), address), await attempt(aSubject(), address)]).toEqual([
    wrongAfter(1),
    wrongAfter(3),
  ])
  expect(await attempt(aSubject(), anAddress())).toEqual(wrongAfter(0))
})

test('the addresses of one IPv6 network count as one', async () => {
  const subject = aSubject()
  const network = `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}`
  for (let tries = 0; tries < 5; tries++)
    expect(await attempt(subject, `${network}:${tries}::1`)).toEqual(wrongAfter(0))
  expect(await attempt(subject, `${network}::abcd`)).toEqual(wrongAfter(1))
})

test('a right password forgets the failures, and any number of right ones is never slowed down', async () => {
  const [subject, address] = [aSubject(), anAddress()]
  for (let tries = 0; tries < 4; tries++) await attempt(subject, address)
  for (let times = 0; times < 40; times++) expect(await attempt(subject, address, true)).toEqual(rightAt(0))
  for (let tries = 0; tries < 5; tries++) expect(await attempt(subject, address)).toEqual(wrongAfter(0))
})

test('an attempt that waits holds no database connection', async () => {
  const pool = connect(env().DATABASE_URL ?? '', 1)
  const guess = { subject: aSubject(), address: anAddress() }
  const wrong = async (): Promise<null> => null
  for (let tries = 0; tries < 5; tries++) await limitAttempts(pool.db, guess, wrong)
  // The only connection is free during the wait, or this query would never answer.
  const asked: unknown[] = []
  await limitAttempts(pool.db, guess, wrong, async () => {
    asked.push(await pool.db.selectFrom('users').select('id').limit(1).execute())
  })
  expect(asked).toHaveLength(1)
  await pool.close()
})
