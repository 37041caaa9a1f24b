import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { detectMoments } from '@/lib/moments/detect-moments'
import type { TestProject } from '@/tests/support/api/api'
import { dyingAt } from '@/tests/support/database/dying'
import { aHistory, aMoment, spikeMetrics, usualMetrics } from '@/tests/support/moments/moments'
import { aProjectSharing, eventsOf, onOwnDatabase, payloadsOf, storyOf } from '@/tests/support/publishing/publishing'

onOwnDatabase()

let project: TestProject
beforeEach(async () => {
  project = await aProjectSharing([])
})

const momentsOf = ({ projectId }: TestProject) =>
  database().selectFrom('moments').selectAll().where('project_id', '=', projectId).orderBy('id').execute()

test('a spike is found once, with the numbers, however many runs there are', async () => {
  const [storyId] = await aHistory(project.projectId, [spikeMetrics])
  const reports = await Promise.all([detectMoments(database()), detectMoments(database())])
  await detectMoments(database())
  expect(reports.reduce((sum, { moments }) => sum + moments, 0)).toBe(1)
  expect(reports.reduce((sum, { readings }) => sum + readings, 0)).toBe(26)
  const [moment, ...others] = await momentsOf(project)
  expect(others).toEqual([])
  expect(moment).toMatchObject({
    story_id: storyId,
    kind: 'engagement_spike',
    severity: 'exceptional',
    status: 'new',
    is_draft_due: false,
    headline: expect.stringMatching(/^“Loaf 25” got [\d.]+× your usual engagement/),
    data_snapshot: { channel: 'instagram', hours: 24, comparable: expect.any(Array) },
  })
  const events = await payloadsOf(project.projectId)
  expect(events.map(({ event }) => event)).toEqual(['moment.detected'])
  expect(events[0]?.data).toMatchObject({ project_id: project.projectId, moment: { id: moment?.id } })
})

test('ordinary posts, old readings and late readings make no moment, and are checked once', async () => {
  await aHistory(project.projectId, [usualMetrics(30)])
  const [late] = await aHistory(project.projectId, [spikeMetrics])
  const late24h = sql`(select queue_item_id from post_metrics where story_id = ${late})`
  await sql`update metric_readings set taken_at = taken_at + interval '13 hours' where queue_item_id in ${late24h}`.execute(
    database(),
  )
  const old = await aProjectSharing([])
  await aHistory(old.projectId, [spikeMetrics])
  await sql`update metric_readings set taken_at = taken_at - interval '15 days' where project_id = ${old.projectId}`.execute(
    database(),
  )
  await detectMoments(database())
  expect(
    [...(await momentsOf(project)), ...(await momentsOf(old))].filter(({ severity }) => severity !== 'low'),
  ).toEqual([])
  expect((await detectMoments(database())).readings).toBe(0)
})

test('severity rises with a later reading, without another event, and never falls', async () => {
  const posts = [...Array.from({ length: 12 }, (_, index) => usualMetrics(index)), { ...spikeMetrics, likes: 48 }]
  const ids = await aHistory(project.projectId, posts)
  await detectMoments(database())
  const before = (await momentsOf(project)).filter(({ kind }) => kind === 'engagement_spike')
  expect(before).toMatchObject([
    { story_id: ids.at(-1), severity: expect.stringMatching(/low|medium/), alerted_at: null },
  ])
  // Readings after three days: 13 posts, the last one far above the others.
  await sql`
    insert into metric_readings (id, queue_item_id, project_id, kind, impressions, reach, likes, comments, taken_at)
    select gen_random_uuid(), queue_item_id, project_id, '72h', 400, 300,
      case when story_id = ${ids.at(-1)} then 600 else 30 + 3 * sin(extract(epoch from published_at)) end, 4, now()
    from post_metrics where story_id = any(${ids}::uuid[])`.execute(database())
  await detectMoments(database())
  const after = (await momentsOf(project)).filter(({ kind }) => kind === 'engagement_spike')
  expect(after).toMatchObject([{ id: before[0]?.id, severity: 'exceptional', data_snapshot: { hours: 72 } }])
  expect(after[0]?.alerted_at).not.toBeNull()
  await sql`
    insert into metric_readings (id, queue_item_id, project_id, kind, impressions, reach, likes, comments, taken_at)
    select gen_random_uuid(), queue_item_id, project_id, '7d', 400, 300,
      case when story_id = ${ids.at(-1)} then 40 else 30 + 3 * sin(extract(epoch from published_at)) end, 4, now()
    from post_metrics where story_id = any(${ids}::uuid[])`.execute(database())
  await detectMoments(database())
  expect((await momentsOf(project)).filter(({ kind }) => kind === 'engagement_spike')).toMatchObject([
    { severity: 'exceptional', data_snapshot: { hours: 72 } },
  ])
  const detected = (await payloadsOf(project.projectId)).filter(
    ({ data }) => (data.moment as { kind: string }).kind === 'engagement_spike',
  )
  expect(detected).toHaveLength(1)
})

test('a project that cannot be checked is tried again later, and does not stop the others', async () => {
  await aHistory(project.projectId, [spikeMetrics])
  const broken = await aProjectSharing([])
  await aHistory(broken.projectId, [spikeMetrics])
  await sql`update projects set timezone = 'Mars/Base' where id = ${broken.projectId}`.execute(database())
  await sql`update metric_readings set taken_at = taken_at - interval '1 hour' where project_id = ${broken.projectId}`.execute(
    database(),
  )
  await detectMoments(database())
  expect([(await momentsOf(broken)).length, (await momentsOf(project)).length]).toEqual([0, 1])
  await sql`update projects set timezone = null where id = ${broken.projectId}`.execute(database())
  await detectMoments(database())
  expect(await momentsOf(broken)).toHaveLength(1)
})

test('after a crash before the event, nothing is stored and the next run finds the moment', async () => {
  await aHistory(project.projectId, [spikeMetrics])
  const step = { kind: 'InsertQueryNode', table: 'timeline_entries' } as const
  await dyingAt(step, (db) => detectMoments(db))
  expect([await momentsOf(project), await eventsOf(project.projectId)]).toEqual([[], []])
  await detectMoments(database())
  expect(await momentsOf(project)).toHaveLength(1)
  expect(await eventsOf(project.projectId)).toEqual(['moment.detected'])
})

test('at most three moments a day, the most severe first', async () => {
  const spikes = Array.from({ length: 5 }, (_, index) => ({ ...spikeMetrics, likes: 200 + index * 20 }))
  await aHistory(project.projectId, [...spikes, { ...spikeMetrics, reach: 2_000, likes: 300 }])
  await detectMoments(database())
  const moments = await momentsOf(project)
  const days = moments.map(({ detected_at }) => detected_at.toISOString().slice(0, 10))
  for (const day of days) expect(days.filter((one) => one === day).length).toBeLessThanOrEqual(3)
  expect(moments.some(({ severity }) => severity === 'exceptional')).toBe(true)
})

describe('automatic follow-ups', () => {
  const countStories = async () =>
    (await database().selectFrom('stories').select('id').where('project_id', '=', project.projectId).execute()).length
  const turnOn = () =>
    database().updateTable('projects').set({ auto_draft_moments: true }).where('id', '=', project.projectId).execute()

  test('one draft per story with its content, never scheduled; its moments are acted on', async () => {
    await turnOn()
    const [storyId] = await aHistory(project.projectId, [{ ...spikeMetrics, reach: 2_000 }])
    await Promise.all([detectMoments(database()), detectMoments(database())])
    await detectMoments(database())
    const moments = (await momentsOf(project)).filter(({ severity }) => /high|exceptional/.test(severity))
    expect(moments.map(({ kind }) => kind).sort()).toEqual(['engagement_spike', 'reach_record'])
    const [draftId] = new Set(moments.map(({ draft_story_id }) => draft_story_id))
    for (const moment of moments) expect(moment).toMatchObject({ status: 'acted_on', draft_story_id: draftId })
    const { caption, channels } = await storyOf(storyId ?? '')
    expect(await storyOf(draftId ?? '')).toMatchObject({
      status: 'draft',
      scheduled_at: null,
      title: 'Follow-up: Loaf 25',
      caption,
      channels,
    })
    const drafts = (await eventsOf(project.projectId)).filter((event) => event === 'moment.auto_drafted')
    expect(drafts).toHaveLength(1)
    const { data } = (await payloadsOf(project.projectId)).at(-1) ?? {}
    expect(data).toMatchObject({ story: { id: draftId }, moment: { status: 'acted_on', draft_story_id: draftId } })
  })

  test('after a crash between draft and status, there is no draft and the next run makes it', async () => {
    await turnOn()
    await aHistory(project.projectId, [spikeMetrics])
    const before = await countStories()
    await dyingAt({ kind: 'UpdateQueryNode', table: 'moments' }, (db) => detectMoments(db))
    expect(await momentsOf(project)).toMatchObject([{ status: 'new', draft_story_id: null, is_draft_due: true }])
    expect(await countStories()).toBe(before)
    await detectMoments(database())
    expect(await momentsOf(project)).toMatchObject([{ status: 'acted_on', draft_story_id: expect.any(String) }])
    expect(await countStories()).toBe(before + 1)
  })

  test('a moment that was dismissed before the run gets no draft', async () => {
    await turnOn()
    const [storyId] = await aHistory(project.projectId, [usualMetrics(3)])
    await detectMoments(database())
    await aMoment(project.projectId, {
      story_id: storyId ?? null,
      severity: 'high',
      status: 'dismissed',
      is_draft_due: true,
    })
    await detectMoments(database())
    expect(await momentsOf(project)).toMatchObject([{ status: 'dismissed', draft_story_id: null, is_draft_due: false }])
  })

  test('a moment stays new when the project does not want drafts, or the content breaks its voice rules', async () => {
    await aHistory(project.projectId, [spikeMetrics])
    await detectMoments(database())
    expect(await momentsOf(project)).toMatchObject([{ status: 'new', draft_story_id: null }])
    project = await aProjectSharing([])
    await turnOn()
    const rules = {
      project_id: project.projectId,
      forbidden_words: ['oven'],
      forbidden_phrases: [],
      block_emojis: false,
    }
    await database().insertInto('voice_rules').values(rules).execute()
    await aHistory(project.projectId, [spikeMetrics])
    await detectMoments(database())
    expect(await momentsOf(project)).toMatchObject([{ status: 'new', draft_story_id: null, is_draft_due: false }])
    expect(await eventsOf(project.projectId)).toEqual(['moment.detected'])
  })
})

test('the reading that a sync stores is compared: 72 hours with 72 hours', async () => {
  const ids = await aHistory(project.projectId, [usualMetrics(3)])
  await sql`
    insert into metric_readings (id, queue_item_id, project_id, kind, impressions, reach, likes, taken_at)
    select ${newId()}, queue_item_id, project_id, '72h', 90000, 80000, 9000, now()
    from post_metrics where story_id = any(${ids}::uuid[])`.execute(database())
  await detectMoments(database())
  expect((await momentsOf(project)).filter(({ severity }) => severity !== 'low')).toEqual([])
})
