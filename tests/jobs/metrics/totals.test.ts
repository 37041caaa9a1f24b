import { beforeAll, beforeEach, expect, test } from 'vitest'
import { channelIds } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { syncMetrics, syncNewPins } from '@/lib/metrics/sync/sync-metrics'
import { control } from '@/tests/support/api/api'
import {
  aPublishedStory,
  letHoursPass,
  outcomesOf,
  readingsOf,
  setNumbers,
  someNumbers,
} from '@/tests/support/publishing/metrics'
import { callsOf, onOwnDatabase, rowOf, sampleImage, setEnv, storyOf } from '@/tests/support/publishing/publishing'
import { onOwnSandbox, sandboxUrl } from '@/tests/support/sandbox/file-sandbox'

onOwnSandbox()

onOwnDatabase()
beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '3' }))
beforeEach(() => control('POST', '/control/settings', { metrics_delay_ms: 0 }))

// Settings for a whole network are only in this file, because other files run at the same time.

const timeline = (storyId: string) =>
  database()
    .selectFrom('timeline_entries')
    .select(['kind', 'channel', 'detail'])
    .where('story_id', '=', storyId)
    .where('kind', 'in', ['metrics_synced', 'post_gone'])
    .orderBy('id')
    .execute()

const metricsOf = (itemId: string) =>
  database().selectFrom('post_metrics').selectAll().where('queue_item_id', '=', itemId).executeTakeFirstOrThrow()

test('a story has the sums of its channels and the best channel', async () => {
  const { storyId, itemIds } = await aPublishedStory([...channelIds])
  await setNumbers('threads', itemIds.threads ?? '', { ...someNumbers, likes: 400 })
  await letHoursPass(Object.values(itemIds), 1)
  await syncMetrics(database())
  expect(await storyOf(storyId)).toMatchObject({
    // All but Ghost report impressions; three report reach, four clicks and four saves.
    total_impressions: 6_000,
    total_reach: 2_400,
    total_clicks: 60,
    total_saves: 40,
    best_performing_channel: 'threads',
  })
  const lines = await timeline(storyId)
  expect(lines.map(({ channel }) => channel).sort()).toEqual([...channelIds].sort())
  expect(lines.find(({ channel }) => channel === 'threads')?.detail).toEqual({
    sync: 'initial',
    impressions: 1_000,
    shares: 9,
    likes: 400,
    comments: 6,
  })
})

test('a metric that no channel reports is null', async () => {
  const { storyId, itemIds } = await aPublishedStory(['threads', 'ghost'])
  await letHoursPass(Object.values(itemIds), 1)
  await syncMetrics(database())
  expect(await storyOf(storyId)).toMatchObject({
    total_impressions: 1_000,
    total_reach: null,
    total_clicks: null,
    total_saves: null,
    total_engagement: 55,
    best_performing_channel: 'threads',
  })
})

test('clicks on tracked links are used where the network reports none, and never added to its own', async () => {
  const { storyId, itemIds, project } = await aPublishedStory(['threads', 'x', 'ghost'])
  for (const [channel, clicks] of [
    ['threads', 4],
    ['x', 9],
  ] as const) {
    const code = `${channel}${storyId.slice(-8)}`
    const link = { code, project_id: project.projectId, story_id: storyId, channel, destination: 'https://example.com' }
    await database().insertInto('tracked_links').values(link).execute()
    const day = { code, day: new Date(), clicks, repeats: 0, bots: 0 }
    await database().insertInto('link_click_days').values(day).execute()
  }
  await letHoursPass(Object.values(itemIds), 1)
  await syncMetrics(database())
  // Four on our link at Threads and fifteen reported by X. Ghost has no tracked link and sent no email.
  expect(await storyOf(storyId)).toMatchObject({ total_clicks: 4 + 15, metrics_as_of: expect.any(Date) })
  expect((await rowOf(itemIds.threads ?? '')).data_snapshot).toMatchObject({ link_clicks: 4 })
  expect((await rowOf(itemIds.x ?? '')).data_snapshot).toMatchObject({ link_clicks: 15 })
  expect((await rowOf(itemIds.ghost ?? '')).data_snapshot).not.toHaveProperty('link_clicks')
})

test('totals do not change between two readings', async () => {
  const { storyId, itemId } = await aPublishedStory(['x'])
  await syncMetrics(database())
  await setNumbers('x', itemId, { ...someNumbers, views: 5_000 })
  await letHoursPass(itemId, 12)
  await syncMetrics(database())
  expect((await storyOf(storyId)).total_impressions).toBe(1_000)
})

test('an Instagram story keeps its last numbers when the network drops them after a day', async () => {
  const { storyId, itemId } = await aPublishedStory(['instagram'], someNumbers, {
    postType: 'story',
    slides: [{ media_url: sampleImage() }],
  })
  await syncMetrics(database())
  const numbers = { total_impressions: 1_000, total_reach: 800, total_engagement: 30 }
  expect(await storyOf(storyId)).toMatchObject(numbers)
  const { metrics_as_of: asOf } = await storyOf(storyId)
  await control('POST', '/control/settings', { network: 'instagram', metrics_ahead_ms: 25 * 3_600_000 })
  try {
    await letHoursPass(itemId, 24)
    await syncMetrics(database())
  } finally {
    await control('POST', '/control/settings', { network: 'instagram', metrics_ahead_ms: null })
  }
  const readings = await readingsOf(itemId)
  expect(readings.map(({ kind, impressions }) => [kind, impressions])).toEqual([
    ['initial', 1_000],
    ['24h', null],
  ])
  // Still the time of the reading with metrics.
  expect(await storyOf(storyId)).toMatchObject({ ...numbers, metrics_as_of: asOf })
})

test('a later reading without numbers keeps those of the first day', async () => {
  const { storyId, itemId } = await aPublishedStory(['pinterest'])
  await letHoursPass(itemId, 24)
  await syncMetrics(database())
  const before = await metricsOf(itemId)
  expect(before).toMatchObject({ impressions: 1_000, clicks: 15, saves: 10, settled_at: expect.any(Date) })
  await control('POST', '/control/settings', { network: 'pinterest', metrics_delay_ms: 30 * 24 * 3_600_000 })
  try {
    await letHoursPass(itemId, 6 * 24)
    await syncMetrics(database())
  } finally {
    await control('POST', '/control/settings', { network: 'pinterest', metrics_delay_ms: null })
  }
  const readings = await readingsOf(itemId)
  expect(readings.map(({ kind, impressions }) => [kind, impressions])).toEqual([
    ['24h', 1_000],
    ['7d', null],
  ])
  expect(await metricsOf(itemId)).toEqual({ ...before, published_at: expect.any(Date) })
  expect(await storyOf(storyId)).toMatchObject({ settled_saves: 10, settled_save_rate: 0.01 })
})

test('videos of a carousel have their own numbers', async () => {
  const video = sampleImage().replace('dawn.jpg', 'upright.mp4')
  const { itemId } = await aPublishedStory(['instagram'], null, {
    slides: [{ media_url: sampleImage() }, { media_url: video }],
  })
  await control('POST', '/control/settings', { network: 'instagram', metrics_ahead_ms: 20 * 3_600_000 })
  try {
    await syncMetrics(database())
  } finally {
    await control('POST', '/control/settings', { network: 'instagram', metrics_ahead_ms: null })
  }
  const children = (await readingsOf(itemId)).flatMap(
    (reading) => reading.children as { index: number; views: number }[],
  )
  const [child, ...others] = children
  expect(others).toEqual([])
  expect(child).toMatchObject({ index: 1 })
  expect(child?.views).toBeGreaterThan(0)
})

test('a deleted post keeps its numbers and is not read again', async () => {
  const { storyId, itemId, account } = await aPublishedStory(['threads'])
  await syncMetrics(database())
  const { external_id: id } = await rowOf(itemId)
  const headers = { authorization: `Bearer ${account.credentials.access_token}` }
  expect((await fetch(`${sandboxUrl()}/threads/v1.0/${id}`, { method: 'DELETE', headers })).ok).toBe(true)
  await letHoursPass(itemId, 24)
  await syncMetrics(database())
  const rows = await database()
    .selectFrom('metric_syncs')
    .select(['kind', 'outcome'])
    .where('queue_item_id', '=', itemId)
    .orderBy('due_at')
    .execute()
  expect(rows.map(({ kind, outcome }) => `${kind}: ${outcome}`)).toEqual([
    'initial: read',
    '24h: gone',
    '72h: gone',
    '7d: gone',
  ])
  expect((await storyOf(storyId)).total_impressions).toBe(1_000)
  expect((await rowOf(itemId)).status).toBe('posted')
  expect((await timeline(storyId)).map(({ kind }) => kind)).toEqual(['metrics_synced', 'post_gone'])
})

test('a pin is read after a minute by its own job, over 28 days', async () => {
  const { itemId, account } = await aPublishedStory(['pinterest'])
  await letHoursPass(itemId, -1 / 60)
  await syncNewPins(database())
  await syncMetrics(database())
  expect(await outcomesOf(itemId)).toEqual(['1m: waits', '24h: waits', '7d: waits'])
  await letHoursPass(itemId, 0.02)
  await syncNewPins(database())
  expect(await outcomesOf(itemId)).toEqual(['1m: read', '24h: waits', '7d: waits'])
  await letHoursPass(itemId, 24)
  await syncNewPins(database())
  expect(await outcomesOf(itemId)).toEqual(['1m: read', '24h: waits', '7d: waits'])
  await syncMetrics(database())
  expect(await outcomesOf(itemId)).toEqual(['1m: read', '24h: read', '7d: waits'])
  expect(await callsOf(account, 'insights')).toBe(2)
  expect((await rowOf(itemId)).data_snapshot).toMatchObject({
    impressions: 1_000,
    saves: 10,
    link_clicks: 15,
    pin_clicks: 30,
    analytics_sync_24h: true,
  })
})

test('numbers that are not reported yet are null, not 0', async () => {
  const { itemId, storyId } = await aPublishedStory(['pinterest'], null)
  await control('POST', '/control/settings', { network: 'pinterest', metrics_delay_ms: 172_800_000 })
  try {
    await letHoursPass(itemId, 24)
    await syncMetrics(database())
    expect(await storyOf(storyId)).toMatchObject({
      total_impressions: null,
      total_saves: null,
      total_engagement: null,
      best_performing_channel: null,
      metrics_as_of: null,
    })
    // A reading without metrics does not count.
    expect((await rowOf(itemId)).data_snapshot).not.toHaveProperty('analytics_sync_24h')
  } finally {
    await control('POST', '/control/settings', { network: 'pinterest', metrics_delay_ms: null })
  }
  await setNumbers('pinterest', itemId, { ...someNumbers, saves: 0 })
  await letHoursPass(itemId, 6 * 24)
  await syncMetrics(database())
  expect(await storyOf(storyId)).toMatchObject({ total_impressions: 1_000, total_saves: 0 })
  expect((await rowOf(itemId)).data_snapshot).toMatchObject({ saves: 0, analytics_sync_24h: true })
})
