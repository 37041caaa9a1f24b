import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channels/ids'
import { countFailures } from '@/lib/connections/health-repository'
import { preflight } from '@/lib/connections/preflight'
import { database } from '@/lib/db/pool'
import { claimSyncs, dueConnections } from '@/lib/metrics/claim'
import { syncKinds } from '@/lib/metrics/plan'
import { settleReadings } from '@/lib/metrics/settle'
import { syncMetrics } from '@/lib/metrics/sync'
import { connectAccounts } from '../../support/accounts'
import { control } from '../../support/api'
import { aPublishedStory, letHoursPass, outcomesOf, readingsOf, syncsOf } from '../../support/metrics'
import { onOwnSandbox } from '../../support/own-sandbox'
import {
  aDueStory,
  callsOf,
  type DueStory,
  onOwnDatabase,
  payloadsOf,
  publishOnce,
  rowOf,
  setEnv,
  storyOf,
  strike,
} from '../../support/publishing'

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

test('five refusals of the credential within an hour stop the readings of the account; a reconnect starts them again', async () => {
  const made = await posts(7)
  const [{ account, project }] = made as [DueStory]
  const fault = (await strikeForever(account)) as { id: string }
  await syncMetrics(database())
  expect(await callsOf(account, 'insights')).toBe(5)
  const checks = await checksOf(project.projectId)
  expect(checks.filter(({ is_auth_failure }) => is_auth_failure)).toHaveLength(5)
  expect(checks.at(-1)).toMatchObject({ is_ok: false, is_auth_failure: false, code: 'circuit_open' })
  expect(checks.at(-1)?.message).toMatch(/Reconnect it\.$/)

  // The next turns do not even ask.
  await makeAllDue(made)
  await syncMetrics(database())
  expect(await callsOf(account, 'insights')).toBe(5)
  expect((await syncsOf(made[6]?.itemId ?? ''))[0]?.last_error).toMatch(/again and again/)
  // That they stand still is kept once, and is no failure.
  const failed = (await checksOf(project.projectId)).filter(({ code }) => code === 'circuit_open')
  expect([failed.length, (await countFailures(database(), project.projectId)).get('threads')]).toEqual([1, 5])

  await control('DELETE', `/control/faults/${fault.id}`)
  await connectAccounts(project, [account])
  await makeAllDue(made)
  await syncMetrics(database())
  for (const { itemId } of made) expect((await outcomesOf(itemId))[0]).toBe('initial: read')
})

describe('access that is dead, and nothing to renew it with', () => {
  const statusOf = async ({ projectId }: { projectId: string }) =>
    (
      await database().selectFrom('social_connections').select('status').where('project_id', '=', projectId).execute()
    ).map(({ status }) => status)

  const ofChannels: [ChannelId][] = [['facebook'], ['threads'], ['x'], ['linkedin'], ['ghost']]
  test.each(ofChannels)(
    'is found by a reading of %s: revoked and told once, and posts are refused',
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
      const told = (await payloadsOf(project.projectId)).filter(({ event }) => event === 'connection.broken')
      expect(told).toMatchObject([{ data: { severity: 'critical', reason: expect.stringMatching(/Connect|key/) } }])
      const { expired } = await preflight(database(), project.projectId, [channel], new Date())
      expect(expired).toEqual([channel])
      const { itemId } = await aDueStory([channel], { project, accounts })
      expect(await publishOnce(itemId)).toBe('failed')
      expect((await rowOf(itemId)).skip_reason).toBe(`oauth_revoked:${channel}`)
    },
  )

  test('is not said of access that the network refuses to its numbers alone', async () => {
    const { account, project } = await aPublishedStory(['threads'])
    await strikeForever(account)
    await syncMetrics(database())
    expect(await statusOf(project)).toEqual(['active'])
    expect(await checksOf(project.projectId)).toMatchObject([{ is_ok: false, is_auth_failure: true, code: '190' }])
  })
})

test('refusals for want of a permission do not open the circuit: another credential would be refused as well', async () => {
  const made = await posts(6)
  const [{ account, project }] = made as [DueStory]
  await strike(account, { fault: 'refuse', preset: 'permission', call: 'insights' })
  await syncMetrics(database())
  expect(await callsOf(account, 'insights')).toBe(6)
  const checks = await checksOf(project.projectId)
  expect(checks.map(({ is_ok, is_auth_failure }) => [is_ok, is_auth_failure])).toEqual(Array(6).fill([false, false]))
})

test('access that ended is renewed and the reading goes on, without a person', async () => {
  const { itemId, account, project } = await aPublishedStory(['pinterest'])
  await letHoursPass(itemId, 0.02)
  await strike(account, { fault: 'expire_token', call: 'insights', times: 1 })
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

test('somebody else’s dead token stops nobody else', async () => {
  const dead = await aPublishedStory(['threads'])
  const well = await aPublishedStory(['threads'])
  await strikeForever(dead.account)
  await syncMetrics(database())
  expect((await outcomesOf(dead.itemId))[0]).toBe('initial: waits')
  expect((await outcomesOf(well.itemId))[0]).toBe('initial: read')
})

test('a rate limit makes the whole account wait for the time that the network names', async () => {
  const made = await posts(3)
  const [{ account }] = made as [DueStory]
  await strike(account, { fault: 'rate_limit', retry_after_seconds: 3_600, with_headers: true, call: 'insights' })
  await syncMetrics(database())
  expect(await callsOf(account, 'insights')).toBe(1)
  const { rows } = await sql<{ minutes: number }>`
    select (extract(epoch from min(next_attempt_at) - now()) / 60)::float8 as minutes
    from metric_syncs where queue_item_id = any(${made.map(({ itemId }) => itemId)}::uuid[]) and kind = 'initial'`.execute(
    database(),
  )
  expect(rows[0]?.minutes).toBeGreaterThan(58)
  expect(rows[0]?.minutes).toBeLessThan(61)
  // In words of its own: nothing is to go out.
  expect((await syncsOf(made[0]?.itemId ?? ''))[0]?.last_error).toMatch(/Its numbers are read in (59|60) minutes\.$/)
  expect((await syncsOf(made[0]?.itemId ?? ''))[0]?.last_error).not.toMatch(/goes out/)
  // Publishing has a limit of its own, so it goes on.
  const connections = await database()
    .selectFrom('social_connections')
    .select('paused_until')
    .where('account_id', '=', account.account_id)
    .execute()
  expect(connections).toEqual([{ paused_until: null }])
})

test('a missing permission is named, and not asked for again at every turn', async () => {
  const { itemId, account, project } = await aPublishedStory(['linkedin'])
  await strike(account, { fault: 'refuse', preset: 'permission', call: 'insights' })
  await syncMetrics(database())
  expect(await checksOf(project.projectId)).toMatchObject([
    { code: 'missing_permission', message: expect.stringContaining('(r_member_postAnalytics)') },
  ])
  await letHoursPass(itemId, 1)
  await syncMetrics(database())
  expect(await callsOf(account, 'insights')).toBe(1)
})

test('a network that has a bad time is left alone after three faults', async () => {
  const made = await posts(6)
  const [{ account }] = made as [DueStory]
  await strike(account, { fault: 'refuse', preset: 'server_error', call: 'insights' })
  await syncMetrics(database())
  expect(await callsOf(account, 'insights')).toBe(3)
})

test('an account that is disconnected waits; connected anew, it is read under its new connection', async () => {
  const { itemId, project, account } = await aPublishedStory(['threads'])
  await sql`
    update social_connections set credentials = null, key_id = null, status = 'disconnected', disconnected_at = now()
    where project_id = ${project.projectId}`.execute(database())
  await syncMetrics(database())
  expect((await syncsOf(itemId))[0]?.last_error).toMatch(/not connected any more/)
  await connectAccounts(project, [account])
  await letHoursPass(itemId, 0.25)
  await syncMetrics(database())
  expect((await outcomesOf(itemId))[0]).toBe('initial: read')
})

test('two workers read every post once', async () => {
  const made = await posts(12)
  await Promise.all([syncMetrics(database()), syncMetrics(database()), syncMetrics(database())])
  for (const { itemId } of made) expect(await readingsOf(itemId)).toHaveLength(1)
  expect(await callsOf((made[0] as DueStory).account, 'insights')).toBe(12)
})

test('a worker that slept through its lease writes nothing while another holds the reading', async () => {
  const { itemId, storyId, account } = await aPublishedStory(['threads'])
  const due = await dueConnections(database(), syncKinds)
  const connection = due.find(({ account_id }) => account_id === account.account_id)
  if (!connection) throw new Error('Nothing was due.')
  const claim = (owner: string) => claimSyncs(database(), connection, { owner, limit: 1, kinds: syncKinds })
  const settle = async (owner: string, syncs: Awaited<ReturnType<typeof claim>>, impressions: number) => {
    const values = { impressions, reach: null, clicks: null, saves: null, shares: null, likes: null, comments: null }
    const read = syncs.map((sync) => ({ sync, reading: { values, extra: {} }, isGone: false }))
    await settleReadings(database(), owner, read)
  }
  const slow = await claim('slow')
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

/** Every reading of the account is refused as the network refuses a dead token. */
const strikeForever = (account: DueStory['account']) =>
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
