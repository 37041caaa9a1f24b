import { expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { bulkReschedule } from '@/lib/queue/contract'
import type { QueueStatus } from '@/lib/queue-items/status'
import { getStory } from '@/lib/stories/contract'
import { listDivergent, reconcileStories, resyncStory } from '@/lib/stories/reconcile/contract'
import { aProject } from '@/tests/support/api/api'
import { storyOf } from '@/tests/support/publishing/publishing'
import { aScheduledStory, aStory, inHours } from './stories'

const rowsOf = (storyId: string, channel: ChannelId) =>
  database().updateTable('queue_items').where('story_id', '=', storyId).where('channel', '=', channel)
const story = (id: string) => database().updateTable('stories').where('id', '=', id)

async function addRow(
  project: { projectId: string },
  storyId: string,
  channel: ChannelId,
  status: QueueStatus,
): Promise<void> {
  const id = newId()
  await database()
    .insertInto('queue_items')
    .values({ id, story_id: storyId, project_id: project.projectId, channel, status })
    .execute()
}

test('counts consistent stories and reports nothing else', async () => {
  const project = await aProject()
  await aStory(project)
  const moved = await aScheduledStory(project, { destination_url: 'https://shop.example', utm_term: 'bread' })
  const { content_queue } = await project.api.get(getStory, { id: moved.id })
  await project.api.post(bulkReschedule, { queue_item_ids: [content_queue[1]?.id ?? ''], shift_days: 1 })
  expect(await project.api.get(listDivergent, {})).toEqual({ divergent: [], checked: 2 })
  expect(await project.api.post(reconcileStories, {})).toEqual({ repaired: [], unrepaired: [] })
  expect(await project.api.post(resyncStory, { id: moved.id })).toMatchObject({ changed: false })
})

test('lists and repairs each kind of mismatch', async () => {
  const project = await aProject()
  const made = []
  for (let index = 0; index < 5; index++)
    made.push(await aScheduledStory(project, { destination_url: 'https://shop.example' }))
  const [missing, orphan, status, time, content] = made.map(({ id }) => id) as [string, string, string, string, string]
  await database().deleteFrom('queue_items').where('story_id', '=', missing).where('channel', '=', 'x').execute()
  await addRow(project, orphan, 'ghost', 'draft')
  await story(status).set({ status: 'failed' }).execute()
  await rowsOf(time, 'x')
    .set({ scheduled_at: inHours(3) })
    .execute()
  await rowsOf(content, 'linkedin').set({ destination_url: null, utm: '{}' }).execute()
  const { divergent, checked } = await project.api.get(listDivergent, {})
  const reported = divergent.map(({ story_id, channel, problem, queue_status }) => [
    story_id,
    problem,
    channel,
    queue_status,
  ])
  const expected = [
    [content, 'content_mismatch', 'linkedin', 'approved'],
    [time, 'time_mismatch', 'x', 'approved'],
    [status, 'status_mismatch', null, 'scheduled'],
    [orphan, 'orphan_row', 'ghost', 'draft'],
    [missing, 'missing_row', 'x', null],
  ]
  expect([checked, reported]).toEqual([5, expected])
  const { repaired, unrepaired } = await project.api.post(reconcileStories, {})
  expect(repaired.map(({ story_id, problem }) => [story_id, problem])).toEqual(
    expected.map(([id, problem]) => [id, problem]),
  )
  expect(unrepaired).toEqual([])
  expect((await project.api.get(listDivergent, {})).divergent).toEqual([])
  const { content_queue } = await project.api.get(getStory, { id: time })
  expect(content_queue).toMatchObject([
    { scheduled_at: made[3]?.scheduled_at },
    { scheduled_at: made[3]?.scheduled_at },
  ])
})

test('lists and approves a draft row of a scheduled story, which would never be published', async () => {
  for (const requireApproval of [false, true]) {
    const project = await aProject({ requireApproval })
    const { id, scheduled_at } = await aScheduledStory(project)
    await rowsOf(id, 'x').set({ status: 'draft', scheduled_at: null, next_attempt_at: null }).execute()
    const problem = { story_id: id, channel: 'x', queue_status: 'draft', problem: 'status_mismatch' }
    expect((await project.api.get(listDivergent, {})).divergent).toMatchObject([problem])
    const { queue_items, changed } = await project.api.post(resyncStory, { id })
    expect(changed).toBe(true)
    const status = requireApproval ? 'pending' : 'approved'
    expect(queue_items.find(({ channel }) => channel === 'x')).toMatchObject({ status, scheduled_at })
    expect((await project.api.get(listDivergent, {})).divergent).toEqual([])
  }
})

test('does not approve a draft row that would be published late', async () => {
  const project = await aProject()
  const { id } = await aScheduledStory(project)
  await rowsOf(id, 'x').set({ status: 'draft' }).execute()
  await story(id)
    .set({ scheduled_at: inHours(-2) })
    .execute()
  await rowsOf(id, 'linkedin')
    .set({ status: 'posted', scheduled_at: inHours(-2) })
    .execute()
  await story(id).set({ status: 'partial' }).execute()
  const { repaired, unrepaired } = await project.api.post(reconcileStories, {})
  expect(repaired).toEqual([])
  expect(unrepaired).toMatchObject([{ story_id: id, channel: 'x', problem: 'status_mismatch', reason: 'partial' }])
  expect(await rowsOf(id, 'x').set({ status: 'draft' }).returning('status').executeTakeFirst()).toEqual({
    status: 'draft',
  })
})

test('does not add a missing row that would be late, or to a finished story', async () => {
  const project = await aProject()
  const late = await aScheduledStory(project)
  const done = await aScheduledStory(project)
  for (const { id } of [late, done])
    await database().deleteFrom('queue_items').where('story_id', '=', id).where('channel', '=', 'x').execute()
  await story(late.id)
    .set({ scheduled_at: inHours(-1) })
    .execute()
  await rowsOf(late.id, 'linkedin')
    .set({ scheduled_at: inHours(-1), status: 'pending' })
    .execute()
  await rowsOf(done.id, 'linkedin').set({ status: 'posted' }).execute()
  await story(done.id).set({ status: 'published' }).execute()
  const { unrepaired } = await project.api.post(reconcileStories, {})
  const reasons = unrepaired
    .filter(({ problem }) => problem === 'missing_row')
    .map(({ story_id, reason }) => [story_id, reason])
  expect(reasons).toEqual([
    [done.id, 'published'],
    [late.id, 'in_the_past'],
  ])
  expect((await project.api.get(getStory, { id: done.id })).content_queue).toHaveLength(1)
})

test('never removes a published row', async () => {
  const project = await aProject()
  const made = await aScheduledStory(project)
  await addRow(project, made.id, 'ghost', 'posted')
  const { unrepaired } = await project.api.post(reconcileStories, {})
  expect(unrepaired).toMatchObject([{ problem: 'orphan_row', channel: 'ghost', reason: 'posted' }])
})

test('stops an approved row of a cancelled story', async () => {
  const project = await aProject()
  const made = await aScheduledStory(project)
  await story(made.id).set({ status: 'cancelled' }).execute()
  const { queue_items, changed } = await project.api.post(resyncStory, { id: made.id })
  expect(changed).toBe(true)
  expect(queue_items).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect((await storyOf(made.id)).status).toBe('cancelled')
})

test('restores all rows of a scheduled story that has none', async () => {
  const project = await aProject()
  const made = await aScheduledStory(project)
  await database().deleteFrom('queue_items').where('story_id', '=', made.id).execute()
  const { queue_items } = await project.api.post(resyncStory, { id: made.id })
  expect(queue_items).toMatchObject([
    { channel: 'x', status: 'approved', scheduled_at: made.scheduled_at },
    { channel: 'linkedin', status: 'approved', scheduled_at: made.scheduled_at },
  ])
})
