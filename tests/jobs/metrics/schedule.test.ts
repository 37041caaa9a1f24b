import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { channelIds } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { syncMetrics } from '@/lib/metrics/sync/sync-metrics'
import { control } from '@/tests/support/api/api'
import {
  aPublishedStory,
  letHoursPass,
  outcomesOf,
  readingsOf,
  setNumbers,
  someNumbers,
  syncsOf,
} from '@/tests/support/publishing/metrics'
import {
  aDueStory,
  callsOf,
  failCalls,
  onOwnDatabase,
  publishOnce,
  publishUntilSettled,
  rowOf,
  setEnv,
  storyOf,
} from '@/tests/support/publishing/publishing'
import { onOwnSandbox } from '@/tests/support/sandbox/file-sandbox'

onOwnSandbox()

onOwnDatabase()
beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '3' }))
beforeEach(() => control('POST', '/control/settings', { metrics_delay_ms: 0 }))

const quarterHour = 0.25

test('publishing plans readings for every channel, and none runs early', async () => {
  const { storyId, itemIds } = await aDueStory([...channelIds])
  await publishUntilSettled(storyId)
  for (const channel of channelIds) {
    const kinds = (await syncsOf(itemIds[channel] ?? '')).map(({ kind }) => kind)
    expect([channel, kinds]).toEqual([
      channel,
      channel === 'pinterest' ? ['1m', '24h', '7d'] : ['initial', '24h', '72h', '7d'],
    ])
  }
  const { rows } = await sql<{ kind: string; hours: number }>`
    select s.kind, (extract(epoch from s.due_at - q.published_at) / 3600)::float8 as hours
    from metric_syncs s join queue_items q on q.id = s.queue_item_id
    where q.id in (${itemIds.x}, ${itemIds.pinterest}) order by q.channel, s.due_at`.execute(database())
  expect(rows.map(({ kind, hours }) => [kind, hours])).toEqual([
    ['1m', 1 / 60],
    ['24h', 24],
    ['7d', 168],
    ['initial', 1 / 60],
    ['24h', 24],
    ['72h', 72],
    ['7d', 168],
  ])
})

test('a post published a second ago waits for the next run, and is then read a day later', async () => {
  const { storyId, itemId, account } = await aDueStory(['threads'])
  await publishUntilSettled(storyId)
  await setNumbers('threads', itemId, someNumbers)
  await syncMetrics(database())
  expect([await callsOf(account, 'insights'), (await outcomesOf(itemId))[0]]).toEqual([0, 'initial: waits'])
  await letHoursPass(itemId, quarterHour)
  await syncMetrics(database())
  expect(await readingsOf(itemId)).toMatchObject([{ kind: 'initial', impressions: 1_000 }])
})

test('a post is read at once, after one, three and seven days, and not again', async () => {
  const { itemId, storyId } = await aPublishedStory(['threads'])
  const steps: [number, string[], number][] = [
    [0, ['initial: read', '24h: waits', '72h: waits', '7d: waits'], 1],
    [23.9, ['initial: read', '24h: waits', '72h: waits', '7d: waits'], 1],
    [0.2, ['initial: read', '24h: read', '72h: waits', '7d: waits'], 2],
    [48, ['initial: read', '24h: read', '72h: read', '7d: waits'], 3],
    [96, ['initial: read', '24h: read', '72h: read', '7d: read'], 4],
    [24 * 30, ['initial: read', '24h: read', '72h: read', '7d: read'], 4],
  ]
  for (const [index, [hours, outcomes, readings]] of steps.entries()) {
    await letHoursPass(itemId, hours)
    await setNumbers('threads', itemId, { views: 100 + index })
    await syncMetrics(database())
    expect(await outcomesOf(itemId)).toEqual(outcomes)
    expect(await readingsOf(itemId)).toHaveLength(readings)
  }
  // Later changes at the network are not read.
  expect((await storyOf(storyId)).total_impressions).toBe(104)
})

describe('missed readings', () => {
  test('readings that were never planned are planned at the next run, as a backfill', async () => {
    const [{ itemId }, { itemId: oldItemId }] = [await aPublishedStory(['x']), await aPublishedStory(['x'])]
    for (const [id, hours] of [
      [itemId, 25],
      [oldItemId, 7 * 24 + 1],
    ] as const) {
      await sql`delete from metric_syncs where queue_item_id = ${id}`.execute(database())
      await sql`delete from post_metrics where queue_item_id = ${id}`.execute(database())
      await sql`update queue_items set published_at = now() - make_interval(hours => ${hours}) where id = ${id}`.execute(
        database(),
      )
    }
    await syncMetrics(database())
    // Metrics are not read after a week.
    expect(await syncsOf(oldItemId)).toEqual([])
    // The first reading would have the same numbers as the one of the first day.
    expect(await outcomesOf(itemId)).toEqual(['initial: superseded', '24h: read', '72h: waits', '7d: waits'])
    expect((await syncsOf(itemId)).every(({ is_backfill }) => is_backfill)).toBe(true)
    expect(await readingsOf(itemId)).toMatchObject([{ kind: '24h', impressions: 1_000 }])
  })

  test('a failed reading is retried at the next run', async () => {
    const { itemId, account } = await aPublishedStory(['linkedin'])
    await failCalls(account, { fault: 'refuse', preset: 'server_error', call: 'insights', times: 1 })
    await syncMetrics(database())
    const [failed] = await syncsOf(itemId)
    expect(failed).toMatchObject({ kind: 'initial', outcome: null, attempts: 1 })
    expect(failed?.last_error).toMatch(/LinkedIn has an internal error/)
    await syncMetrics(database())
    expect((await outcomesOf(itemId))[0]).toBe('initial: waits')
    await letHoursPass(itemId, quarterHour)
    await syncMetrics(database())
    expect((await syncsOf(itemId))[0]).toMatchObject({
      outcome: 'read',
      attempts: 2,
      is_backfill: true,
      last_error: null,
    })
  })

  test('the last reading is made up within a day, and not later', async () => {
    const late = await aPublishedStory(['threads'])
    const tooLate = await aPublishedStory(['threads'])
    await letHoursPass(late.itemId, 7 * 24 + 20)
    await letHoursPass(tooLate.itemId, 8 * 24 + 1)
    await syncMetrics(database())
    const before = ['initial', '24h', '72h']
    expect(await outcomesOf(late.itemId)).toEqual([...before.map((kind) => `${kind}: superseded`), '7d: read'])
    expect(await outcomesOf(tooLate.itemId)).toEqual([...before, '7d'].map((kind) => `${kind}: missed`))
    expect(await callsOf(tooLate.account, 'insights')).toBe(0)
  })
})

test('unpublished posts are never read', async () => {
  const story = await aDueStory(['x'])
  await failCalls(story.account, { fault: 'refuse', preset: 'content', call: 'publish' })
  await publishOnce(story.itemId)
  expect((await rowOf(story.itemId)).status).toBe('failed')
  await syncMetrics(database())
  expect(await syncsOf(story.itemId)).toEqual([])
})
