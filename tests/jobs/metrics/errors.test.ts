import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { countFailures } from '@/lib/connections/health/repository'
import { preflight } from '@/lib/connections/preflight'
import { type Database, database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { claimSyncs, type DueConnection, dueConnections } from '@/lib/metrics/sync/claim'
import { syncKinds } from '@/lib/metrics/sync/plan'
import { settleReadings } from '@/lib/metrics/sync/settle'
import { syncMetrics } from '@/lib/metrics/sync/sync-metrics'
import { control } from '@/tests/support/api/api'
import { databaseKind } from '@/tests/support/database/test-database'
import { aPublishedStory, letHoursPass, outcomesOf, readingsOf, syncsOf } from '@/tests/support/publishing/metrics'
import {
  aDueStory,
  callsOf,
  type DueStory,
  failCalls,
  onOwnDatabase,
  payloadsOf,
  publishOnce,
  rowOf,
  setEnv,
  storyOf,
} from '@/tests/support/publishing/publishing'
import { connectAccounts } from '@/tests/support/sandbox/accounts'
import { onOwnSandbox } from '@/tests/support/sandbox/file-sandbox'

onOwnSandbox()

onOwnDatabase()
beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '3' }))
beforeEach(() => control('POST', '/control/settings', { metrics_delay_ms: 0 }))

const checksOf = (projectId: string) =>
  database()
    .selectFrom('connection_checks')
    .select(['is_ok', 'is_auth_failure', 'code', 'message'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()

/** Several posts of one account. */
async function posts(count: number): Promise<DueStory[]> {
  const first = await aPublishedStory(['threads'])
  const { project, accounts } = first
  const made = [first]
  while (made.length < count) made.push(await aPublishedStory(['threads'], undefined, { project, accounts }))
  return made
}

test('five refused tokens within an hour stop the account’s metrics runs until it is reconnected', async () => {
  const made = await posts(7)
  const [{ account, project }] = made as [DueStory]
  const fault = (await alwaysRevoked(account)) as { id: string }
  await syncMetrics(database())
  expect(await callsOf(account, 'insights')).toBe(5)
  const checks = await checksOf(project.projectId)
  expect(checks.filter(({ is_auth_failure }) => is_auth_failure)).toHaveLength(5)
  expect(checks.at(-1)).toMatchObject({ is_ok: false, is_auth_failure: false, code: 'circuit_open' })
  expect(checks.at(-1)?.message).toMatch(/Reconnect the account\.$/)

  // The next runs make no calls.
  await makeAllDue(made)
  await syncMetrics(database())
  expect(await callsOf(account, 'insights')).toBe(5)
  expect((await syncsOf(made[6]?.itemId ?? ''))[0]?.last_error).toMatch(/several times/)
  // The stop is recorded once, and is not a failure.
  const failed = (await checksOf(project.projectId)).filter(({ code }) => code === 'circuit_open')
  expect([failed.length, (await countFailures(database(), project.projectId)).get('threads')]).toEqual([1, 5])

  await control('DELETE', `/control/faults/${fault.id}`)
  await connectAccounts(project, [account])
  await makeAllDue(made)
  await syncMetrics(database())
  for (const { itemId } of made) expect((await outcomesOf(itemId))[0]).toBe('initial: read')
})

describe('a revoked token that cannot be refreshed', () => {
  const statusOf = async ({ projectId }: { projectId: string }) =>
    (
      await database().selectFrom('social_connections').select('status').where('project_id', '=', projectId).execute()
    ).map(({ status }) => status)

  const ofChannels: [ChannelId][] = [['facebook'], ['threads'], ['x'], ['linkedin'], ['ghost']]
  test.each(ofChannels)(
    'is found by a metrics run for %s: revoked with one event, and posts are refused',
    async (channel) => {
      const made = [await aPublishedStory([channel])]
      const [{ account, accounts, project }] = made as [DueStory]
      made.push(await aPublishedStory([channel], undefined, { project, accounts }))
      const path = `/control/accounts/${channel}/${encodeURIComponent(account.account_id)}/revoke-token`
      await control('POST', path)
      await syncMetrics(database())
      await makeAllDue(made)
      await syncMetrics(database())
      expect(await statusOf(project)).toEqual(['revoked'])
      const events = (await payloadsOf(project.projectId)).filter(({ event }) => event === 'connection.broken')
      expect(events).toMatchObject([
        { data: { severity: 'critical', reason: expect.stringMatching(/Reconnect the account|key/) } },
      ])
      const { expired } = await preflight(database(), project.projectId, [channel], new Date())
      expect(expired).toEqual([channel])
      const { itemId } = await aDueStory([channel], { project, accounts })
      expect(await publishOnce(itemId)).toBe('failed')
      expect((await rowOf(itemId)).skip_reason).toBe(`oauth_revoked:${channel}`)
    },
  )

  test('is not reported when the network refuses only the metrics', async () => {
    const { account, project } = await aPublishedStory(['threads'])
    await alwaysRevoked(account)
    await syncMetrics(database())
    expect(await statusOf(project)).toEqual(['active'])
    expect(await checksOf(project.projectId)).toMatchObject([{ is_ok: false, is_auth_failure: true, code: '190' }])
  })
})

test('a missing permission does not open the circuit breaker: a new token would be refused too', async () => {
  const made = await posts(6)
  const [{ account, project }] = made as [DueStory]
  await failCalls(account, { fault: 'refuse', preset: 'permission', call: 'insights' })
  await syncMetrics(database())
  expect(await callsOf(account, 'insights')).toBe(6)
  const checks = await checksOf(project.projectId)
  expect(checks.map(({ is_ok, is_auth_failure }) => [is_ok, is_auth_failure])).toEqual(Array(6).fill([false, false]))
})

test('an expired token is refreshed, and the run continues', async () => {
  const { itemId, account, project } = await aPublishedStory(['pinterest'])
  await letHoursPass(itemId, 0.02)
  await failCalls(account, { fault: 'expire_token', call: 'insights', times: 1 })
  await syncMetrics(database())
  expect((await outcomesOf(itemId))[0]).toBe('1m: read')
  const syncs = await database()
    .selectFrom('connection_checks')
    .select(['kind', 'is_ok'])
    .where('project_id', '=', project.projectId)
    .where('kind', '=', 'sync')
    .execute()
  expect(syncs).toEqual([{ kind: 'sync', is_ok: true }])
})

test('a revoked token does not stop other accounts', async () => {
  const dead = await aPublishedStory(['threads'])
  const well = await aPublishedStory(['threads'])
  await alwaysRevoked(dead.account)
  await syncMetrics(database())
  expect((await outcomesOf(dead.itemId))[0]).toBe('initial: waits')
  expect((await outcomesOf(well.itemId))[0]).toBe('initial: read')
})

test('a rate limit postpones the whole account until the time the network names', async () => {
  const made = await posts(3)
  const [{ account }] = made as [DueStory]
  await failCalls(account, { fault: 'rate_limit', retry_after_seconds: 3_600, with_headers: true, call: 'insights' })
  await syncMetrics(database())
  expect(await callsOf(account, 'insights')).toBe(1)
  const { rows } = await sql<{ minutes: number }>`
    select (extract(epoch from min(next_attempt_at) - now()) / 60)::float8 as minutes
    from metric_syncs where queue_item_id = any(${made.map(({ itemId }) => itemId)}::uuid[]) and kind = 'initial'`.execute(
    database(),
  )
  expect(rows[0]?.minutes).toBeGreaterThan(58)
  expect(rows[0]?.minutes).toBeLessThan(61)
  // The message is about metrics, not about a post.
  expect((await syncsOf(made[0]?.itemId ?? ''))[0]?.last_error).toMatch(/Metrics will be synced in (59|60) minutes\.$/)
  expect((await syncsOf(made[0]?.itemId ?? ''))[0]?.last_error).not.toMatch(/goes out/)
  // Publishing has its own limit and continues.
  const connections = await database()
    .selectFrom('social_connections')
    .select('paused_until')
    .where('account_id', '=', account.account_id)
    .execute()
  expect(connections).toEqual([{ paused_until: null }])
})

test('a missing permission is reported, and not tried at every run', async () => {
  const { itemId, account, project } = await aPublishedStory(['linkedin'])
  await failCalls(account, { fault: 'refuse', preset: 'permission', call: 'insights' })
  await syncMetrics(database())
  expect(await checksOf(project.projectId)).toMatchObject([
    { code: 'missing_permission', message: expect.stringContaining('(r_member_postAnalytics)') },
  ])
  await letHoursPass(itemId, 1)
  await syncMetrics(database())
  expect(await callsOf(account, 'insights')).toBe(1)
})

test('a network is not called again after three errors', async () => {
  const made = await posts(6)
  const [{ account }] = made as [DueStory]
  await failCalls(account, { fault: 'refuse', preset: 'server_error', call: 'insights' })
  await syncMetrics(database())
  expect(await callsOf(account, 'insights')).toBe(3)
})

test('a disconnected account waits, and is read through its new connection after a reconnect', async () => {
  const { itemId, project, account } = await aPublishedStory(['threads'])
  await sql`
    update social_connections set credentials = null, key_id = null, status = 'disconnected', disconnected_at = now()
    where project_id = ${project.projectId}`.execute(database())
  await syncMetrics(database())
  expect((await syncsOf(itemId))[0]?.last_error).toMatch(/no longer connected/)
  await connectAccounts(project, [account])
  await letHoursPass(itemId, 0.25)
  await syncMetrics(database())
  expect((await outcomesOf(itemId))[0]).toBe('initial: read')
})

test('concurrent runs read every post once', async () => {
  const made = await posts(12)
  await Promise.all([syncMetrics(database()), syncMetrics(database()), syncMetrics(database())])
  for (const { itemId } of made) expect(await readingsOf(itemId)).toHaveLength(1)
  expect(await callsOf((made[0] as DueStory).account, 'insights')).toBe(12)
})

test('a worker that was paused past its lease writes nothing', async () => {
  const { itemId, storyId, account } = await aPublishedStory(['threads'])
  const connection = await dueConnectionOf(account)
  const claim = (owner: string) => claimSyncs(database(), connection, { owner, limit: 1, kinds: syncKinds })
  const settle = async (owner: string, syncs: Awaited<ReturnType<typeof claim>>, impressions: number) => {
    const values = { impressions, reach: null, clicks: null, saves: null, shares: null, likes: null, comments: null }
    const read = syncs.map((sync) => ({ sync, reading: { values, extra: {} }, isGone: false }))
    await settleReadings(database(), owner, read)
  }
  const slow = await claim('slow')
  // The claim lasts some minutes.
  expect(await claim('early')).toEqual([])
  await sql`update metric_syncs set next_attempt_at = now() where queue_item_id = ${itemId} and kind = 'initial'`.execute(
    database(),
  )
  const quick = await claim('quick')
  expect([slow.length, quick.length]).toEqual([1, 1])
  await settle('slow', slow, 1)
  expect(await readingsOf(itemId)).toEqual([])
  await settle('quick', quick, 2)
  await settle('slow', slow, 3)
  expect((await readingsOf(itemId)).map(({ impressions }) => impressions)).toEqual([2])
  expect((await storyOf(storyId)).total_impressions).toBe(2)
})

async function dueConnectionOf({ account_id }: DueStory['account']): Promise<DueConnection> {
  const due = (await dueConnections(database(), syncKinds)).find((one) => one.account_id === account_id)
  if (!due) throw new Error('Nothing was due.')
  return due
}

const testLocks = test.skipIf(databaseKind() === 'pglite')

testLocks('a reading that another worker is about to claim is left out, without waiting', async () => {
  const { account } = await aPublishedStory(['threads'])
  const connection = await dueConnectionOf(account)
  const claim = (db: Database) => claimSyncs(db, connection, { owner: newId(), limit: 1, kinds: syncKinds })
  await database()
    .transaction()
    .execute(async (tx) => {
      expect(await claim(tx)).toHaveLength(1)
      expect(await claim(database())).toEqual([])
    })
})

/** Makes the network refuse every reading of the account as with a revoked token. */
const alwaysRevoked = (account: DueStory['account']) =>
  control('POST', '/control/faults', {
    network: account.network,
    account_id: account.account_id,
    fault: 'refuse',
    status: 400,
    body: { error: { message: 'Error validating access token', type: 'OAuthException', code: 190 } },
    call: 'insights',
  })

const makeAllDue = (made: DueStory[]) =>
  sql`
    update metric_syncs set next_attempt_at = now()
    where queue_item_id = any(${made.map(({ itemId }) => itemId)}::uuid[]) and kind = 'initial' and done_at is null`.execute(
    database(),
  )
