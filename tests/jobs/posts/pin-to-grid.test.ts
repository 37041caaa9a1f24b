import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { listQueue, markPin } from '@/lib/queue/contract'
import { storyTimeline } from '@/lib/stories/contract'
import { aDueStory, publishUntilSettled, rowOf } from '@/tests/support/publishing/publishing'

const pinOf = async (itemId: string) => ((await rowOf(itemId)).data_snapshot as { pin?: object }).pin

async function aPinnedStory(until: Date | null) {
  const story = await aDueStory(['instagram'])
  await database()
    .updateTable('stories')
    .set({ pin_to_grid: true, pin_until_at: until })
    .where('id', '=', story.storyId)
    .execute()
  await publishUntilSettled(story.storyId)
  const { api } = story.project
  const due = async () => {
    const { items } = await api.get(listQueue, { pin: 'due', limit: 200 })
    return items.map(({ id }) => id)
  }
  const end = (ago: string) =>
    database()
      .updateTable('queue_items')
      .set({ data_snapshot: sql<string>`jsonb_set(data_snapshot, '{pin,until}', to_jsonb(now() - ${ago}::interval))` })
      .where('id', '=', story.itemId)
      .execute()
  return { ...story, api, due, end }
}

test('a pin is to do after publishing, done when a person marks it, and to be removed when it expires', async () => {
  const until = new Date(Date.now() + 3_600_000)
  const { api, itemId, storyId, due, end } = await aPinnedStory(until)
  expect(await pinOf(itemId)).toEqual({ state: 'to_do', until: until.toISOString() })
  expect(await due()).toEqual([itemId])

  const { error } = await api.refused(markPin, { id: itemId, state: 'removed' })
  expect(error).toMatchObject({ code: 'conflict', message: 'The pin is to do, and cannot become removed.' })

  const { item } = await api.post(markPin, { id: itemId, state: 'done' })
  expect(item.data_snapshot.pin).toEqual({ state: 'done', until: until.toISOString() })
  expect(await due()).toEqual([])
  // Marking it twice has no effect.
  await api.post(markPin, { id: itemId, state: 'done' })

  await end('1 second')
  expect(await due()).toEqual([itemId])
  await api.post(markPin, { id: itemId, state: 'removed' })
  expect(await due()).toEqual([])
  const { entries } = await api.get(storyTimeline, { id: storyId })
  const summaries = entries.map(({ summary }) => summary).filter((summary) => summary.endsWith('by hand.'))
  expect(summaries).toEqual(['Pinned on Instagram by hand.', 'Unpinned on Instagram by hand.'])
})

test('a permanent pin is never to be removed, and an expired one is not to do', async () => {
  const permanent = await aPinnedStory(null)
  await permanent.api.post(markPin, { id: permanent.itemId, state: 'done' })
  expect(await permanent.due()).toEqual([])
  const expired = await aPinnedStory(new Date(Date.now() + 3_600_000))
  await expired.end('1 second')
  expect(await expired.due()).toEqual([])
})

test('posts without a pin and 24-hour stories have no pin to mark', async () => {
  const { project, itemId, storyId } = await aDueStory(['instagram'])
  const unasked = await project.api.refused(markPin, { id: itemId, state: 'done' })
  expect(unasked.error).toMatchObject({ code: 'conflict' })
  await database()
    .updateTable('stories')
    .set({ pin_to_grid: true, post_type: 'story' })
    .where('id', '=', storyId)
    .execute()
  await publishUntilSettled(storyId)
  expect((await rowOf(itemId)).status).toBe('posted')
  expect(await pinOf(itemId)).toBeUndefined()
})
