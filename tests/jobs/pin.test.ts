import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { listQueue, markPin } from '@/lib/queue/contract'
import { storyTimeline } from '@/lib/stories/contract'
import { aDueStory, publishUntilSettled, rowOf } from '../support/publishing'

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

test('a pin is to do once the post is out, done when a person says so, and to be taken off when its time is over', async () => {
  const until = new Date(Date.now() + 3_600_000)
  const { api, itemId, storyId, due, end } = await aPinnedStory(until)
  expect(await pinOf(itemId)).toEqual({ state: 'to_do', until: until.toISOString() })
  expect(await due()).toEqual([itemId])

  const { error } = await api.refused(markPin, { id: itemId, state: 'removed' })
  expect(error).toMatchObject({ code: 'conflict', message: 'The pin is to do, and cannot become removed.' })

  const { item } = await api.post(markPin, { id: itemId, state: 'done' })
  expect(item.data_snapshot.pin).toEqual({ state: 'done', until: until.toISOString() })
  expect(await due()).toEqual([])
  // Said twice, it is done once.
  await api.post(markPin, { id: itemId, state: 'done' })

  await end('1 second')
  expect(await due()).toEqual([itemId])
  await api.post(markPin, { id: itemId, state: 'removed' })
  expect(await due()).toEqual([])
  const { entries } = await api.get(storyTimeline, { id: storyId })
  const told = entries.map(({ summary }) => summary).filter((summary) => summary.endsWith('by hand.'))
  expect(told).toEqual(['Pinned on Instagram by hand.', 'Taken off the top on Instagram by hand.'])
})

test('a pin for good is never to be taken off, and one whose time is over is not worth setting', async () => {
  const forGood = await aPinnedStory(null)
  await forGood.api.post(markPin, { id: forGood.itemId, state: 'done' })
  expect(await forGood.due()).toEqual([])
  const over = await aPinnedStory(new Date(Date.now() + 3_600_000))
  await over.end('1 second')
  expect(await over.due()).toEqual([])
})

test('a post without a pin has none to be marked, and neither has a story of a day', async () => {
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
