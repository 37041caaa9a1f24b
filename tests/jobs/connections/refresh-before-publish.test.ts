import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { preflight } from '@/lib/connections/preflight'
import { refreshUrgent } from '@/lib/connections/refresh/refresh-jobs'
import { database } from '@/lib/db/pool'
import { control } from '@/tests/support/api/api'
import { aConnection, changeTokens, connectionOf, tokenCalls } from '@/tests/support/api/connections'
import {
  aDueStory,
  attemptsOf,
  callsOf,
  eventsOf,
  failCalls,
  letTimePass,
  onOwnDatabase,
  postsOf,
  publishOnce,
  publishThroughDoubt,
  rowOf,
  secondsToWait,
  setEnv,
} from '@/tests/support/publishing/publishing'
import { onOwnSandbox } from '@/tests/support/sandbox/file-sandbox'

onOwnSandbox()

onOwnDatabase()
beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '1', PUBLISH_POLL_SECONDS: '0.05' }))
afterEach(() => control('DELETE', '/control/faults'))

/** A due story on a connection with this access. */
async function aDueStoryOn(channel: ChannelId, wanted: Parameters<typeof aConnection>[1]) {
  const connection = await aConnection(channel, wanted)
  const { project, account } = connection
  const due = await aDueStory([channel], { project, accounts: [account] })
  return { ...connection, ...due, id: connection.id }
}
const failTokenCall = (network: ChannelId, fault: object) =>
  control('POST', '/control/faults', { network, call: 'token', times: 1, ...fault })
const revoke = (network: string, id: string) => control('POST', `/control/accounts/${network}/${id}/revoke-token`)

describe('expired access when a post is due', () => {
  test('is refreshed first, and the post is published at the first attempt', async () => {
    const { itemId, account } = await aDueStoryOn('pinterest', { endsIn: -60, hasRefreshToken: true })
    expect(await publishOnce(itemId)).toBe('posted')
    expect((await attemptsOf(itemId)).map(({ outcome }) => outcome)).toEqual(['posted'])
    expect(await callsOf(account, 'publish')).toBe(1)
  })

  test('that cannot be refreshed yet makes the row wait with a reason, and is retried', async () => {
    const { itemId, id } = await aDueStoryOn('pinterest', { endsIn: -60, hasRefreshToken: true })
    await failTokenCall('pinterest', { fault: 'refuse', preset: 'server_error' })
    expect(await publishOnce(itemId)).toBe('waiting')
    expect(await attemptsOf(itemId)).toEqual([
      { number: 1, step: null, outcome: 'retry', code: 'access_not_renewed', category: 'connection' },
    ])
    expect(await secondsToWait(itemId)).toBeGreaterThan(30)
    await sql`update social_connections set refresh_retry_at = now() where id = ${id}`.execute(database())
    await letTimePass(itemId, 0)
    expect(await publishOnce(itemId)).toBe('posted')
  })

  test('that another worker refreshes makes the row wait without an attempt', async () => {
    const { itemId, id } = await aDueStoryOn('pinterest', { endsIn: -60, hasRefreshToken: true })
    await sql`update social_connections set refresh_started_at = now(), refresh_lease_until = now() + interval '9 seconds'
      where id = ${id}`.execute(database())
    expect(await publishOnce(itemId)).toBe('waiting')
    expect(await attemptsOf(itemId)).toEqual([])
  })

  test('that cannot be refreshed fails the row without an attempt, with one event', async () => {
    const { itemId, project, account } = await aDueStoryOn('pinterest', { endsIn: -60, hasRefreshToken: true })
    await revoke('pinterest', account.account_id)
    expect(await publishOnce(itemId)).toBe('failed')
    expect(await rowOf(itemId)).toMatchObject({ skip_reason: 'oauth_revoked:pinterest', skip_category: 'connection' })
    expect(await attemptsOf(itemId)).toEqual([])
    expect(await callsOf(account, 'publish')).toBe(0)
    expect(await eventsOf(project.projectId)).toEqual(['connection.broken', 'story.failed', 'story.skipped'])
  })

  test('is refreshed before a post in doubt is looked up', async () => {
    const { itemId, id, account } = await aDueStoryOn('pinterest', { endsIn: 3_600, hasRefreshToken: true })
    await failCalls(account, { fault: 'reset_after', call: 'publish', times: 1 })
    await publishOnce(itemId)
    await changeTokens(account, { expires_in_seconds: -1 })
    await sql`update social_connections set expires_at = now() - interval '1 minute' where id = ${id}`.execute(
      database(),
    )
    expect(await publishThroughDoubt(itemId)).toBe('posted')
    expect(await postsOf(account)).toHaveLength(1)
  })
})

describe('a token refused while publishing', () => {
  test('is refreshed once and the call repeated: one post', async () => {
    const { itemId, account, id } = await aDueStoryOn('pinterest', { endsIn: 3_600, hasRefreshToken: true })
    await failCalls(account, { fault: 'expire_token', call: 'publish', times: 1 })
    const before = await tokenCalls('pinterest')
    expect(await publishOnce(itemId)).toBe('waiting')
    expect(await secondsToWait(itemId)).toBeLessThan(2)
    await letTimePass(itemId, 0)
    expect(await publishOnce(itemId)).toBe('posted')
    expect((await attemptsOf(itemId)).map(({ outcome }) => outcome)).toEqual(['retry', 'posted'])
    expect(await tokenCalls('pinterest')).toBe(before + 1)
    expect(await postsOf(account)).toHaveLength(1)
    expect(await connectionOf(id)).toMatchObject({ status: 'active' })
  })

  test('and refused again after the refresh is revoked, without a second refresh', async () => {
    const { itemId, account, project, id } = await aDueStoryOn('pinterest', { endsIn: 3_600, hasRefreshToken: true })
    await failCalls(account, { fault: 'expire_token', call: 'publish', times: 2 })
    const before = await tokenCalls('pinterest')
    expect(await publishOnce(itemId)).toBe('waiting')
    await letTimePass(itemId, 0)
    expect(await publishOnce(itemId)).toBe('failed')
    expect(await tokenCalls('pinterest')).toBe(before + 1)
    expect(await rowOf(itemId)).toMatchObject({ skip_reason: 'oauth_revoked:pinterest' })
    expect(await connectionOf(id)).toMatchObject({ status: 'revoked' })
    expect((await eventsOf(project.projectId)).filter((event) => event === 'connection.broken')).toHaveLength(1)
  })

  test('without a refresh token is revoked, and the other rows fail without a call', async () => {
    const { itemId, account, project } = await aDueStoryOn('linkedin', { endsIn: null })
    const others = await Promise.all([1, 2, 3].map(() => aDueStory(['linkedin'], { project, accounts: [account] })))
    await revoke('linkedin', encodeURIComponent(account.account_id))
    expect(await publishOnce(itemId)).toBe('failed')
    const calls = await callsOf(account, 'publish')
    for (const other of others) expect(await publishOnce(other.itemId)).toBe('failed')
    for (const other of others) {
      expect(await rowOf(other.itemId)).toMatchObject({ skip_reason: 'oauth_revoked:linkedin' })
      expect(await attemptsOf(other.itemId)).toEqual([])
    }
    expect(await callsOf(account, 'publish')).toBe(calls)
    const events = await eventsOf(project.projectId)
    expect(events.filter((event) => event === 'connection.broken')).toHaveLength(1)
    await refreshUrgent(database())
    expect((await eventsOf(project.projectId)).length).toBe(events.length)
  })
})

describe('preflight', () => {
  test.each([
    {
      name: 'expired, with a refresh token',
      channel: 'pinterest',
      wanted: { endsIn: -60, hasRefreshToken: true },
      is: 'ok',
    },
    {
      name: 'expired, with an expired refresh token',
      channel: 'pinterest',
      wanted: { endsIn: -60, hasRefreshToken: true, refreshEndsIn: -1 },
      is: 'expired_connection',
    },
    {
      name: 'expired, and refreshable only before expiry',
      channel: 'instagram',
      wanted: { endsIn: -60 },
      is: 'expired_connection',
    },
    {
      name: 'expired, without a refresh token',
      channel: 'linkedin',
      wanted: { endsIn: -60 },
      is: 'expired_connection',
    },
  ] as const)('$name: $is', async ({ channel, wanted, is }) => {
    const { project } = await aConnection(channel, wanted)
    expect((await preflight(database(), project.projectId, [channel], new Date())).reasons).toEqual({ [channel]: is })
  })
})
