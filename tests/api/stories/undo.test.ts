import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { approveQueueItem, bulkReschedule, rejectQueueItem } from '@/lib/queue/contract'
import {
  archiveStory,
  cancelStory,
  editStory,
  getStory,
  listStories,
  publishStory,
  scheduleStory,
} from '@/lib/stories/contract'
import { reopenStory, restoreSchedule, unarchiveStory } from '@/lib/stories/undo-contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { aMember } from '@/tests/support/api/members'
import { signedIn } from '@/tests/support/api/session'
import { eventsOf } from '@/tests/support/publishing/publishing'
import { aScheduledStory, aStory, inHours } from './stories'

const queueOf = async ({ api }: Pick<TestProject, 'api'>, id: string) => (await api.get(getStory, { id })).content_queue

const statesOf = async (project: Pick<TestProject, 'api'>, id: string) =>
  (await queueOf(project, id)).map(({ channel, status, scheduled_at }) => [channel, status, scheduled_at])

/** A story with an approved post on X and a pending one on LinkedIn, an hour later. */
async function aReviewedStory(project: TestProject) {
  const story = await aScheduledStory(project)
  const [x, linkedin] = await queueOf(project, story.id)
  await project.api.post(approveQueueItem, { id: x?.id ?? '' })
  await project.api.post(bulkReschedule, { queue_item_ids: [linkedin?.id ?? ''], scheduled_at: inHours(25) })
  return story
}

test('undo of “back to draft” restores times and approvals, once', async () => {
  const project = await aProject({ requireApproval: true })
  const { id } = await aReviewedStory(project)
  const before = await statesOf(project, id)
  expect(before.map(([, status]) => status)).toEqual(['approved', 'pending'])
  await project.api.patch(editStory, { id, scheduled_at: null })
  expect((await statesOf(project, id)).map(([, status, at]) => [status, at])).toEqual([
    ['draft', null],
    ['draft', null],
  ])
  const answer = await project.api.post(restoreSchedule, { id })
  expect(answer).toMatchObject({ ok: true, status: 'scheduled', scheduled_at: before[0]?.[2], approval_lost: [] })
  expect(await statesOf(project, id)).toEqual(before)
  expect(await eventsOf(project.projectId)).toEqual(['story.scheduled', 'story.scheduled'])
  expect((await project.api.refused(restoreSchedule, { id })).status).toBe(409)
})

test('an editor gets the times back, but approval is needed again', async () => {
  const project = await aProject({ requireApproval: true })
  const { id } = await aReviewedStory(project)
  const before = await statesOf(project, id)
  const editor = await signedIn((await aMember(project.projectId, 'editor')).userId)
  await editor.patch(editStory, { id, scheduled_at: null })
  const answer = await editor.post(restoreSchedule, { id })
  expect(answer).toMatchObject({ status: 'scheduled', approval_lost: ['x'] })
  expect(await statesOf(project, id)).toEqual(before.map(([channel, , at]) => [channel, 'pending', at]))
})

test('a draft that was changed since keeps nothing of its old schedule', async () => {
  const project = await aProject({ requireApproval: true })
  const { id } = await aReviewedStory(project)
  await project.api.patch(editStory, { id, scheduled_at: null })
  await project.api.patch(editStory, { id, caption: 'Not reviewed' })
  const refused = await project.api.refused(restoreSchedule, { id })
  expect([refused.status, refused.error]).toEqual([
    409,
    {
      code: 'conflict',
      message: 'This story was changed since it became a draft, or never had a time. Schedule it again.',
    },
  ])
  expect((await statesOf(project, id)).map(([, status]) => status)).toEqual(['draft', 'draft'])
})

test('times that passed meanwhile are refused', async () => {
  const project = await aProject()
  const { id } = await aScheduledStory(project)
  await database()
    .updateTable('stories')
    .set({ scheduled_at: inHours(-1) })
    .where('id', '=', id)
    .execute()
  await project.api.patch(editStory, { id, scheduled_at: null })
  const { status, error } = await project.api.refused(restoreSchedule, { id })
  expect([status, error.issues]).toMatchObject([400, [{ path: 'scheduled_at', code: 'in_the_past' }]])
})

test('an unarchived story has the status from before', async () => {
  const project = await aProject()
  const draft = await aStory(project)
  const cancelled = await aScheduledStory(project)
  await project.api.post(cancelStory, { id: cancelled.id })
  for (const [{ id }, status] of [
    [draft, 'draft'],
    [cancelled, 'cancelled'],
  ] as const) {
    await project.api.post(archiveStory, { id })
    expect(await project.api.post(unarchiveStory, { id })).toMatchObject({ story_id: id, status })
    expect((await project.api.refused(unarchiveStory, { id })).error.message).toBe(
      `This story is ${status}. Only an archived story can be unarchived.`,
    )
  }
})

test('a rejected story is found, reopened and sent for approval again; a cancelled one is not', async () => {
  const project = await aProject({ requireApproval: true })
  const [rejected, cancelled, waiting] = [
    await aScheduledStory(project),
    await aScheduledStory(project),
    await aScheduledStory(project),
  ]
  for (const { id } of await queueOf(project, rejected.id)) {
    await project.api.post(rejectQueueItem, { id, reason: 'Tone is off' })
  }
  await project.api.post(cancelStory, { id: cancelled.id })
  const listed = async (filter: object): Promise<string[]> =>
    (await project.api.get(listStories, filter)).stories.map(({ id }) => id)
  expect(await listed({ is_rejected: 'true' })).toEqual([rejected.id])
  expect(await listed({ status: 'cancelled', is_rejected: 'false' })).toEqual([cancelled.id])
  expect(await listed({ waits_for_approval: 'true' })).toEqual([waiting.id])
  expect(await listed({ status: 'scheduled', waits_for_approval: 'false' })).toEqual([])
  expect((await project.api.get(listStories, {})).stories).toMatchObject([
    { is_rejected: false, waits_for_approval: true, channel_times: [waiting.scheduled_at] },
    { is_rejected: false, waits_for_approval: false, channel_times: [] },
    { is_rejected: true, waits_for_approval: false, channel_times: [] },
  ])
  const refused = await project.api.refused(reopenStory, { id: cancelled.id })
  expect([refused.status, refused.error]).toEqual([
    409,
    { code: 'conflict', message: 'This story was cancelled, not rejected in review. Duplicate it to post it.' },
  ])
  const answer = await project.api.post(reopenStory, { id: rejected.id })
  const row = { status: 'draft', skip_reason: null, scheduled_at: rejected.scheduled_at }
  expect(answer).toMatchObject({ status: 'draft', scheduled_at: rejected.scheduled_at, queue_items: [row, row] })
  const again = await project.api.post(scheduleStory, {
    id: rejected.id,
    scheduled_at: inHours(2),
    connection_check: 'skip',
  })
  expect(again.queue_items.map(({ status }) => status)).toEqual(['pending', 'pending'])
})

test('“post now” after an undo publishes what was approved', async () => {
  const project = await aProject({ requireApproval: true })
  const { id } = await aReviewedStory(project)
  await project.api.patch(editStory, { id, scheduled_at: null })
  await project.api.post(restoreSchedule, { id })
  const { enqueue } = await project.api.post(publishStory, { id, connection_check: 'skip' })
  expect(enqueue).toEqual({ enqueued: ['x'], skipped: [{ channel: 'linkedin', reason: 'awaiting_approval' }] })
})
