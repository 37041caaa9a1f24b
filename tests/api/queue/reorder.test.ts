import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { claimOne } from '@/lib/publishing/claim/claim-due'
import { reorderQueue } from '@/lib/queue/contract'
import { getStory, storyTimeline } from '@/lib/stories/contract'
import { listDivergent } from '@/lib/stories/reconcile/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { insertStory } from '@/tests/support/database/story-rows'
import { rowOf } from '@/tests/support/publishing/publishing'
import { aScheduledStory, aStory, inHours, unknownId } from '../stories/stories'

/** Stories on X, in these hours from now, and the ids of their items. */
async function aQueue(project: TestProject, hours: number[], channels = ['x']) {
  const items: { id: string; storyId: string; at: string }[] = []
  for (const hour of hours) {
    const { id } = await aScheduledStory(project, { channels, scheduled_at: inHours(hour) })
    const { content_queue } = await project.api.get(getStory, { id })
    const [item] = content_queue
    items.push({ id: item?.id ?? '', storyId: id, at: item?.scheduled_at ?? '' })
  }
  return items
}

const timeOf = async (id: string) => (await rowOf(id)).scheduled_at?.toISOString()

test('items swap through their times in the new order; stories and events follow', async () => {
  const project = await aProject()
  const [a, b, c, d] = (await aQueue(project, [1, 2, 3, 4])) as [Item, Item, Item, Item]
  // D moves to the second place.
  const { updated, stories } = await project.api.post(reorderQueue, {
    channel: 'x',
    queue_item_ids: [d.id, b.id, c.id],
  })
  expect(updated).toEqual([
    { story_id: d.storyId, queue_item_id: d.id, scheduled_at: b.at },
    { story_id: b.storyId, queue_item_id: b.id, scheduled_at: c.at },
    { story_id: c.storyId, queue_item_id: c.id, scheduled_at: d.at },
  ])
  expect(await Promise.all([a, d, b, c].map(({ id }) => timeOf(id)))).toEqual([a.at, b.at, c.at, d.at])
  expect(stories.map(({ id }) => id).sort()).toEqual([b.storyId, c.storyId, d.storyId].sort())
  const events = await database()
    .selectFrom('events')
    .select([sql<string>`data #>> '{story,id}'`.as('story_id'), sql<string>`data ->> 'via'`.as('via')])
    .where('project_id', '=', project.projectId)
    .where(sql`data ->> 'via'`, 'is not', null)
    .orderBy('story_id')
    .execute()
  expect(events).toEqual([b, c, d].map(({ storyId }) => ({ story_id: storyId, via: 'reorder' })))
})

type Item = { id: string; storyId: string; at: string }

test('other channels of the stories keep their times', async () => {
  const project = await aProject()
  const [a, b] = (await aQueue(project, [1, 2], ['x', 'linkedin'])) as [Item, Item]
  await project.api.post(reorderQueue, { channel: 'x', queue_item_ids: [b.id, a.id] })
  const rows = async (id: string) =>
    (await project.api.get(getStory, { id })).content_queue.map(({ channel, scheduled_at }) => [channel, scheduled_at])
  expect(await rows(a.storyId)).toEqual([
    ['x', b.at],
    ['linkedin', a.at],
  ])
  expect(await rows(b.storyId)).toEqual([
    ['x', a.at],
    ['linkedin', b.at],
  ])
  expect((await project.api.get(listDivergent)).divergent).toEqual([])
  const { entries } = await project.api.get(storyTimeline, { id: a.storyId })
  expect(entries.map(({ summary }) => summary)).toContain(`X moved to ${b.at}.`)
})

test('an order that changes nothing updates nothing', async () => {
  const project = await aProject()
  const [a, b] = (await aQueue(project, [1, 2])) as [Item, Item]
  const answer = await project.api.post(reorderQueue, { channel: 'x', queue_item_ids: [a.id, b.id] })
  expect(answer).toEqual({ ok: true, updated: [], stories: [] })
})

test('nothing moves when one item is held by the publisher, past, a draft or posted', async () => {
  const project = await aProject()
  const { api, projectId } = project
  const [a] = (await aQueue(project, [1])) as [Item]
  const insert = async (dueIn: number, status: 'approved' | 'posted') =>
    (await insertStory(database(), { projectId, channels: ['x'], caption: 'Other', dueIn, status })).itemIds.x ?? ''
  const claimed = await insert(-1, 'approved')
  await claimOne(database(), claimed, { worker: 'test', leaseSeconds: 30 })
  const draft = (await api.get(getStory, { id: (await aStory(project, { channels: ['x'] })).id })).content_queue[0]?.id
  const cases = [
    [claimed, /is being published on x right now/],
    [await insert(-60, 'approved'), /has passed/],
    [await insert(60, 'posted'), /is posted/],
    [draft ?? '', /is draft/],
  ] as const
  const before = await rowOf(claimed)
  for (const [id, message] of cases) {
    const refused = await api.refused(reorderQueue, { channel: 'x', queue_item_ids: [id, a.id] })
    expect(refused).toMatchObject({ status: 409, error: { code: 'conflict', message: expect.stringMatching(message) } })
  }
  expect(await rowOf(claimed)).toEqual(before)
  expect(await timeOf(a.id)).toBe(a.at)
})

test('items of another channel, unknown items and repeated items are refused', async () => {
  const project = await aProject()
  const [a] = (await aQueue(project, [1])) as [Item]
  const other = await aProject()
  const [theirs] = (await aQueue(other, [1])) as [Item]
  const refusal = (channel: string, ids: string[]) =>
    project.api.refused(reorderQueue, { channel, queue_item_ids: ids })
  expect((await refusal('linkedin', [a.id])).error.issues).toMatchObject([
    { path: 'queue_item_ids.0', code: 'other_channel' },
  ])
  expect((await refusal('x', [a.id, a.id])).error.issues).toMatchObject([{ path: 'queue_item_ids' }])
  const unknown = await refusal('x', [a.id, unknownId])
  expect(unknown.status).toBe(404)
  expect((await refusal('x', [a.id, theirs.id])).error).toEqual(unknown.error)
})

test('two concurrent orders both finish, and every time is used once', async () => {
  const project = await aProject()
  const items = await aQueue(project, [1, 2, 3, 4, 5])
  const ids = items.map(({ id }) => id)
  const orders = [[...ids].reverse(), [...ids.slice(2), ...ids.slice(0, 2)]]
  const answers = await Promise.all(
    orders.map((queue_item_ids) => project.api.send(reorderQueue, { channel: 'x', queue_item_ids })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await Promise.all(ids.map(timeOf))).sort()).toEqual(items.map(({ at }) => at))
})
