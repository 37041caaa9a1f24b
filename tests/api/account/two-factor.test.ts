import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  confirmTwoFactor,
  disableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
} from '@/lib/account/two-factor/contract'
import { ensureUser } from '@/lib/auth/provision'
import { signIn } from '@/lib/auth/sign-in'
import { answerChallenge } from '@/lib/auth/two-factor/challenge'
import { openTotpSecret } from '@/lib/auth/two-factor/seal'
import { database } from '@/lib/db/pool'
import { anAddress } from '@/tests/support/api/address'
import { mailsTo } from '@/tests/support/api/mails'
import { signedIn } from '@/tests/support/api/session'
import { codeOf, withTwoFactor } from '@/tests/support/api/two-factor'

const password = 'a long password'

async function aUser() {
  const email = `${randomUUID()}@example.com`
  const userId = await ensureUser(database(), { email, password })
  return { userId, email, session: await signedIn(userId) }
}

type User = Awaited<ReturnType<typeof aUser>>

async function firstStep({ email }: User): Promise<string> {
  const result = await signIn(database(), { email, password, address: anAddress() })
  if (!('challenge' in result)) throw new Error(`There was no second step: ${JSON.stringify(result)}`)
  return result.challenge
}

/** From a new IP address, because tries are limited per address. */
const secondStep = (token: string, code: string, now = new Date()) =>
  answerChallenge(database(), { token, code, address: anAddress(), now })

const rowOf = (userId: string) =>
  database().selectFrom('user_two_factor').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()

const wrong = (secret: string): string => {
  const near = [-1, 0, 1].map((steps) => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? ''
}

describe('setup', () => {
  test('returns secret, URI and QR code, and requires the password', async () => {
    const { session, email } = await aUser()
    const refused = await session.refused(startTwoFactor, { password: 'another password' })
    expect(refused.error.issues).toMatchObject([{ path: 'password', code: 'wrong_password' }])
    const { secret, uri, qr_svg } = await session.post(startTwoFactor, { password })
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const url = new URL(uri)
    expect([url.protocol, url.searchParams.get('secret'), decodeURIComponent(url.pathname)]).toEqual([
      'otpauth:',
      secret,
      `/Storycast:${email}`,
    ])
    expect(qr_svg).toMatch(/^<svg [^>]*>(<(rect|path) [^>]*\/>)+<\/svg>$/)
  })

  test('changes nothing until a valid code confirms it, and encrypts the secret', async () => {
    const user = await aUser()
    const { secret } = await user.session.post(startTwoFactor, { password })
    const refused = await user.session.refused(confirmTwoFactor, { code: wrong(secret) })
    expect(refused.error.issues).toMatchObject([{ path: 'code', code: 'wrong_code' }])
    expect(await user.session.get(getTwoFactor)).toEqual({ enabled: false, enabled_at: null, recovery_codes_left: 0 })
    expect(await signIn(database(), { email: user.email, password, address: anAddress() })).toMatchObject({
      id: user.userId,
    })
    const { recovery_codes } = await user.session.post(confirmTwoFactor, { code: codeOf(secret) })
    expect(new Set(recovery_codes).size).toBe(10)
    expect(await user.session.get(getTwoFactor)).toMatchObject({ enabled: true, recovery_codes_left: 10 })
    const row = await rowOf(user.userId)
    expect(row.secret.includes(secret)).toBe(false)
    expect(openTotpSecret(user.userId, row)).toBe(secret)
    expect((await user.session.refused(startTwoFactor, { password })).error.code).toBe('conflict')
  })
})

describe('sign-in', () => {
  test('accepts the current code or one 30 s step beside it, each once', async () => {
    const user = await aUser()
    const { secret } = await withTwoFactor(user.session, user.userId, password)
    const now = new Date()
    for (const steps of [-1, 0, 1])
      expect(await secondStep(await firstStep(user), codeOf(secret, steps), now)).toEqual({ userId: user.userId })
    for (const steps of [-2, -1, 0, 1, 2])
      expect(await secondStep(await firstStep(user), codeOf(secret, steps), now)).toEqual({ refusal: 'wrong' })
  })

  test('accepts a code only once under concurrent use', async () => {
    const user = await aUser()
    const { secret } = await withTwoFactor(user.session, user.userId, password)
    const challenges = await Promise.all([firstStep(user), firstStep(user), firstStep(user)])
    const results = await Promise.all(challenges.map((token) => secondStep(token, codeOf(secret))))
    expect(results.filter((result) => 'userId' in result)).toHaveLength(1)
  })

  test('accepts each recovery code once, however it is typed', async () => {
    const user = await aUser()
    const { recoveryCodes } = await withTwoFactor(user.session, user.userId, password)
    const [code = ''] = recoveryCodes
    const typed = code.toUpperCase().replaceAll('-', ' ')
    expect(await secondStep(await firstStep(user), typed)).toEqual({ userId: user.userId })
    expect(await secondStep(await firstStep(user), code)).toEqual({ refusal: 'wrong' })
    expect(await user.session.get(getTwoFactor)).toMatchObject({ recovery_codes_left: 9 })
    const stored = await database()
      .selectFrom('user_recovery_codes')
      .selectAll()
      .where('user_id', '=', user.userId)
      .execute()
    expect(JSON.stringify(stored)).not.toContain(code)
  })

  test('ends the second step after five wrong codes, after five minutes and after use', async () => {
    const user = await aUser()
    const { secret } = await withTwoFactor(user.session, user.userId, password)
    const tried = await firstStep(user)
    for (let tries = 0; tries < 5; tries++) expect(await secondStep(tried, wrong(secret))).toEqual({ refusal: 'wrong' })
    expect(await secondStep(tried, codeOf(secret))).toEqual({ refusal: 'expired' })

    const old = await firstStep(user)
    const lives = (await challengesOf(user.userId)).map(
      ({ created_at, expires_at }) => expires_at.getTime() - created_at.getTime(),
    )
    expect(Math.max(...lives)).toBeLessThanOrEqual(300_000)
    await database()
      .updateTable('sign_in_challenges')
      .set({ expires_at: new Date() })
      .where('user_id', '=', user.userId)
      .execute()
    expect(await secondStep(old, codeOf(secret))).toEqual({ refusal: 'expired' })

    const used = await firstStep(user)
    expect(await secondStep(used, codeOf(secret))).toEqual({ userId: user.userId })
    expect(await secondStep(used, codeOf(secret, 1))).toEqual({ refusal: 'expired' })
  })

  test('is bound to the user who passed the first step', async () => {
    const [one, other] = [await aUser(), await aUser()]
    await withTwoFactor(one.session, one.userId, password)
    const { secret } = await withTwoFactor(other.session, other.userId, password)
    expect(await secondStep(await firstStep(one), codeOf(secret))).toEqual({ refusal: 'wrong' })
  })

  test('limits guesses from many addresses; recovery codes still work', async () => {
    const user = await aUser()
    const { secret, recoveryCodes } = await withTwoFactor(user.session, user.userId, password)
    const results: unknown[] = []
    for (let tries = 0; tries < 11; tries++) results.push(await secondStep(await firstStep(user), wrong(secret)))
    expect(results[9]).toEqual({ refusal: 'wrong' })
    expect(results[10]).toEqual({ refusal: 'throttled', retryAfterSeconds: 900 })
    expect(await secondStep(await firstStep(user), codeOf(secret))).toMatchObject({ refusal: 'throttled' })
    expect(await secondStep(await firstStep(user), recoveryCodes[0] ?? '')).toEqual({ userId: user.userId })
  })
})

const challengesOf = (userId: string) =>
  database().selectFrom('sign_in_challenges').selectAll().where('user_id', '=', userId).execute()

describe('changes', () => {
  test('new recovery codes replace the old ones', async () => {
    const user = await aUser()
    const { recoveryCodes } = await withTwoFactor(user.session, user.userId, password)
    expect((await user.session.refused(renewRecoveryCodes, {})).error.issues).toMatchObject([{ path: 'code' }])
    const { recovery_codes } = await user.session.post(renewRecoveryCodes, { password })
    expect(await secondStep(await firstStep(user), recoveryCodes[0] ?? '')).toEqual({ refusal: 'wrong' })
    expect(await secondStep(await firstStep(user), recovery_codes[0] ?? '')).toEqual({ userId: user.userId })
  })

  test('turning it off requires the password or a code', async () => {
    const user = await aUser()
    const { secret } = await withTwoFactor(user.session, user.userId, password)
    for (const proof of [{}, { password: 'another password' }, { code: wrong(secret) }])
      expect((await user.session.refused(disableTwoFactor, proof)).status).toBe(400)
    await user.session.delete(disableTwoFactor, { code: codeOf(secret) })
    expect(await user.session.get(getTwoFactor)).toMatchObject({ enabled: false })
    expect(await signIn(database(), { email: user.email, password, address: anAddress() })).toMatchObject({
      id: user.userId,
    })
    await withTwoFactor(user.session, user.userId, password)
    await user.session.delete(disableTwoFactor, { password })
    expect(await user.session.get(getTwoFactor)).toMatchObject({ enabled: false })
  })

  test('each change is mailed to the user', async () => {
    const user = await aUser()
    await withTwoFactor(user.session, user.userId, password)
    await user.session.post(renewRecoveryCodes, { password })
    await user.session.delete(disableTwoFactor, { password })
    expect((await mailsTo(user.email)).map(({ subject }) => subject)).toEqual([
      'Two-factor authentication was turned on',
      'New recovery codes were created',
      'Two-factor authentication was turned off',
    ])
  })
})
