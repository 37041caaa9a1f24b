import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { channelIds } from '@/lib/channels/ids'
import { database } from '@/lib/db/pool'
import { syncMetrics } from '@/lib/metrics/sync'
import { control } from '../../support/api'
import {
  aPublishedStory,
  letHoursPass,
  outcomesOf,
  readingsOf,
  setNumbers,
  someNumbers,
  syncsOf,
} from '../../support/metrics'
import { onOwnSandbox } from '../../support/own-sandbox'
import {
  aDueStory,
  callsOf,
  onOwnDatabase,
  publishOnce,
  publishUntilSettled,
  rowOf,
  setEnv,
  storyOf,
  strike,
} from '../../support/publishing'

onOwnSandbox()

onOwnDatabase()
beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '3' }))
beforeEach(() => control('POST', '/control/settings', { metrics_delay_ms: 0 }))

const quarterHour = 0.25

test('publishing plans the readings of every channel, and nobody reads before its time', async () => {
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

test('a post that is out for a second is left for the next turn: it has nothing to tell, and the next reading is a day later', async () => {
  const { storyId, itemId, account } = await aDueStory(['threads'])
  await publishUntilSettled(storyId)
  await setNumbers('threads', itemId, someNumbers)
  await syncMetrics(database())
  expect([await callsOf(account, 'insights'), (await outcomesOf(itemId))[0]]).toEqual([0, 'initial: waits'])
  await letHoursPass(itemId, quarterHour)
  await syncMetrics(database())
  expect(await readingsOf(itemId)).toMatchObject([{ kind: 'initial', impressions: 1_000 }])
})

test('a post is read at first, after one, three and seven days, and then never again', async () => {
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
  // What changed at the network after the last reading is not seen any more.
  expect((await storyOf(storyId)).total_impressions).toBe(104)
})

describe('what was missed', () => {
  test('readings that were never planned are planned at the next turn, and say so', async () => {
    const { itemId } = await aPublishedStory(['x'])
    await sql`delete from metric_syncs where queue_item_id = ${itemId}`.execute(database())
    await sql`delete from post_metrics where queue_item_id = ${itemId}`.execute(database())
    await sql`update queue_items set published_at = now() - interval '25 hours' where id = ${itemId}`.execute(
      database(),
    )
    await syncMetrics(database())
    // The reading of the first hours could only say what the one of the first day says.
    expect(await outcomesOf(itemId)).toEqual(['initial: superseded', '24h: read', '72h: waits', '7d: waits'])
    expect((await syncsOf(itemId)).every(({ is_backfill }) => is_backfill)).toBe(true)
    expect(await readingsOf(itemId)).toMatchObject([{ kind: '24h', impressions: 1_000 }])
  })

  test('a reading that failed is taken up by the next turn', async () => {
    const { itemId, account } = await aPublishedStory(['linkedin'])
    await strike(account, { fault: 'refuse', preset: 'server_error', call: 'insights', times: 1 })
    await syncMetrics(database())
    const [failed] = await syncsOf(itemId)
    expect(failed).toMatchObject({ kind: 'initial', outcome: null, attempts: 1 })
    expect(failed?.last_error).toMatch(/LinkedIn has a fault of its own/)
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

  test('after a week away the last reading is made up for, within a day; later it is over', async () => {
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

test('what was not posted is never read', async () => {
  const story = await aDueStory(['x'])
  await strike(story.account, { fault: 'refuse', preset: 'content', call: 'publish' })
  await publishOnce(story.itemId)
  expect((await rowOf(story.itemId)).status).toBe('failed')
  await syncMetrics(database())
  expect(await syncsOf(story.itemId)).toEqual([])
})
