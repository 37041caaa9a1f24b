import { expect, test } from 'vitest'
import type { Contract } from '@/lib/api/contract'
import { approveQueueItem, bulkReschedule, listQueue, rejectQueueItem } from '@/lib/queue/contract'
import * as stories from '@/lib/stories/contract'
import { previewStory } from '@/lib/stories/preview-contract'
import { listDivergent, resyncStory } from '@/lib/stories/reconcile/contract'
import * as storyUndo from '@/lib/stories/undo-contract'
import { aProject } from '@/tests/support/api/api'
import { storyOf } from '@/tests/support/publishing/publishing'
import { aScheduledStory, inHours, unknownId } from './stories'

const byId: [string, Contract, object][] = [
  ['get', stories.getStory, {}],
  ['edit', stories.editStory, { caption: 'Mine now' }],
  ['delete', stories.deleteStory, {}],
  ['preview', previewStory, {}],
  ['schedule', stories.scheduleStory, { scheduled_at: inHours(1) }],
  ['publish', stories.publishStory, {}],
  ['cancel', stories.cancelStory, {}],
  ['archive', stories.archiveStory, {}],
  ['restore the schedule', storyUndo.restoreSchedule, {}],
  ['unarchive', storyUndo.unarchiveStory, {}],
  ['reopen', storyUndo.reopenStory, {}],
  ['retry', stories.retryStory, {}],
  ['resync', resyncStory, {}],
  ['timeline', stories.storyTimeline, {}],
]

test.each(byId)(
  '%s: another tenant’s story gets the same response as a missing one, and does not change',
  async (_, contract, input) => {
    const [mine, theirs] = [await aProject(), await aProject()]
    const story = await aScheduledStory(theirs)
    const before = await storyOf(story.id)
    const other = await mine.api.refused(contract, { id: story.id, ...input })
    const missing = await mine.api.refused(contract, { id: unknownId, ...input })
    expect(other).toMatchObject({ status: 404, error: missing.error })
    const account = await mine.withToken({ isAccount: true })
    expect((await account.refused(contract, { id: story.id, ...input })).error).toEqual(missing.error)
    expect(await storyOf(story.id)).toEqual(before)
  },
)

test.each([
  ['approve', approveQueueItem, {}],
  ['reject', rejectQueueItem, { reason: 'No' }],
] as const)('%s: another tenant’s item gets the same response as a missing one', async (_, contract, input) => {
  const [mine, theirs] = [await aProject(), await aProject({ requireApproval: true })]
  const story = await aScheduledStory(theirs)
  const { items } = await theirs.api.get(listQueue, { story_id: story.id })
  const other = await mine.api.refused(contract, { id: items[0]?.id, ...input })
  const missing = await mine.api.refused(contract, { id: unknownId, ...input })
  expect(other).toMatchObject({ status: 404, error: missing.error })
  expect((await theirs.api.get(listQueue, { story_id: story.id })).items).toEqual(items)
})

test('bulk reschedule does not find or move another tenant’s ids', async () => {
  const [mine, theirs] = [await aProject(), await aProject()]
  const story = await aScheduledStory(theirs)
  const { items } = await theirs.api.get(listQueue, { story_id: story.id })
  const ids = { story_ids: [story.id], queue_item_ids: [items[0]?.id ?? ''] }
  const answer = await mine.api.post(bulkReschedule, { ...ids, shift_days: 1 })
  expect(answer).toEqual({
    ok: true,
    updated: [],
    skipped: [
      { story_id: story.id, reason: 'not_found' },
      { story_id: null, queue_item_id: items[0]?.id, reason: 'not_found' },
    ],
  })
  expect((await theirs.api.get(listQueue, { story_id: story.id })).items).toEqual(items)
})

test('lists show only the caller’s project', async () => {
  const [mine, theirs] = [await aProject(), await aProject()]
  await aScheduledStory(theirs)
  expect((await mine.api.get(stories.listStories, {})).stories).toEqual([])
  expect((await mine.api.get(listQueue, {})).items).toEqual([])
  expect(await mine.api.get(listDivergent, {})).toEqual({ divergent: [], checked: 0 })
  const query = { project_id: theirs.projectId }
  for (const contract of [stories.listStories, listQueue, listDivergent]) {
    expect((await mine.api.refused(contract, query)).status).toBe(404)
  }
})

test('every endpoint requires its documented scope', async () => {
  const project = await aProject()
  const story = await aScheduledStory(project)
  const reader = await project.withToken({ scopes: ['stories:read'] })
  const writer = await project.withToken({ scopes: ['stories:write'] })
  await reader.get(stories.getStory, { id: story.id })
  const publishing = [stories.scheduleStory, stories.publishStory, stories.cancelStory, stories.retryStory]
  const input = (contract: Contract) => ({
    id: story.id,
    ...(contract === stories.scheduleStory ? { scheduled_at: inHours(1) } : {}),
  })
  for (const contract of publishing) {
    expect((await writer.refused(contract, input(contract))).error.code).toBe('insufficient_scope')
  }
  expect((await reader.refused(stories.createStory, { caption: 'No' })).error.code).toBe('insufficient_scope')
  expect((await writer.refused(listQueue, {})).error.code).toBe('insufficient_scope')
  expect((await writer.refused(bulkReschedule, { story_ids: [story.id], shift_days: 1 })).error.code).toBe(
    'insufficient_scope',
  )
})
