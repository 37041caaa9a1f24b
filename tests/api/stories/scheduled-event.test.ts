import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { pauseProject, resumeProject } from '@/lib/projects/pause-contract'
import { approveQueueItem, bulkReschedule, listQueue } from '@/lib/queue/contract'
import { editStory, publishStory, scheduleStory } from '@/lib/stories/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { eventsOf } from '@/tests/support/publishing/publishing'
import { aScheduledStory, aStory, inHours } from './stories'

const skip = { connection_check: 'skip' } as const

const scheduledEvents = async ({ projectId }: TestProject): Promise<number> =>
  (await eventsOf(projectId)).filter((event) => event === 'story.scheduled').length

async function approveAll({ api }: TestProject, story_id: string): Promise<void> {
  const { items } = await api.get(listQueue, { story_id, status: 'pending' })
  for (const { id } of items) await api.post(approveQueueItem, { id })
}

test('a draft that gets a time in a bulk reschedule is not announced', async () => {
  const project = await aProject()
  const { id } = await aStory(project)
  await project.api.post(bulkReschedule, { story_ids: [id], scheduled_at: inHours(5) })
  expect(await scheduledEvents(project)).toBe(0)
})

test('a story awaiting approval is not announced by any move until a row is approved', async () => {
  const project = await aProject({ requireApproval: true })
  const { api, projectId } = project
  const { id } = await aScheduledStory(project)
  await api.post(scheduleStory, { id, scheduled_at: inHours(5), ...skip })
  await api.patch(editStory, { id, scheduled_at: inHours(6), ...skip })
  await api.post(bulkReschedule, { story_ids: [id], shift_days: 1 })
  await api.post(publishStory, { id, ...skip })
  await api.post(pauseProject, { id: projectId })
  await sql`update queue_items set scheduled_at = now() where story_id = ${id}`.execute(database())
  expect(await api.post(resumeProject, { id: projectId, starts_at: inHours(7) })).toMatchObject({ moved: 2 })
  expect(await scheduledEvents(project)).toBe(0)
  await approveAll(project, id)
  expect(await scheduledEvents(project)).toBe(1)
})

test('an approved story is announced with each new time, and not when the time stays', async () => {
  const project = await aProject()
  const { api } = project
  const { id } = await aScheduledStory(project)
  const [first, second] = [inHours(5), inHours(6)]
  const moves: [() => Promise<unknown>, number][] = [
    [() => api.post(scheduleStory, { id, scheduled_at: first, ...skip }), 2],
    [() => api.post(scheduleStory, { id, scheduled_at: first, ...skip }), 2],
    [() => api.patch(editStory, { id, scheduled_at: second, ...skip }), 3],
    [() => api.patch(editStory, { id, scheduled_at: second, caption: 'Other', ...skip }), 3],
    [() => api.post(bulkReschedule, { story_ids: [id], scheduled_at: first }), 4],
    [() => api.post(bulkReschedule, { story_ids: [id], scheduled_at: first }), 4],
    [() => api.post(publishStory, { id, ...skip }), 5],
  ]
  expect(await scheduledEvents(project)).toBe(1)
  for (const [move, expected] of moves) {
    await move()
    expect(await scheduledEvents(project)).toBe(expected)
  }
})

test('an edit that makes the first row approved announces the story', async () => {
  const project = await aProject({ requireApproval: true })
  const { id } = await aScheduledStory(project)
  await database()
    .updateTable('projects')
    .set({ require_approval: false })
    .where('id', '=', project.projectId)
    .execute()
  await project.api.patch(editStory, { id, caption: 'Other', ...skip })
  expect(await scheduledEvents(project)).toBe(1)
})
