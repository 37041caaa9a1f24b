import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { approveQueueItem, bulkReschedule, rejectQueueItem } from '@/lib/queue/contract'
import { QueueItem } from '@/lib/queue-items/schema'
import type { QueueStatus } from '@/lib/queue-items/status'
import { cancelStory, retryStory, Story, scheduleStory } from '@/lib/stories/contract'
import { deriveStoryStatus, type StoryStatus } from '@/lib/stories/status'
import type { TestProject } from '@/tests/support/api/api'
import {
  aDueStory,
  attemptsOf,
  eventsOf,
  failCalls,
  letTimePass,
  makeOlder,
  payloadsOf,
  postsOf,
  publishOnce,
  rowOf,
  setEnv,
  storyOf,
} from '@/tests/support/publishing/publishing'

beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '1' }))

const table: [QueueStatus[], StoryStatus][] = [
  [[], 'draft'],
  [['draft'], 'draft'],
  [['draft', 'draft'], 'draft'],
  [['approved'], 'scheduled'],
  [['pending'], 'scheduled'],
  [['posted', 'approved'], 'scheduled'],
  [['posted', 'pending'], 'scheduled'],
  [['failed', 'approved'], 'scheduled'],
  [['rejected', 'pending'], 'scheduled'],
  [['draft', 'approved'], 'scheduled'],
  [['posted'], 'published'],
  [['posted', 'posted'], 'published'],
  [['posted', 'failed'], 'partial'],
  [['posted', 'rejected'], 'partial'],
  [['posted', 'draft'], 'partial'],
  [['failed'], 'failed'],
  [['failed', 'failed'], 'failed'],
  [['failed', 'rejected'], 'failed'],
  [['failed', 'draft'], 'failed'],
  [['rejected'], 'cancelled'],
  [['rejected', 'rejected'], 'cancelled'],
]
test.each(table)('rows %j: the story is %s', (rows, status) => {
  expect(deriveStoryStatus(rows)).toBe(status)
  expect(deriveStoryStatus([...rows].reverse())).toBe(status)
})

const refuse = { fault: 'refuse', preset: 'content', call: 'publish' } as const

async function aStoryOn(channels: ChannelId[], failing: ChannelId[] = [], request = {}) {
  const due = await aDueStory(channels, request)
  for (const account of due.accounts) if (failing.includes(account.network)) await failCalls(account, refuse)
  const publish = async (...wanted: ChannelId[]) => {
    for (const channel of wanted) await publishOnce(due.itemIds[channel] ?? '')
  }
  return { ...due, publish }
}

describe('a story on two channels', () => {
  test('is scheduled while one waits, and published after the last', async () => {
    const { project, storyId, publish } = await aStoryOn(['x', 'threads'])
    await publish('threads')
    expect(await storyOf(storyId)).toMatchObject({ status: 'scheduled', published_channels: ['threads'] })
    expect(await eventsOf(project.projectId)).toEqual([])
    await publish('x')
    expect(await storyOf(storyId)).toMatchObject({ status: 'published', published_channels: ['threads', 'x'] })
    expect(await eventsOf(project.projectId)).toEqual(['story.published'])
  })

  test.each([
    [['x', 'threads'] as const, ['story.failed', 'story.published']],
    [['threads', 'x'] as const, ['story.failed', 'story.published']],
  ])('is partial when one fails, in the order %j', async (order, events) => {
    const { project, storyId, publish } = await aStoryOn(['x', 'threads'], ['x'])
    await publish(...order)
    expect(await storyOf(storyId)).toMatchObject({ status: 'partial', published_channels: ['threads'] })
    expect(await eventsOf(project.projectId)).toEqual(events)
  })

  test('is failed when both fail, with one story.failed per channel', async () => {
    const { project, storyId, publish } = await aStoryOn(['x', 'threads'], ['x', 'threads'])
    await publish('x', 'threads')
    expect(await storyOf(storyId)).toMatchObject({ status: 'failed', published_url: null, published_at: null })
    const payloads = await payloadsOf(project.projectId)
    expect(payloads.map(({ event, data }) => [event, data.channel])).toEqual([
      ['story.failed', 'x'],
      ['story.failed', 'threads'],
    ])
  })

  test('is published once when two workers settle at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { project, storyId, itemIds } = await aStoryOn(['x', 'threads'])
      await Promise.all(Object.values(itemIds).map(publishOnce))
      expect((await storyOf(storyId)).status).toBe('published')
      expect(await eventsOf(project.projectId)).toEqual(['story.published'])
    }
  })

  test('a retry sends only the failed channel again, and the event has both channels', async () => {
    const due = await aDueStory(['x', 'threads'])
    const [x, threads] = due.accounts
    if (!x || !threads) throw new Error('No accounts.')
    await failCalls(x, { ...refuse, times: 1 })
    for (const id of Object.values(due.itemIds)) await publishOnce(id)
    expect((await storyOf(due.storyId)).status).toBe('partial')
    await due.project.api.post(retryStory, { id: due.storyId })
    expect((await storyOf(due.storyId)).status).toBe('scheduled')
    await letTimePass(due.itemId, 0)
    expect(await publishOnce(due.itemIds.threads ?? '')).toBeNull()
    expect(await publishOnce(due.itemId)).toBe('posted')
    expect([(await postsOf(x)).length, (await postsOf(threads)).length]).toEqual([1, 1])
    expect((await storyOf(due.storyId)).status).toBe('published')
    const payloads = await payloadsOf(due.project.projectId)
    const published = payloads.filter(({ event }) => event === 'story.published')
    expect(published.map(({ data }) => data.story.published_channels)).toEqual([['threads'], ['threads', 'x']])
  })
})

/** The new channels of each `story.published` event of a project. */
const announcedIn = async (projectId: string) =>
  (await payloadsOf(projectId)).filter(({ event }) => event === 'story.published').map(({ data }) => data.channels)

describe('a partly published story is announced', () => {
  const nextYear = () => new Date(Date.now() + 300 * 86_400_000).toISOString()

  test('while a row of another day waits, and again after that row', async () => {
    const { project, itemIds, publish } = await aStoryOn(['threads', 'x'])
    await project.api.post(bulkReschedule, { queue_item_ids: [itemIds.x ?? ''], scheduled_at: nextYear() })
    await publish('threads')
    expect(await announcedIn(project.projectId)).toEqual([['threads']])
    await letTimePass(itemIds.x ?? '', 0)
    await publish('x')
    expect(await announcedIn(project.projectId)).toEqual([['threads'], ['x']])
  })

  test('again after a much later row, for that row only, even when the first event was deleted', async () => {
    const { project, itemIds, publish } = await aStoryOn(['threads', 'x'])
    await project.api.post(bulkReschedule, { queue_item_ids: [itemIds.x ?? ''], scheduled_at: nextYear() })
    await publish('threads')
    await database().deleteFrom('events').where('project_id', '=', project.projectId).execute()
    await letTimePass(itemIds.x ?? '', 0)
    await publish('x')
    expect(await announcedIn(project.projectId)).toEqual([['x']])
  })

  test('while another row waits for review and is then rejected', async () => {
    const { project, storyId, itemIds, publish } = await aStoryOn(['threads', 'x'])
    await makePending(itemIds.threads ?? '', itemIds.x ?? '')
    await project.api.post(approveQueueItem, { id: itemIds.threads ?? '' })
    await publish('threads')
    expect(await eventsOf(project.projectId)).toEqual(['story.scheduled', 'story.published'])
    await project.api.post(rejectQueueItem, { id: itemIds.x ?? '', reason: 'No' })
    expect((await storyOf(storyId)).status).toBe('partial')
    expect(await announcedIn(project.projectId)).toEqual([['threads']])
  })

  test.each([
    ['a cancel', (project: TestProject, storyId: string) => project.api.post(cancelStory, { id: storyId })],
    [
      'a reschedule',
      (project: TestProject, storyId: string) =>
        project.api.post(bulkReschedule, { story_ids: [storyId], scheduled_at: nextYear() }),
    ],
    [
      'a schedule',
      (project: TestProject, storyId: string) =>
        project.api.post(scheduleStory, { id: storyId, scheduled_at: nextYear() }),
    ],
  ])('when %s removes the last due row', async (_, removeDue) => {
    const { project, storyId, publish } = await aStoryOn(['threads', 'x'])
    await publish('threads')
    expect(await announcedIn(project.projectId)).toEqual([])
    await removeDue(project, storyId)
    expect(await announcedIn(project.projectId)).toEqual([['threads']])
  })
})

/** As if the project had required approval when the story was created. */
const makePending = (...ids: string[]) =>
  database().updateTable('queue_items').set({ status: 'pending' }).where('id', 'in', ids).execute()

describe('published_url', () => {
  test('is the URL on the primary channel, whichever is published first', async () => {
    const { storyId, itemIds, publish } = await aStoryOn(['x', 'threads', 'ghost'])
    const urlOf = async (channel: string) => (await rowOf(itemIds[channel] ?? '')).published_url
    await publish('ghost')
    expect((await storyOf(storyId)).published_url).toBe(await urlOf('ghost'))
    await publish('threads')
    expect((await storyOf(storyId)).published_url).toBe(await urlOf('ghost'))
    await publish('x')
    const story = await storyOf(storyId)
    expect(story.published_url).toBe(await urlOf('x'))
    expect(story.published_urls).toEqual({
      x: await urlOf('x'),
      threads: await urlOf('threads'),
      ghost: await urlOf('ghost'),
    })
  })

  test.each(channelIds)('opens the post (%s)', async (channel) => {
    const { account, itemId } = await aDueStory([channel])
    await publishOnce(itemId)
    const { published_url, external_id } = await rowOf(itemId)
    const [post] = await postsOf(account)
    expect(external_id).toBe(post?.id)
    const page = await fetch(published_url ?? '')
    expect([channel, page.status]).toEqual([channel, 200])
    expect(await page.text()).toContain('Warm bread')
  })
})

describe('events', () => {
  test.each([
    [14, ['story.published']],
    [16, ['story.published', 'story.published_late']],
  ])('a story published %i minutes late: %j', async (minutes, events) => {
    const { project, storyId, itemId } = await aDueStory(['x'])
    await makeOlder(storyId, minutes * 60)
    await publishOnce(itemId)
    const payloads = await payloadsOf(project.projectId)
    expect(payloads.map(({ event }) => event)).toEqual(events)
    if (minutes > 15) expect(payloads[1]?.data.late_by_seconds).toBeGreaterThanOrEqual(minutes * 60)
  })

  test('a retry posted on time is not late, even if other rows were', async () => {
    const due = await aDueStory(['threads', 'facebook'])
    const facebook = due.accounts.find(({ network }) => network === 'facebook')
    if (!facebook) throw new Error('No account.')
    await makeOlder(due.storyId, 20 * 60)
    await failCalls(facebook, { ...refuse, times: 1 })
    for (const id of Object.values(due.itemIds)) await publishOnce(id)
    const late = ['story.failed', 'story.published', 'story.published_late']
    expect(await eventsOf(due.project.projectId)).toEqual(late)
    await due.project.api.post(retryStory, { id: due.storyId })
    await letTimePass(due.itemIds.facebook ?? '', 0)
    expect(await publishOnce(due.itemIds.facebook ?? '')).toBe('posted')
    expect(await eventsOf(due.project.projectId)).toEqual([...late, 'story.scheduled', 'story.published'])
  })

  test('contain project_id, the whole story and the whole row', async () => {
    const { project, storyId, itemId, publish } = await aStoryOn(['x', 'threads'], ['x'])
    await publish('x', 'threads')
    const [failed, published] = await payloadsOf(project.projectId)
    for (const { data } of [failed, published] as { data: Record<string, unknown> }[]) {
      expect(data.project_id).toBe(project.projectId)
      expect(Story.safeParse(data.story).error).toBeUndefined()
      expect(data.story).toMatchObject({ id: storyId })
    }
    expect(QueueItem.safeParse(failed?.data.queue_item).error).toBeUndefined()
    expect(failed?.data).toMatchObject({
      queue_item: { id: itemId, status: 'failed' },
      channel: 'x',
      category: 'content',
      skip_reason: expect.any(String),
    })
    expect(published?.data.story).toMatchObject({
      status: 'partial',
      published_at: expect.any(String),
      published_channels: ['threads'],
      published_url: expect.stringMatching(/^http/),
    })
  })

  test('commit with their change: when the transaction fails neither is stored, and the next worker stores both', async () => {
    const { project, account, storyId, itemId } = await aDueStory(['x'])
    await refuseEvents(project.projectId)
    try {
      expect(await publishOnce(itemId)).toBe('lost')
      expect(await rowOf(itemId)).toMatchObject({ status: 'approved', external_id: null })
      expect(await storyOf(storyId)).toMatchObject({ status: 'scheduled', published_channels: [] })
      expect(await eventsOf(project.projectId)).toEqual([])
      expect((await attemptsOf(itemId)).map(({ outcome }) => outcome)).toEqual([null])
    } finally {
      await allowEvents()
    }
    await letTimePass(itemId, 0)
    expect(await publishOnce(itemId)).toBe('posted')
    expect(await postsOf(account)).toHaveLength(1)
    expect(await eventsOf(project.projectId)).toEqual(['story.published'])
    expect((await storyOf(storyId)).status).toBe('published')
  })

  test('commit with a failure in the same transaction', async () => {
    const { project, storyId, itemId, account } = await aDueStory(['x'])
    await failCalls(account, refuse)
    await refuseEvents(project.projectId)
    try {
      expect(await publishOnce(itemId)).toBe('lost')
      expect((await rowOf(itemId)).status).toBe('approved')
      expect((await storyOf(storyId)).status).toBe('scheduled')
      expect(await eventsOf(project.projectId)).toEqual([])
    } finally {
      await allowEvents()
    }
  })
})

/** Makes the database reject events of this project, so that their transaction fails. */
async function refuseEvents(projectId: string): Promise<void> {
  await sql`
    create or replace function refuse_event() returns trigger language plpgsql as
    'begin raise exception ''no events''; end'`.execute(database())
  await sql
    .raw(`create trigger refuse_event before insert on events for each row when (new.project_id = '${projectId}')
      execute function refuse_event()`)
    .execute(database())
}

const allowEvents = () => sql`drop trigger refuse_event on events`.execute(database())
