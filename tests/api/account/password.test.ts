import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { getAccount } from '@/lib/account/contract'
import { ensureUser } from '@/lib/auth/provision'
import { signIn } from '@/lib/auth/sign-in'
import { database } from '@/lib/db/pool'
import { getHealth } from '@/lib/health/contract'
import { changePassword } from '@/lib/password/contract'
import { anAddress } from '@/tests/support/api/address'
import { aProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'

const from = (address: string) => ({ 'x-forwarded-for': address })

async function aPerson() {
  const [email, password] = [`${randomUUID()}@example.com`, 'the old password']
  const userId = await ensureUser(database(), { email, password })
  const signInWith = async (word: string) =>
    'id' in (await signIn(database(), { email, password: word, address: anAddress() }))
  return { userId, email, password, signInWith, session: await signedIn(userId) }
}

test('replaces the password and ends all other sessions', async () => {
  const { userId, password, session, signInWith } = await aPerson()
  const other = await signedIn(userId)
  const changed = await session.post(changePassword, { current_password: password, new_password: 'the new password' })
  expect(changed).toEqual({ ended_sessions: 1 })
  expect((await other.refused(getAccount)).status).toBe(401)
  expect((await session.get(getAccount)).id).toBe(userId)
  expect([await signInWith(password), await signInWith('the new password')]).toEqual([false, true])
})

test.each([
  [{ current_password: 'not the password' }, 'current_password', 'Wrong current password.'],
  [{ new_password: 'the old password' }, 'new_password', 'must differ from the current one'],
  [{ new_password: 'too short' }, 'new_password', 'must be at least 10 characters'],
  [{ new_password: 'QwertyUiop' }, 'new_password', expect.stringMatching(/^This password is too common/)],
])('refuses %j and changes nothing', async (change, path, message) => {
  const { userId, password, session, signInWith } = await aPerson()
  const other = await signedIn(userId)
  const body = { current_password: password, new_password: 'the new password', ...change }
  const { status, error } = await session.refused(changePassword, body)
  expect([status, error.issues]).toMatchObject([400, [{ path, message }]])
  expect((await other.get(getHealth)).ok).toBe(true)
  expect(await signInWith(password)).toBe(true)
})

test('limits guesses of the current password like sign-ins', async () => {
  const { session, email } = await aPerson()
  const address = anAddress()
  const guess = { current_password: 'not the password', new_password: 'the new password' }
  const guesses = Array.from({ length: 5 }, () => session.refused(changePassword, guess, from(address)))
  expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(Array(5).fill(400))
  // Guesses share the free tries with the sign-in page. Many of them are refused.
  const window = { window_start: new Date(), failures: 40, next_attempt_at: new Date(Date.now() + 10_000) }
  await database()
    .updateTable('sign_in_attempts')
    .set(window)
    .where('subject', '=', `password:${email}|${address}`)
    .execute()
  const { status, error, headers } = await session.refused(changePassword, guess, from(address))
  const seconds = Number(headers.get('retry-after'))
  expect([status, error.code, seconds > 15 && seconds <= 25]).toEqual([429, 'rate_limited', true])
  expect(error.message).toBe(`Too many attempts from your address. Try again in ${seconds} s.`)
  expect(await signIn(database(), { email, password: 'the old password', address })).toMatchObject({
    refusal: 'throttled',
  })
})

test('lets an account without a password set one only within 10 minutes of signing in', async () => {
  const { userId } = await aProject()
  const session = await signedIn(userId)
  const change = { new_password: 'fresh bread every morning' }
  await database()
    .updateTable('user_sessions')
    .set({ created_at: new Date(Date.now() - 11 * 60_000) })
    .where('id', '=', session.sessionId)
    .execute()
  expect((await session.refused(changePassword, change)).error.code).toBe('conflict')
  const fresh = await signedIn(userId)
  await fresh.post(changePassword, change)
  // Now the current password is required.
  const { error } = await fresh.refused(changePassword, { new_password: 'another loaf of bread' })
  expect(error.issues).toMatchObject([{ path: 'current_password', code: 'required' }])
})
