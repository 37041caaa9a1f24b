import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { bulkReschedule, listQueue } from '@/lib/queue/contract'
import { getStory } from '@/lib/stories/contract'
import { listDivergent } from '@/lib/stories/reconcile/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { eventsOf, storyOf } from '@/tests/support/publishing/publishing'
import { aScheduledStory, aStory, inHours, unknownId } from '../stories/stories'

const timesOf = async ({ api }: TestProject, storyId: string) =>
  (await api.get(getStory, { id: storyId })).content_queue.map(({ channel, scheduled_at }) => [channel, scheduled_at])

test('shift keeps the local time of the project across a clock change', async () => {
  const project = await aProject({ timezone: 'Europe/Berlin' })
  const story = await aScheduledStory(project, { scheduled_at: '2031-03-29T08:00:00Z' })
  const answer = await project.api.post(bulkReschedule, { story_ids: [story.id], shift_days: 2 })
  const at = '2031-03-31T07:00:00.000Z'
  expect(answer.updated.map(({ scheduled_at }) => scheduled_at)).toEqual([at, at])
  expect(answer.skipped).toEqual([])
  expect(await timesOf(project, story.id)).toEqual([
    ['x', at],
    ['linkedin', at],
  ])
  expect((await storyOf(story.id)).scheduled_at?.toISOString()).toBe(at)
})

test('a fixed time keeps the date of each item in the given zone', async () => {
  const project = await aProject()
  const one = await aScheduledStory(project, { channels: ['x'], scheduled_at: '2031-01-16T02:00:00Z' })
  const two = await aScheduledStory(project, { channels: ['x'], scheduled_at: '2031-01-20T16:00:00Z' })
  const zone = { fixed_time: '09:30', timezone: 'America/New_York' }
  await project.api.post(bulkReschedule, { story_ids: [one.id, two.id], ...zone })
  expect(await timesOf(project, one.id)).toEqual([['x', '2031-01-15T14:30:00.000Z']])
  expect(await timesOf(project, two.id)).toEqual([['x', '2031-01-20T14:30:00.000Z']])
})

test('one time for all: each story is announced once, with the source of the change', async () => {
  const project = await aProject()
  const stories = [await aScheduledStory(project), await aScheduledStory(project)]
  const at = inHours(72)
  const answer = await project.api.post(bulkReschedule, { story_ids: stories.map(({ id }) => id), scheduledAt: at })
  expect(answer.updated).toHaveLength(4)
  expect(await eventsOf(project.projectId)).toEqual([
    'story.scheduled',
    'story.scheduled',
    'story.scheduled',
    'story.scheduled',
  ])
  const events = await database()
    .selectFrom('events')
    .select('data')
    .where('project_id', '=', project.projectId)
    .orderBy('id')
    .execute()
  expect(events.slice(2)).toMatchObject(
    stories.map(({ id }) => ({ data: { via: 'bulk_reschedule', story: { id, scheduled_at: at } } })),
  )
})

test('a row that is moved separately keeps its own time; the story has the earliest', async () => {
  const project = await aProject()
  const story = await aScheduledStory(project, { scheduled_at: '2031-01-10T09:00:00Z' })
  const { items } = await project.api.get(listQueue, { story_id: story.id, channel: 'linkedin' })
  await project.api.post(bulkReschedule, { queue_item_ids: [items[0]?.id ?? ''], scheduled_at: '2031-01-08T09:00:00Z' })
  const stored = await project.api.get(getStory, { id: story.id })
  expect(stored.scheduled_at).toBe('2031-01-08T09:00:00.000Z')
  expect(stored.content_queue).toMatchObject([
    { channel: 'x', scheduled_at: '2031-01-10T09:00:00.000Z', data_snapshot: { time_override: true } },
    { channel: 'linkedin', scheduled_at: '2031-01-08T09:00:00.000Z', data_snapshot: {} },
  ])
})

/** A story in a Berlin project whose second channel has its own time. */
async function twoTimes(x: string, linkedin: string) {
  const project = await aProject({ timezone: 'Europe/Berlin' })
  const story = await aScheduledStory(project, { channels: ['x', 'linkedin'], scheduled_at: x })
  const { items } = await project.api.get(listQueue, { story_id: story.id, channel: 'linkedin' })
  await project.api.post(bulkReschedule, { queue_item_ids: [items[0]?.id ?? ''], scheduled_at: linkedin })
  return { project, id: story.id }
}

test.each([
  ['to a fixed time', { scheduled_at: '2031-03-28T09:15:00Z' }, '2031-03-28T09:15:00.000Z', '2031-03-30T15:00:00.000Z'],
  ['to a time of day', { fixed_time: '07:00' }, '2031-03-26T06:00:00.000Z', '2031-03-28T12:45:00.000Z'],
  ['by days', { shift_days: 2 }, '2031-03-28T08:00:00.000Z', '2031-03-30T13:45:00.000Z'],
])('channels keep their offset in local time when moved %s together', async (_, how, x, linkedin) => {
  // 9:00, and 15:45 two days later. Clocks go forward in the night of the 30th.
  const { project, id } = await twoTimes('2031-03-26T08:00:00Z', '2031-03-28T14:45:00Z')
  const request = { story_ids: [id], ...how, shift_own_times: true, include_stories: true }
  const { stories } = await project.api.post(bulkReschedule, request)
  expect(await timesOf(project, id)).toEqual([
    ['x', x],
    ['linkedin', linkedin],
  ])
  const { scheduled_at, updated_at, content_queue } = await project.api.get(getStory, { id })
  expect(stories).toEqual([{ id, scheduled_at, updated_at }])
  expect(scheduled_at).toBe(x)
  expect(content_queue.map(({ data_snapshot }) => data_snapshot)).toEqual([{}, { time_override: true }])
  expect((await project.api.get(listDivergent)).divergent).toEqual([])
})

test('without shift_own_times all channels of a story get the same time', async () => {
  const { project, id } = await twoTimes('2031-03-26T08:00:00Z', '2031-03-28T14:45:00Z')
  const at = '2031-04-02T08:00:00.000Z'
  await project.api.post(bulkReschedule, { story_ids: [id], scheduled_at: at })
  expect(await timesOf(project, id)).toEqual([
    ['x', at],
    ['linkedin', at],
  ])
})

test('a draft stays a draft: it can get a fixed time, and has none to shift', async () => {
  const project = await aProject()
  const draft = await aStory(project, { channels: ['x'] })
  const shifted = await project.api.post(bulkReschedule, { story_ids: [draft.id], shift_days: 1 })
  expect(shifted.skipped).toMatchObject([{ story_id: draft.id, reason: 'not_scheduled' }])
  const at = inHours(5)
  await project.api.post(bulkReschedule, { story_ids: [draft.id], scheduled_at: at })
  expect(await project.api.get(getStory, { id: draft.id })).toMatchObject({
    status: 'draft',
    scheduled_at: at,
    content_queue: [{ status: 'draft', scheduled_at: at }],
  })
})

test('a draft’s tracking is resolved for every channel with its first time, and never again', async () => {
  const project = await aProject()
  const draft = await aStory(project, { channels: ['x', 'linkedin'], destination_url: 'https://example.com/shop' })
  expect((await storyOf(draft.id)).utm_resolved).toBeNull()
  const { items } = await project.api.get(listQueue, { story_id: draft.id, channel: 'x' })
  await project.api.post(bulkReschedule, { queue_item_ids: [items[0]?.id ?? ''], scheduled_at: inHours(5) })
  const { utm_resolved } = await storyOf(draft.id)
  expect(utm_resolved).toMatchObject({ x: { source: 'twitter' }, linkedin: { source: 'linkedin' } })
  const rows = await database()
    .selectFrom('queue_items')
    .select(['channel', 'utm'])
    .where('story_id', '=', draft.id)
    .execute()
  expect(Object.fromEntries(rows.map(({ channel, utm }) => [channel, utm]))).toMatchObject({
    x: { source: 'twitter' },
    linkedin: { source: 'linkedin' },
  })
  const links = await database()
    .selectFrom('tracked_links')
    .select('destination')
    .where('story_id', '=', draft.id)
    .execute()
  expect(links.map(({ destination }) => new URL(destination).searchParams.get('utm_source')).sort()).toEqual([
    'linkedin',
    'twitter',
  ])
  expect(await project.api.get(listDivergent)).toMatchObject({ divergent: [] })
  await database()
    .updateTable('projects')
    .set({ utm_template: JSON.stringify({ source: 'elsewhere' }) })
    .where('id', '=', project.projectId)
    .execute()
  await project.api.post(bulkReschedule, { story_ids: [draft.id], scheduled_at: inHours(9) })
  expect((await storyOf(draft.id)).utm_resolved).toEqual(utm_resolved)
})

test('decided items are skipped with their status, and the rest of the story moves', async () => {
  const project = await aProject()
  const story = await aScheduledStory(project, { channels: ['x', 'linkedin', 'ghost', 'threads'] })
  const states = [
    ['x', 'posted'],
    ['linkedin', 'failed'],
    ['ghost', 'rejected'],
  ] as const
  for (const [channel, status] of states) {
    await database()
      .updateTable('queue_items')
      .set({ status })
      .where('story_id', '=', story.id)
      .where('channel', '=', channel)
      .execute()
  }
  const { updated, skipped } = await project.api.post(bulkReschedule, {
    story_ids: [story.id],
    scheduled_at: inHours(9),
  })
  expect(updated).toHaveLength(1)
  expect(skipped.map(({ reason }) => reason)).toEqual(['posted', 'failed', 'rejected'])
})

test('items that would be due in the past are skipped, and the others move', async () => {
  const project = await aProject()
  const soon = await aScheduledStory(project, { channels: ['x'], scheduled_at: inHours(5) })
  const later = await aScheduledStory(project, { channels: ['x'], scheduled_at: inHours(100) })
  const { updated, skipped } = await project.api.post(bulkReschedule, {
    story_ids: [soon.id, later.id, unknownId],
    shift_days: -1,
  })
  expect(updated.map(({ story_id }) => story_id)).toEqual([later.id])
  expect(skipped).toMatchObject([
    { story_id: unknownId, reason: 'not_found' },
    { story_id: soon.id, reason: 'in_the_past' },
  ])
})

test.each([
  ['no mode', {}, ''],
  ['two modes', { shift_days: 1, scheduled_at: '2031-01-01T00:00:00Z' }, 'scheduled_at'],
  ['an unknown zone', { fixed_time: '09:00', timezone: 'Mars/Base' }, 'timezone'],
  ['a time of day without a zone', { fixed_time: '09:00' }, 'timezone'],
  ['a zone without a time of day', { shift_days: 1, timezone: 'UTC' }, 'timezone'],
  ['an invalid time', { fixed_time: '24:00', timezone: 'UTC' }, 'fixed_time'],
  ['a fraction of a day', { shift_days: 0.5 }, 'shift_days'],
  ['a time in the past', { scheduled_at: '2020-01-01T00:00:00Z' }, 'scheduled_at'],
  ['too many ids', { shift_days: 1, queue_item_ids: Array.from({ length: 200 }, () => unknownId) }, ''],
])('refuses %s and moves nothing', async (_, body, path) => {
  const project = await aProject()
  const story = await aScheduledStory(project)
  const before = await storyOf(story.id)
  const { status, error } = await project.api.refused(bulkReschedule, { story_ids: [story.id], ...body })
  expect(status).toBe(400)
  expect(error.issues).toMatchObject([{ path }])
  expect(await storyOf(story.id)).toEqual(before)
})

test('refuses an empty selection', async () => {
  const { api } = await aProject()
  const { error } = await api.refused(bulkReschedule, { shift_days: 1 })
  expect(error.issues).toMatchObject([{ path: 'story_ids', code: 'required' }])
})

test('two concurrent bulk calls with the same stories in different orders both finish', async () => {
  const project = await aProject()
  const ids: string[] = []
  for (let index = 0; index < 6; index++) ids.push((await aScheduledStory(project)).id)
  const calls = [ids, [...ids].reverse()].map((story_ids) =>
    project.api.send(bulkReschedule, { story_ids, shift_days: 1 }),
  )
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200])
})
