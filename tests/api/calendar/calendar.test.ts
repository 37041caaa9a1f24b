import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { listCalendar } from '@/lib/calendar/contract'
import { database } from '@/lib/db/pool'
import { approveQueueItem, bulkReschedule } from '@/lib/queue/contract'
import { cancelStory, getStory, listStories } from '@/lib/stories/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { insertStory } from '@/tests/support/database/story-rows'
import { aStory, inHours } from '../stories/stories'

let project: TestProject
beforeAll(async () => {
  project = await aProject({ timezone: 'Europe/Berlin' })
})

const summer = { from: '2031-07-01T00:00:00+02:00', to: '2031-08-01T00:00:00+02:00' }

test('lists the first stories of a day by time and counts the rest', async () => {
  const times = ['18:00', '09:00', '12:00', '09:30'].map((time) => `2031-07-03T${time}:00+02:00`)
  for (const scheduled_at of times) await aStory(project, { caption: scheduled_at, scheduled_at })
  const made = await aStory(project, {
    title: ' Bread ',
    caption: 'Fresh',
    scheduled_at: '2031-07-05T09:00:00+02:00',
    slides: [{ media_url: 'https://images.example/1.jpg' }],
  })
  const answer = await project.api.get(listCalendar, { ...summer, each: '2' })
  expect(answer.timezone).toBe('Europe/Berlin')
  expect(answer.counts).toEqual([
    { local: '2031-07-03', count: 4 },
    { local: '2031-07-05', count: 1 },
  ])
  expect(answer.stories.map(({ words }) => words)).toEqual([times[1], times[3], 'Bread'])
  expect(answer.stories[2]).toEqual({
    id: made.id,
    words: 'Bread',
    channels: ['x', 'linkedin'],
    status: 'scheduled',
    at: '2031-07-05T07:00:00.000Z',
    content_type: null,
    picture_url: 'https://images.example/1.jpg',
    is_public: false,
    waits_for_approval: false,
    own_times: [],
    updated_at: made.updated_at,
  })
})

test('groups by days and hours of the project’s zone, across a clock change', async () => {
  // On 26 October 2031 clocks in Berlin go back from 03:00 to 02:00.
  for (const scheduled_at of ['2031-10-25T22:30:00Z', '2031-10-26T01:30:00Z', '2031-10-26T22:30:00Z']) {
    await aStory(project, { scheduled_at })
  }
  const range = { from: '2031-10-25T22:00:00Z', to: '2031-10-26T23:00:00Z' }
  const days = await project.api.get(listCalendar, range)
  expect(days.counts).toEqual([{ local: '2031-10-26', count: 3 }])
  const hours = await project.api.get(listCalendar, { ...range, by: 'hour' })
  expect(hours.counts.map(({ local }) => local)).toEqual(['2031-10-26T00', '2031-10-26T02', '2031-10-26T23'])
})

test('a story at the end of a range belongs to the next range', async () => {
  await aStory(project, { scheduled_at: '2032-01-01T00:00:00Z' })
  const upTo = await project.api.get(listCalendar, { from: '2031-12-31T00:00:00Z', to: '2032-01-01T00:00:00Z' })
  const after = await project.api.get(listCalendar, { from: '2032-01-01T00:00:00Z', to: '2032-01-02T00:00:00Z' })
  expect([upTo.stories.length, after.stories.length]).toEqual([0, 1])
})

test('status, channel and content type filter the stories and the counts', async () => {
  const own = await aProject({ timezone: 'UTC' })
  const at = '2031-07-03T09:00:00Z'
  await aStory(own, { channels: ['x'], scheduled_at: at, content_type: 'recipes' })
  const cancelled = await aStory(own, { channels: ['linkedin'], scheduled_at: at })
  await own.api.post(cancelStory, { id: cancelled.id })
  const countOf = async (filter: object) =>
    (await own.api.get(listCalendar, { ...summer, ...filter })).counts[0]?.count ?? 0
  expect(await countOf({})).toBe(2)
  expect(await countOf({ status: 'scheduled' })).toBe(1)
  expect(await countOf({ channel: 'linkedin,threads' })).toBe(1)
  expect(await countOf({ content_type: 'offers,recipes' })).toBe(1)
  expect(await countOf({ status: 'scheduled', channel: 'linkedin' })).toBe(0)
})

test('a story without a scheduled time is at its publish time; a draft with a time is at that time', async () => {
  const own = await aProject({ timezone: 'UTC' })
  const { storyId } = await insertStory(database(), {
    projectId: own.projectId,
    channels: ['x'],
    caption: 'Out',
    status: 'posted',
    storyStatus: 'published',
  })
  await sql`update stories set scheduled_at = null, published_at = '2031-07-04T10:00:00Z', published_channels = '{x}'
    where id = ${storyId}`.execute(database())
  const draft = await aStory(own)
  await own.api.post(bulkReschedule, { story_ids: [draft.id], scheduled_at: '2031-07-05T10:00:00Z' })
  const { stories } = await own.api.get(listCalendar, summer)
  expect(stories.map(({ at, status, is_public }) => [at, status, is_public])).toEqual([
    ['2031-07-04T10:00:00.000Z', 'published', true],
    ['2031-07-05T10:00:00.000Z', 'draft', false],
  ])
})

test('a story awaits approval until one of its due posts is approved; drafts and failed stories never do', async () => {
  const own = await aProject({ timezone: 'UTC' })
  const { projectId } = own
  const rows = { projectId, dueIn: 3_600 }
  const db = database()
  const waiting = await insertStory(db, { ...rows, channels: ['x', 'threads'], caption: 'Waits', status: 'pending' })
  await insertStory(db, { ...rows, channels: ['x'], caption: 'Approved' })
  await insertStory(db, { ...rows, channels: ['x'], caption: 'Draft', status: 'draft' })
  await insertStory(db, { ...rows, channels: ['x'], caption: 'Failed', status: 'failed', storyStatus: 'failed' })
  const range = { from: inHours(-1), to: inHours(24) }
  const waits = async () => [
    (await own.api.get(listCalendar, range)).stories.filter((one) => one.waits_for_approval).map(({ id }) => id),
    (await own.api.get(listStories, {})).stories.filter((one) => one.waits_for_approval).map(({ id }) => id),
  ]
  expect(await waits()).toEqual([[waiting.storyId], [waiting.storyId]])
  await own.api.post(approveQueueItem, { id: waiting.itemIds.x ?? '' })
  expect(await waits()).toEqual([[], []])
})

test('a channel with its own time is counted and listed at that time, also if its story is outside the range', async () => {
  const own = await aProject({ timezone: 'UTC' })
  const story = await aStory(own, { channels: ['x', 'linkedin', 'threads'], scheduled_at: '2031-07-03T09:00:00Z' })
  const { content_queue } = await own.api.get(getStory, { id: story.id })
  const itemOf = (channel: string) => content_queue.find((item) => item.channel === channel)?.id ?? ''
  const move = (channel: string, scheduled_at: string) =>
    own.api.post(bulkReschedule, { queue_item_ids: [itemOf(channel)], scheduled_at })
  await move('linkedin', '2031-07-04T10:30:00Z')
  const june = { from: '2031-06-01T00:00:00Z', to: '2031-07-01T00:00:00Z' }
  const friday = { from: '2031-07-04T00:00:00Z', to: '2031-07-05T00:00:00Z' }
  const post = (channel: string, scheduled_at: string) => {
    return { queue_item_id: itemOf(channel), channel, status: 'approved', scheduled_at }
  }
  const [at, linkedinAt] = ['2031-07-03T09:00:00.000Z', '2031-07-04T10:30:00.000Z']
  const month = await own.api.get(listCalendar, summer)
  expect(month.counts).toEqual([
    { local: '2031-07-03', count: 1 },
    { local: '2031-07-04', count: 1 },
  ])
  expect(month.stories.map(({ at, own_times, posts }) => [at, own_times, posts])).toEqual([
    [
      at,
      [{ queue_item_id: itemOf('linkedin'), channel: 'linkedin', scheduled_at: linkedinAt }],
      [post('x', at), post('threads', at), post('linkedin', linkedinAt)].sort(
        (one, other) =>
          one.scheduled_at.localeCompare(other.scheduled_at) || one.queue_item_id.localeCompare(other.queue_item_id),
      ),
    ],
  ])
  const shown = async (query: object) => {
    const { stories, counts } = await own.api.get(listCalendar, { ...friday, ...query })
    return [stories.map(({ id, at }) => [id, at]), counts.map(({ local }) => local)]
  }
  expect(await shown({})).toEqual([[[story.id, at]], ['2031-07-04']])
  expect(await shown({ by: 'hour' })).toEqual([[[story.id, at]], ['2031-07-04T10']])
  // A filter by channel hides the times at which it is not published.
  expect(await shown({ channel: 'x' })).toEqual([[], []])
  expect((await shown({ ...summer, channel: 'linkedin' }))[1]).toEqual(['2031-07-04'])
  expect((await shown({ ...summer, channel: 'x' }))[1]).toEqual(['2031-07-03'])
  expect(await shown(june)).toEqual([[], []])
  // The time of a story is that of its first channel. What is posted keeps its place.
  await move('x', '2031-06-30T23:59:30Z')
  expect(await shown(june)).toEqual([[[story.id, '2031-06-30T23:59:30.000Z']], ['2031-06-30']])
  await sql`update queue_items set status = 'posted' where id = ${itemOf('linkedin')}`.execute(database())
  expect(await shown({})).toEqual([[[story.id, '2031-06-30T23:59:30.000Z']], ['2031-07-04']])
  // The same minute is the same time.
  const { storyId } = await insertStory(database(), {
    projectId: own.projectId,
    channels: ['x', 'threads'],
    caption: '',
  })
  await sql`update stories set scheduled_at = '2031-08-03T09:00:00Z' where id = ${storyId}`.execute(database())
  await sql`update queue_items set scheduled_at = '2031-08-03T09:00:20Z' where story_id = ${storyId}`.execute(
    database(),
  )
  const august = { from: '2031-08-01T00:00:00Z', to: '2031-09-01T00:00:00Z' }
  const { stories, counts } = await own.api.get(listCalendar, august)
  expect([stories[0]?.posts, counts]).toEqual([undefined, [{ local: '2031-08-03', count: 1 }]])
})

test('refuses a missing, reversed or too long range', async () => {
  const issues = async (input: object) =>
    (await project.api.refused(listCalendar, input)).error.issues?.map(({ path, code }) => `${path} ${code}`)
  expect(await issues({ from: summer.from })).toEqual(['to required'])
  expect(await issues({ from: summer.to, to: summer.from })).toEqual(['to invalid'])
  expect(await issues({ from: '2031-01-01T00:00:00Z', to: '2031-12-01T00:00:00Z' })).toEqual(['to too_far'])
  expect(await issues({ ...summer, by: 'hour' })).toEqual(['to too_far'])
  expect(await issues({ ...summer, each: '21' })).toEqual(['each too_big'])
})

test('excludes stories of other projects', async () => {
  const other = await aProject({ timezone: 'Europe/Berlin' })
  expect(await other.api.get(listCalendar, summer)).toEqual({ stories: [], counts: [], timezone: 'Europe/Berlin' })
})

test('a month with 5,000 stories returns only what its boxes show', async () => {
  const full = await aProject({ timezone: 'UTC' })
  await sql`insert into stories (id, project_id, caption, channels, post_type, status, scheduled_at)
    select gen_random_uuid(), ${full.projectId}, repeat('Story ' || n || ' ', 40), '{x,threads}', 'single', 'scheduled',
      '2031-07-01T00:00:00Z'::timestamptz + make_interval(secs => n * 500)
    from generate_series(0, 4999) n`.execute(database())
  const { stories, counts } = await full.api.get(listCalendar, summer)
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(5_000)
  expect(stories.length).toBe(counts.length * 4)
})
