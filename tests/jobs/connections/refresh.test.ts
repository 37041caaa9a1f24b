import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { refreshAndWait, refreshConnection } from '@/lib/connections/refresh/refresh'
import { refreshUrgent } from '@/lib/connections/refresh/refresh-jobs'
import { rotateKeys } from '@/lib/connections/rotate-keys'
import { openCredentials } from '@/lib/connections/seal'
import { connectAccount } from '@/lib/connections/service'
import { database } from '@/lib/db/pool'
import { apps } from '@/sandbox/oauth/apps'
import { control } from '@/tests/support/api/api'
import {
  aConnection,
  changeTokens,
  checksOf,
  connectionOf,
  day,
  letRefreshWaitPass,
  tokenCalls,
  tokensOf,
} from '@/tests/support/api/connections'
import { eventsOf, onOwnDatabase, payloadsOf, setEnv } from '@/tests/support/publishing/publishing'
import { onOwnSandbox } from '@/tests/support/sandbox/file-sandbox'

onOwnSandbox()

// Jobs process all connections, and other files have theirs in the shared database.
onOwnDatabase()
beforeAll(() => setEnv({ X_CLIENT_ID: apps.x_oauth2.id, X_CLIENT_SECRET: apps.x_oauth2.secret }))
afterEach(() => control('DELETE', '/control/faults'))

const nightly = { why: 'expiring', withinSeconds: 7 * day } as const
const failCalls = (network: string, fault: object) => control('POST', '/control/faults', { network, ...fault })
const accessTokenOf = async (id: string) => {
  const credentials = openCredentials(await connectionOf(id))
  return credentials.kind === 'bearer' ? credentials : null
}
const daysUntil = (date: Date | null) => ((date?.getTime() ?? 0) - Date.now()) / (day * 1_000)

describe('rules per network', () => {
  test.each([
    { channel: 'instagram', wanted: { endsIn: 5 * day }, days: 60, call: 'refresh', rotates: false },
    { channel: 'threads', wanted: { endsIn: 5 * day }, days: 60, call: 'refresh', rotates: false },
    { channel: 'x', wanted: { endsIn: 60, hasRefreshToken: true }, days: 2 / 24, call: 'token', rotates: true },
    { channel: 'linkedin', wanted: { endsIn: 60, hasRefreshToken: true }, days: 60, call: 'token', rotates: false },
    { channel: 'pinterest', wanted: { endsIn: -60, hasRefreshToken: true }, days: 30, call: 'token', rotates: true },
  ] as const)('$channel: stores the new access token and its expiry', async ({ channel, wanted, days, rotates }) => {
    const { id, account } = await aConnection(channel, wanted)
    const before = await accessTokenOf(id)
    expect(await refreshConnection(database(), id, nightly)).toEqual({ state: 'refreshed' })
    const after = await accessTokenOf(id)
    const live = (await tokensOf(account)).find(({ access_token }) => access_token === after?.accessToken)
    expect(live).toMatchObject({ state: 'live', refresh_token: after?.refreshToken ?? null })
    expect(after?.accessToken).not.toBe(before?.accessToken)
    expect(after?.refreshToken === before?.refreshToken).toBe(!rotates)
    const row = await connectionOf(id)
    expect(daysUntil(row.expires_at)).toBeCloseTo(days, 1)
    expect(row).toMatchObject({ last_refresh_ok: true, refresh_failed_count: 0, refresh_lease_until: null })
    expect(await checksOf(id)).toEqual([{ kind: 'refresh', is_ok: true, is_auth_failure: false, code: null }])
  })

  test.each([
    { channel: 'facebook', why: 'page tokens are not refreshed' },
    { channel: 'linkedin', why: 'most apps get no refresh token' },
  ] as const)('$channel: $why, without a call', async ({ channel }) => {
    const { id } = await aConnection(channel, { endsIn: 3 * day })
    const before = await tokenCalls(channel)
    expect(await refreshConnection(database(), id, nightly)).toEqual({ state: 'impossible' })
    expect(await tokenCalls(channel)).toBe(before)
  })

  test.each(['instagram', 'threads'] as const)('%s: does not refresh on the first day', async (channel) => {
    const { id } = await aConnection(channel, { endsIn: 5 * day, age: 3_600 })
    const before = await tokenCalls(channel)
    expect(await refreshConnection(database(), id, nightly)).toEqual({ state: 'impossible' })
    expect([await tokenCalls(channel), (await connectionOf(id)).refresh_failed_count]).toEqual([before, 0])
  })

  test('does not send an expired refresh token', async () => {
    const { id } = await aConnection('pinterest', { endsIn: 60, hasRefreshToken: true, refreshEndsIn: -60 })
    const before = await tokenCalls('pinterest')
    expect(await refreshConnection(database(), id, nightly)).toEqual({ state: 'impossible' })
    expect(await tokenCalls('pinterest')).toBe(before)
  })
})

test('twenty concurrent refreshes make one call, and later ones none', async () => {
  const { id } = await aConnection('pinterest', { endsIn: -60, hasRefreshToken: true })
  const before = await tokenCalls('pinterest')
  const results = await Promise.all([
    ...Array.from({ length: 10 }, () => refreshAndWait(database(), id, nightly)),
    ...Array.from({ length: 10 }, () => refreshConnection(database(), id, nightly)),
  ])
  const states = results.map(({ state }) => state)
  expect(new Set(states)).toEqual(
    new Set(['refreshed', ...states.filter((state) => state === 'busy' || state === 'fresh')]),
  )
  expect(await refreshAndWait(database(), id, nightly)).toEqual({ state: 'fresh' })
  expect(await tokenCalls('pinterest')).toBe(before + 1)
})

describe('temporary errors', () => {
  test.each([
    { name: 'a server error', fault: { fault: 'refuse', preset: 'server_error' } },
    { name: 'a rate limit', fault: { fault: 'rate_limit', retry_after_seconds: 600 } },
    { name: 'a broken connection', fault: { fault: 'reset_before' } },
    { name: 'rubbish', fault: { fault: 'rubbish', when: 'before', content: 'html' } },
  ])('$name is retried later and keeps the connection', async ({ fault }) => {
    const { id, project } = await aConnection('pinterest', { endsIn: 3_600 * 30, hasRefreshToken: true })
    await failCalls('pinterest', { ...fault, call: 'token', times: 1 })
    const failed = await refreshConnection(database(), id, nightly)
    expect(failed).toMatchObject({ state: 'later', message: expect.stringContaining('Pinterest') })
    const row = await connectionOf(id)
    expect(row).toMatchObject({
      status: 'active',
      last_refresh_ok: false,
      refresh_failed_count: 1,
      broken_notified_at: null,
    })
    expect(row.last_refresh_error).toBeTruthy()
    // No call before the delay is over.
    const calls = await tokenCalls('pinterest')
    expect(await refreshConnection(database(), id, nightly)).toMatchObject({ state: 'later' })
    expect(await tokenCalls('pinterest')).toBe(calls)
    await letRefreshWaitPass(id)
    await refreshUrgent(database())
    expect(await connectionOf(id)).toMatchObject({ last_refresh_ok: true, last_refresh_error: null })
    expect(await eventsOf(project.projectId)).toEqual(['connection.expiring_soon', 'connection.refreshed'])
  })

  test('a rate limit waits for the time that the network names', async () => {
    const { id } = await aConnection('pinterest', { endsIn: 3_600 * 30, hasRefreshToken: true })
    await failCalls('pinterest', { fault: 'rate_limit', retry_after_seconds: 900, call: 'token', times: 1 })
    const failed = await refreshConnection(database(), id, nightly)
    expect(failed.state === 'later' && failed.seconds).toBeGreaterThan(850)
  })

  test('five failures after expiry send connection.broken once; retries continue and recover', async () => {
    const { id, project } = await aConnection('pinterest', { endsIn: -60, hasRefreshToken: true })
    await failCalls('pinterest', { fault: 'refuse', preset: 'server_error', call: 'token', times: 7 })
    for (let tries = 0; tries < 7; tries++) {
      await refreshUrgent(database())
      await letRefreshWaitPass(id)
      expect(await eventsOf(project.projectId)).toEqual(tries < 4 ? [] : ['connection.broken'])
    }
    expect(await connectionOf(id)).toMatchObject({ status: 'active', refresh_failed_count: 7 })
    await refreshUrgent(database())
    expect(await connectionOf(id)).toMatchObject({ refresh_failed_count: 0, broken_notified_at: null })
    expect(await eventsOf(project.projectId)).toEqual(['connection.broken', 'connection.refreshed'])
  })

  test('an app that the network refuses keeps the connection active', async () => {
    const { id } = await aConnection('pinterest', { endsIn: -60, hasRefreshToken: true })
    const { PINTEREST_CLIENT_SECRET = '' } = process.env
    setEnv({ PINTEREST_CLIENT_SECRET: 'wrong' })
    const result = await refreshConnection(database(), id, nightly)
    setEnv({ PINTEREST_CLIENT_SECRET })
    expect(result).toMatchObject({ state: 'later' })
    expect(await connectionOf(id)).toMatchObject({ status: 'active' })
  })
})

describe('a refused refresh token', () => {
  test('keeps live access until it expires, names the day, and is not sent again', async () => {
    const { id, project, account } = await aConnection('pinterest', { endsIn: 3 * day, hasRefreshToken: true })
    await changeTokens(account, { rotate: true })
    expect(await refreshConnection(database(), id, nightly)).toEqual({ state: 'impossible' })
    const row = await connectionOf(id)
    expect(row).toMatchObject({ status: 'active', last_refresh_ok: false })
    const dayOfEnd = row.expires_at?.toLocaleString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
    expect(row.last_refresh_error).toContain(`reconnect before ${dayOfEnd}`)
    const calls = await tokenCalls('pinterest')
    await letRefreshWaitPass(id)
    expect(await refreshConnection(database(), id, nightly)).toEqual({ state: 'impossible' })
    expect(await tokenCalls('pinterest')).toBe(calls)
    expect(await payloadsOf(project.projectId)).toEqual([
      {
        event: 'connection.expiring_soon',
        data: {
          project_id: project.projectId,
          connection: expect.objectContaining({ id, channel: 'pinterest', status: 'active', renews_itself: false }),
          tier: 7,
          severity: 'warning',
          days_left: 3,
          reason: row.last_refresh_error,
        },
      },
    ])
  })

  test('with dead access revokes the connection once, without a loop', async () => {
    const { id, project, account } = await aConnection('pinterest', { endsIn: 3 * day, hasRefreshToken: true })
    await control('POST', `/control/accounts/pinterest/${account.account_id}/revoke-token`)
    expect(await refreshConnection(database(), id, nightly)).toEqual({ state: 'revoked' })
    expect(await connectionOf(id)).toMatchObject({ status: 'revoked', refresh_lease_until: null })
    const calls = await tokenCalls('pinterest')
    await refreshUrgent(database())
    expect(await refreshConnection(database(), id, nightly)).toEqual({ state: 'revoked' })
    expect(await tokenCalls('pinterest')).toBe(calls)
    const payloads = await payloadsOf(project.projectId)
    expect(payloads.map(({ event }) => event)).toEqual(['connection.broken'])
    expect(payloads[0]?.data).toMatchObject({
      connection: { id, status: 'revoked', connected: false },
      severity: 'critical',
    })
  })

  test('changes nothing while the access cannot be checked', async () => {
    const { id, account } = await aConnection('pinterest', { endsIn: 3 * day, hasRefreshToken: true })
    await changeTokens(account, { rotate: true })
    await failCalls('pinterest', { fault: 'refuse', preset: 'server_error', call: 'identity', times: 1 })
    expect(await refreshConnection(database(), id, nightly)).toMatchObject({ state: 'later' })
    expect(await connectionOf(id)).toMatchObject({ status: 'active', refresh_refused_at: null })
  })
})

describe('an interrupted refresh', () => {
  const interrupted = async (id: string) =>
    sql`update social_connections set refresh_started_at = now() - interval '31 seconds',
      refresh_lease_until = now() - interval '1 second' where id = ${id}`.execute(database())

  test('is repeated and recovers when the network reissues the token', async () => {
    const { id } = await aConnection('instagram', { endsIn: 5 * day })
    await failCalls('instagram', { fault: 'reset_after', call: 'refresh', times: 1 })
    await refreshConnection(database(), id, nightly)
    await interrupted(id)
    await letRefreshWaitPass(id)
    await refreshUrgent(database())
    expect(await connectionOf(id)).toMatchObject({ last_refresh_ok: true, refresh_started_at: null })
    expect((await checksOf(id)).map(({ code }) => code)).toEqual([expect.anything(), 'interrupted', null])
  })

  test('with a used refresh token keeps the access until it expires, and asks to reconnect', async () => {
    const { id, project } = await aConnection('pinterest', { endsIn: 5 * day, hasRefreshToken: true })
    await failCalls('pinterest', { fault: 'reset_after', call: 'token', times: 1 })
    await refreshConnection(database(), id, nightly)
    await interrupted(id)
    await letRefreshWaitPass(id)
    await refreshUrgent(database())
    const row = await connectionOf(id)
    expect(row).toMatchObject({ status: 'active', refresh_started_at: null, refresh_refused_at: expect.any(Date) })
    expect(row.last_refresh_error).toContain('reconnect before')
    expect(await eventsOf(project.projectId)).toEqual(['connection.expiring_soon'])
  })

  test('cannot be started by others during the lease', async () => {
    const { id } = await aConnection('pinterest', { endsIn: -60, hasRefreshToken: true })
    await sql`update social_connections set refresh_started_at = now(), refresh_lease_until = now() + interval '20 seconds'
      where id = ${id}`.execute(database())
    const before = await tokenCalls('pinterest')
    expect(await refreshConnection(database(), id, nightly)).toEqual({ state: 'busy' })
    await refreshUrgent(database())
    expect(await tokenCalls('pinterest')).toBe(before)
  })
})

describe('concurrent changes', () => {
  const slowly = async (id: string, meanwhile: () => Promise<unknown>) => {
    await failCalls('pinterest', { fault: 'slow', delay_ms: 600, when: 'after', call: 'token', times: 1 })
    const under = refreshConnection(database(), id, nightly)
    await expect.poll(async () => (await connectionOf(id)).refresh_started_at).not.toBeNull()
    await meanwhile()
    return under
  }

  test('a key rotation: the new token is still saved', async () => {
    const { id } = await aConnection('pinterest', { endsIn: 60, hasRefreshToken: true })
    const { ENCRYPTION_KEY = '' } = process.env
    const result = await slowly(id, async () => {
      setEnv({ ENCRYPTION_KEY: `other:${Buffer.alloc(32, 7).toString('base64')},${ENCRYPTION_KEY}` })
      expect((await rotateKeys(database())).resealed).toBeGreaterThan(0)
    })
    expect(result).toEqual({ state: 'refreshed' })
    expect(daysUntil((await connectionOf(id)).expires_at)).toBeCloseTo(30, 1)
  })

  test('a reconnect: its credentials stay', async () => {
    const { id, project, account } = await aConnection('pinterest', { endsIn: 60, hasRefreshToken: true })
    const credentials = { kind: 'bearer', accessToken: 'theirs', refreshToken: 'theirs too' } as const
    const result = await slowly(id, () =>
      connectAccount(database(), project.projectId, {
        channel: 'pinterest',
        accountId: account.account_id,
        accountName: null,
        handle: null,
        credentials,
        expiresAt: null,
      }),
    )
    expect(result).toEqual({ state: 'fresh' })
    expect(await accessTokenOf(id)).toEqual(credentials)
  })
})
