import { expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { approveQueueItem } from '@/lib/queue/contract'
import type { QueueStatus } from '@/lib/queue-items/status'
import {
  archiveStory,
  cancelStory,
  deleteStory,
  getStory,
  publishStory,
  retryStory,
  scheduleStory,
} from '@/lib/stories/contract'
import type { StoryStatus } from '@/lib/stories/status'
import { aProject } from '@/tests/support/api/api'
import { eventsOf, rowOf, storyOf } from '@/tests/support/publishing/publishing'
import { aScheduledStory, aStory, inHours } from './stories'

const skip = { connection_check: 'skip' } as const

/** Sets rows to states of the publisher. */
async function settle(storyId: string, status: StoryStatus, rows: [ChannelId, QueueStatus][]): Promise<void> {
  for (const [channel, state] of rows) {
    await database()
      .updateTable('queue_items')
      .set({
        status: state,
        next_attempt_at: null,
        ...(state === 'failed' ? { skip_reason: 'stale-scheduled', skip_category: 'other' } : {}),
      })
      .where('story_id', '=', storyId)
      .where('channel', '=', channel)
      .execute()
  }
  await database().updateTable('stories').set({ status }).where('id', '=', storyId).execute()
}

test('scheduling a draft updates rows, story, tracking values, timeline and event together', async () => {
  const project = await aProject({ timezone: 'Europe/Berlin' })
  const draft = await aStory(project)
  const answer = await project.api.post(scheduleStory, {
    id: draft.id,
    scheduled_at_local: '2031-07-01T09:00',
    ...skip,
  })
  const at = '2031-07-01T07:00:00.000Z'
  expect(answer).toMatchObject({
    ok: true,
    story_id: draft.id,
    status: 'scheduled',
    scheduled_at: at,
    queue_items: [
      { channel: 'x', status: 'approved', scheduled_at: at, utm: { source: 'twitter', medium: 'post' } },
      { channel: 'linkedin', status: 'approved', scheduled_at: at },
    ],
    enqueue: { enqueued: ['x', 'linkedin'], skipped: [] },
    warnings: [],
  })
  expect(await eventsOf(project.projectId)).toEqual(['story.scheduled'])
  const row = await rowOf(answer.queue_items[0]?.id ?? '')
  expect(row.next_attempt_at?.toISOString()).toBe(at)
})

test('a new time moves a scheduled story, and its resolved tracking values stay', async () => {
  const project = await aProject()
  const story = await aScheduledStory(project)
  const before = await storyOf(story.id)
  await database()
    .updateTable('projects')
    .set({ utm_template: JSON.stringify({ source: 'other' }) })
    .where('id', '=', project.projectId)
    .execute()
  const at = inHours(48)
  const answer = await project.api.post(scheduleStory, { id: story.id, scheduledAt: at, ...skip })
  expect(answer.queue_items.map(({ scheduled_at }) => scheduled_at)).toEqual([at, at])
  expect(answer.queue_items[0]?.utm.source).toBe('twitter')
  expect((await storyOf(story.id)).utm_resolved).toEqual(before.utm_resolved)
})

test('publish schedules for a minute from now', async () => {
  const project = await aProject()
  const draft = await aStory(project)
  const before = Date.now()
  const { scheduled_at, status } = await project.api.post(publishStory, { id: draft.id, ...skip })
  const delay = new Date(scheduled_at ?? 0).getTime() - before
  expect(status).toBe('scheduled')
  expect(delay).toBeGreaterThanOrEqual(60_000)
  expect(delay).toBeLessThan(70_000)
})

test('schedule and publish check connections first, and change nothing when they are missing', async () => {
  const project = await aProject()
  const draft = await aStory(project)
  const before = await storyOf(draft.id)
  for (const [contract, time] of [
    [scheduleStory, { scheduled_at: inHours(1) }],
    [publishStory, {}],
  ] as const) {
    const { error } = await project.api.refused(contract, { id: draft.id, ...time })
    expect(error).toMatchObject({ code: 'missing_connection', preflight: { missing: ['x', 'linkedin'] } })
  }
  expect(await storyOf(draft.id)).toEqual(before)
  expect(await eventsOf(project.projectId)).toEqual([])
})

test('refuses schedule without a time', async () => {
  const project = await aProject()
  const { error } = await project.api.refused(scheduleStory, { id: (await aStory(project)).id })
  expect(error.issues).toMatchObject([{ path: 'scheduled_at', code: 'required' }])
})

test('cancel rejects pending rows and keeps published ones', async () => {
  const project = await aProject()
  const story = await aScheduledStory(project)
  await settle(story.id, 'scheduled', [['x', 'posted']])
  const answer = await project.api.post(cancelStory, { id: story.id })
  expect(answer).toMatchObject({
    status: 'cancelled',
    queue_items: [
      { channel: 'x', status: 'posted' },
      { channel: 'linkedin', status: 'rejected', skip_reason: 'cancelled' },
    ],
  })
  const rows = await database()
    .selectFrom('queue_items')
    .select('next_attempt_at')
    .where('story_id', '=', story.id)
    .execute()
  expect(rows.map(({ next_attempt_at }) => next_attempt_at)).toEqual([null, null])
})

test('retry sends failed channels again in a minute, and published ones stay', async () => {
  const project = await aProject()
  const story = await aScheduledStory(project)
  await settle(story.id, 'partial', [
    ['x', 'posted'],
    ['linkedin', 'failed'],
  ])
  const answer = await project.api.post(retryStory, { id: story.id })
  expect(answer).toMatchObject({
    status: 'scheduled',
    queue_items: [
      { channel: 'x', status: 'posted' },
      {
        channel: 'linkedin',
        status: 'approved',
        skip_reason: null,
        skip_category: null,
        scheduled_at: answer.scheduled_at,
      },
    ],
    enqueue: { enqueued: ['linkedin'] },
    warnings: [{ code: 'missing_connection', preflight: { missing: ['linkedin'] } }],
  })
})

test('retry keeps the progress of a broken thread, so no part is posted twice', async () => {
  const project = await aProject()
  const story = await aScheduledStory(project, { channels: ['x'] })
  await settle(story.id, 'failed', [['x', 'failed']])
  const progress = { done: { 'thread-1': { id: '1' } } }
  await database()
    .updateTable('queue_items')
    .set({ progress: JSON.stringify(progress) })
    .where('story_id', '=', story.id)
    .execute()
  const { queue_items } = await project.api.post(retryStory, { id: story.id })
  expect((await rowOf(queue_items[0]?.id ?? '')).progress).toEqual(progress)
})

test('archive resolves the tracking template of a draft that never had a time', async () => {
  const project = await aProject()
  const draft = await aStory(project)
  const answer = await project.api.post(archiveStory, { id: draft.id })
  expect(answer.status).toBe('archived')
  expect(answer.queue_items[0]).toMatchObject({ channel: 'x', utm: { source: 'twitter', medium: 'post' } })
  expect((await storyOf(draft.id)).utm_resolved).toHaveProperty('x.source', 'twitter')
})

test('a deleted draft is not found afterwards', async () => {
  const project = await aProject()
  const draft = await aStory(project)
  expect(await project.api.delete(deleteStory, { id: draft.id })).toEqual({ ok: true, story_id: draft.id })
  expect((await project.api.refused(getStory, { id: draft.id })).status).toBe(404)
})

test.each([
  [
    'schedule',
    scheduleStory,
    { scheduled_at: inHours(1) },
    ['published', 'partial', 'failed', 'archived', 'cancelled'],
  ],
  ['publish', publishStory, {}, ['published', 'partial', 'failed', 'archived', 'cancelled']],
  ['delete', deleteStory, {}, ['scheduled', 'published', 'partial', 'failed', 'archived', 'cancelled']],
  ['cancel', cancelStory, {}, ['draft', 'published', 'partial', 'failed', 'archived', 'cancelled']],
  ['archive', archiveStory, {}, ['scheduled', 'archived']],
  ['retry', retryStory, {}, ['draft', 'scheduled', 'published', 'archived', 'cancelled']],
] as const)('409 for %s in every state that does not allow it, without changes', async (_, contract, input, states) => {
  const project = await aProject()
  const story = await aScheduledStory(project)
  for (const status of states) {
    await database().updateTable('stories').set({ status }).where('id', '=', story.id).execute()
    const before = await storyOf(story.id)
    const refused = await project.api.refused(contract, { id: story.id, ...input })
    expect(refused).toMatchObject({
      status: 409,
      error: { code: 'conflict', message: expect.stringContaining(status) },
    })
    expect(await storyOf(story.id)).toEqual(before)
  }
})

test('in a project with review a story is announced once, on its first approval', async () => {
  const project = await aProject({ requireApproval: true })
  const draft = await aStory(project)
  const { queue_items, enqueue } = await project.api.post(scheduleStory, {
    id: draft.id,
    scheduled_at: inHours(3),
    ...skip,
  })
  expect(enqueue.skipped).toEqual([
    { channel: 'x', reason: 'awaiting_approval' },
    { channel: 'linkedin', reason: 'awaiting_approval' },
  ])
  expect(await eventsOf(project.projectId)).toEqual([])
  await project.api.post(approveQueueItem, { id: queue_items[0]?.id ?? '' })
  expect(await eventsOf(project.projectId)).toEqual(['story.scheduled'])
  await project.api.post(approveQueueItem, { id: queue_items[1]?.id ?? '' })
  expect(await eventsOf(project.projectId)).toEqual(['story.scheduled'])
})
