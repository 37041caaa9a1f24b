import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { approveQueueItem, rejectQueueItem } from '@/lib/queue/contract'
import { approveQueueItem as approve } from '@/lib/queue/review'
import { getStory } from '@/lib/stories/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { eventsOf, rowOf } from '@/tests/support/publishing/publishing'
import { aScheduledStory, inHours, unknownId } from '../stories/stories'

async function pendingItems(project: TestProject, storyId: string) {
  const { content_queue } = await project.api.get(getStory, { id: storyId })
  return content_queue.map(({ id }) => id) as [string, string]
}

test('an approved item is published at its time', async () => {
  const project = await aProject({ requireApproval: true })
  const story = await aScheduledStory(project, { channels: ['x'] })
  const [id] = await pendingItems(project, story.id)
  const answer = await project.api.post(approveQueueItem, { id })
  expect(answer).toMatchObject({
    ok: true,
    item: { id, status: 'approved', scheduled_at: story.scheduled_at },
    story_status: 'scheduled',
  })
  expect((await rowOf(id)).next_attempt_at?.toISOString()).toBe(story.scheduled_at)
  expect(await eventsOf(project.projectId)).toEqual(['story.scheduled'])
})

test('an item that its network would refuse cannot be approved', async () => {
  const project = await aProject({ requireApproval: true })
  const story = await aScheduledStory(project, { channels: ['x'] })
  const [id] = await pendingItems(project, story.id)
  await database()
    .updateTable('stories')
    .set({ caption: 'a'.repeat(281) })
    .where('id', '=', story.id)
    .execute()
  const { status, error } = await project.api.refused(approveQueueItem, { id })
  expect([status, error.code]).toEqual([400, 'validation_error'])
  expect(error.issues).toMatchObject([{ path: 'caption', code: 'channel_limit', channel: 'x' }])
  expect((await rowOf(id)).status).toBe('pending')
})

test('an item that became due during review is published at once when approved', async () => {
  const project = await aProject({ requireApproval: true })
  const story = await aScheduledStory(project, { channels: ['x'] })
  const [id] = await pendingItems(project, story.id)
  await database()
    .updateTable('queue_items')
    .set({ scheduled_at: inHours(-2) })
    .where('id', '=', id)
    .execute()
  const before = Date.now()
  const { item } = await project.api.post(approveQueueItem, { id })
  expect(new Date(item.scheduled_at ?? 0).getTime()).toBeGreaterThanOrEqual(before)
  expect((await project.api.get(getStory, { id: story.id })).scheduled_at).toBe(item.scheduled_at)
})

test('a rejection stores its reason and sends both events; the first approval confirmed the time', async () => {
  const project = await aProject({ requireApproval: true })
  const story = await aScheduledStory(project)
  const [x, linkedin] = await pendingItems(project, story.id)
  await project.api.post(approveQueueItem, { id: x })
  const answer = await project.api.post(rejectQueueItem, { id: linkedin, reason: 'Not our tone' })
  expect(answer).toMatchObject({
    item: { status: 'rejected', skip_reason: 'Not our tone', skip_category: 'review' },
    story_status: 'scheduled',
  })
  expect(await eventsOf(project.projectId)).toEqual(['story.scheduled', 'story.failed', 'story.skipped'])
  const event = await database()
    .selectFrom('events')
    .select('data')
    .where('project_id', '=', project.projectId)
    .where('event', '=', 'story.skipped')
    .executeTakeFirstOrThrow()
  expect(event.data).toMatchObject({
    project_id: project.projectId,
    category: 'review',
    skip_reason: 'Not our tone',
    channel: 'linkedin',
    story: { id: story.id },
    queue_item: { id: linkedin, status: 'rejected' },
  })
})

test('a story is announced once, however many channels are approved', async () => {
  const project = await aProject({ requireApproval: true })
  const story = await aScheduledStory(project)
  for (const id of await pendingItems(project, story.id)) await project.api.post(approveQueueItem, { id })
  expect(await eventsOf(project.projectId)).toEqual(['story.scheduled'])
})

test('a story is cancelled when all its channels are rejected', async () => {
  const project = await aProject({ requireApproval: true })
  const story = await aScheduledStory(project, { channels: ['x'] })
  const [id] = await pendingItems(project, story.id)
  expect(await project.api.post(rejectQueueItem, { id, reason: 'No' })).toMatchObject({ story_status: 'cancelled' })
  expect((await project.api.get(getStory, { id: story.id })).status).toBe('cancelled')
})

test('an item cannot be decided twice', async () => {
  const project = await aProject({ requireApproval: true })
  const story = await aScheduledStory(project, { channels: ['x'] })
  const [id] = await pendingItems(project, story.id)
  await project.api.post(rejectQueueItem, { id, reason: 'No' })
  for (const [contract, input] of [
    [approveQueueItem, {}],
    [rejectQueueItem, { reason: 'Still no' }],
  ] as const) {
    expect(await project.api.refused(contract, { id, ...input })).toMatchObject({
      status: 409,
      error: { code: 'conflict' },
    })
  }
  expect(await rowOf(id)).toMatchObject({ status: 'rejected', skip_reason: 'No' })
})

test.each([{}, { reason: '' }, { reason: '  ' }, { reason: 'a'.repeat(501) }])(
  'refuses a rejection without a reason: %j',
  async (body) => {
    const { api } = await aProject()
    const { error } = await api.refused(rejectQueueItem, { id: unknownId, ...body })
    expect(error.issues).toMatchObject([{ path: 'reason' }])
  },
)

test.each([
  ['viewer', false],
  ['editor', false],
  ['admin', true],
] as const)('in the dashboard a %s may decide: %s', async (role, isAllowed) => {
  const project = await aProject({ requireApproval: true })
  const story = await aScheduledStory(project, { channels: ['x'] })
  const [id] = await pendingItems(project, story.id)
  const userId = newId()
  const db = database()
  await db
    .insertInto('users')
    .values({ id: userId, email: `${userId}@example.com`, name: 'Reviewer' })
    .execute()
  await db.insertInto('project_members').values({ project_id: project.projectId, user_id: userId, role }).execute()
  const decision = approve({ db, principal: { kind: 'session', userId }, now: new Date() }, { id })
  if (isAllowed) expect(await decision).toMatchObject({ item: { status: 'approved' } })
  else await expect(decision).rejects.toMatchObject({ code: 'insufficient_scope' })
})
