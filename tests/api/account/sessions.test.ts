import { randomUUID } from 'node:crypto'
import { decode } from 'next-auth/jwt'
import { expect, inject, test } from 'vitest'
import { getAccount } from '@/lib/account/contract'
import { sessionIdOfCookies } from '@/lib/auth/sessions/cookie'
import { deleteExpiredSessions, startSession } from '@/lib/auth/sessions/repository'
import { database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { endAllSessions, endSession, listSessions } from '@/lib/sessions/contract'
import { Api, aProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:129.0) Gecko/20100101 Firefox/129.0'
const day = 86_400_000

const isLive = async (session: Api): Promise<boolean> => (await session.send(getAccount)).status === 200

test('lists active sessions with device, location, last use and which one is current', async () => {
  const { userId } = await aProject()
  const [first, second] = [await signedIn(userId, firefox), await signedIn(userId)]
  const { sessions, next_cursor } = await first.get(listSessions)
  expect(next_cursor).toBeNull()
  const common = { address: null, created_at: expect.any(String), last_seen_at: expect.any(String) }
  expect(sessions).toMatchObject([
    { ...common, id: second.sessionId, device: 'Unknown device', user_agent: null, is_current: false },
    { ...common, id: first.sessionId, device: 'Firefox on Linux', user_agent: firefox, is_current: true },
  ])
  for (const { created_at, expires_at } of sessions)
    expect(new Date(expires_at).getTime() - new Date(created_at).getTime()).toBe(30 * day)
})

test('records last use and address at most once a minute', async () => {
  const { userId } = await aProject()
  const session = await signedIn(userId)
  const seenBefore = async (minutes: number): Promise<void> => {
    const last_seen_at = new Date(Date.now() - minutes * 60_000)
    await database().updateTable('user_sessions').set({ last_seen_at }).where('id', '=', session.sessionId).execute()
  }
  const requestFrom = async (address: string) => {
    await session.get(getAccount, {}, { 'x-forwarded-for': address })
    const { sessions } = await session.get(listSessions, {}, { 'x-forwarded-for': address })
    return sessions[0]
  }
  await seenBefore(5)
  const used = await requestFrom('192.0.2.1')
  expect(used?.address).toBe('192.0.2.1')
  expect(Date.now() - new Date(used?.last_seen_at ?? 0).getTime()).toBeLessThan(60_000)
  expect(await requestFrom('192.0.2.2')).toEqual(used)
})

test('ending a session refuses only its cookie, from the next request on', async () => {
  const { userId } = await aProject()
  const [here, there] = [await signedIn(userId), await signedIn(userId)]
  expect(await isLive(there)).toBe(true)
  expect(await here.delete(endSession, { id: there.sessionId })).toEqual({ ok: true })
  expect([await isLive(there), await isLive(here)]).toEqual([false, true])
  const { sessions } = await here.get(listSessions)
  expect(sessions.map(({ id }) => id)).toEqual([here.sessionId])
  expect((await here.refused(endSession, { id: there.sessionId })).status).toBe(404)
})

test('signing out other sessions keeps the current one; signing out everywhere does not', async () => {
  const { userId } = await aProject()
  const outsider = await signedIn((await aProject()).userId)
  const [here, ...others] = [await signedIn(userId), await signedIn(userId), await signedIn(userId)]
  expect(await here.delete(endAllSessions, { keep_current: 'true' })).toEqual({ ended: 2 })
  expect(await Promise.all([here, ...others].map(isLive))).toEqual([true, false, false])
  expect(await here.delete(endAllSessions)).toEqual({ ended: 1 })
  expect([await isLive(here), await isLive(outsider)]).toEqual([false, true])
})

test('a session works only for its user, and only its user can end it', async () => {
  const [mine, theirs] = [await signedIn((await aProject()).userId), await signedIn((await aProject()).userId)]
  expect((await mine.refused(endSession, { id: theirs.sessionId })).error).toEqual({
    code: 'not_found',
    message: 'No such session.',
  })
  expect(await isLive(theirs)).toBe(true)
})

test('a cookie without an active session is refused, even when it was issued later', async () => {
  const { userId } = await aProject()
  const session = await signedIn(userId)
  const value = session.cookie.slice(session.cookie.indexOf('=') + 1)
  const token = await decode({ token: value, secret: env().NEXTAUTH_SECRET ?? '' })
  expect(Math.abs(Number(token?.exp) - Number(token?.session_expires_at))).toBeLessThanOrEqual(1)
  expect(await sessionIdOfCookies(session.cookie)).toBe(session.sessionId)
  expect(await sessionIdOfCookies('storycast.session=rubbish')).toBeNull()
})

test('deletes expired sessions', async () => {
  const { userId } = await aProject()
  const db = database()
  const [over, live] = [await signedIn(userId), await signedIn(userId)]
  const expires_at = new Date(Date.now() - 1_000)
  await db.updateTable('user_sessions').set({ expires_at }).where('id', '=', over.sessionId).execute()
  await deleteExpiredSessions(db)
  const rows = await db.selectFrom('user_sessions').select('id').where('user_id', '=', userId).execute()
  expect(rows).toEqual([{ id: live.sessionId }])
})

test('truncates a long user agent', async () => {
  const { userId } = await aProject()
  const { id } = await startSession(database(), { userId, userAgent: 'x'.repeat(10_000), address: null })
  const rows = await database().selectFrom('user_sessions').select('user_agent').where('id', '=', id).execute()
  expect(rows[0]?.user_agent).toHaveLength(500)
})

test('tokens cannot list or end sessions', async () => {
  const { api } = await aProject()
  expect((await api.refused(listSessions)).error.code).toBe('insufficient_scope')
  expect((await new Api(inject('productUrl'), null).refused(endSession, { id: randomUUID() })).status).toBe(401)
})
