/** A copy says what the story says, is a draft whatever the story is, and is made once for one key. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { duplicateStory, editStory, getStory, listStories, storyTimeline } from '@/lib/stories/contract'
import { aProject } from '@/tests/support/api'
import { aScheduledStory, aStory, inHours } from './stories'

test('a copy of a scheduled story is a draft with the same words, overrides and media, and no time', async () => {
  const project = await aProject()
  const words = {
    title: 'Bread',
    caption: 'Fresh bread',
    hashtags: 'bread',
    media_urls: ['https://pictures.example/1.jpg'],
    destination_url: 'https://bakery.example/',
    channel_overrides: { x: { caption: 'Bread!' } },
  }
  const story = await aScheduledStory(project, words)
  const { story: copy } = await project.api.post(duplicateStory, { id: story.id })
  expect(copy).toMatchObject({ status: 'draft', scheduled_at: null, ...words })
  expect(copy.id).not.toBe(story.id)
  expect(copy.channels).toEqual(story.channels)
  expect(await project.api.get(getStory, { id: story.id })).toMatchObject({ status: 'scheduled' })
  const { content_queue } = await project.api.get(getStory, { id: copy.id })
  expect(content_queue.map(({ status }) => status)).toEqual(['draft', 'draft'])
  const { entries } = await project.api.get(storyTimeline, { id: copy.id })
  expect(entries.map(({ summary }) => summary)).toEqual(['Created as a draft, a copy of another story.'])
})

test.each(['published', 'failed', 'cancelled', 'archived'])('a story that is %s can be copied', async (status) => {
  const project = await aProject()
  const { id } = await aStory(project)
  await database().updateTable('stories').set({ status }).where('id', '=', id).execute()
  expect((await project.api.post(duplicateStory, { id })).story.status).toBe('draft')
})

test('a pin that has ended stays behind; one that lasts comes along', async () => {
  const project = await aProject()
  const pinned = { channels: ['instagram'] as never, pin_to_grid: true, pin_until_at: inHours(48) }
  const { id } = await aStory(project, pinned)
  expect((await project.api.post(duplicateStory, { id })).story).toMatchObject({ pin_to_grid: true })
  await database()
    .updateTable('stories')
    .set({ pin_until_at: new Date(Date.now() - 1_000) })
    .where('id', '=', id)
    .execute()
  const { story } = await project.api.post(duplicateStory, { id })
  expect(story).toMatchObject({ pin_to_grid: false, pin_until_at: null })
})

test('one key makes one copy, however often it is sent', async () => {
  const project = await aProject()
  const { id } = await aStory(project)
  const key = { 'idempotency-key': randomUUID() }
  const first = await project.api.post(duplicateStory, { id }, key)
  expect(await project.api.post(duplicateStory, { id }, key)).toEqual(first)
  expect((await project.api.get(listStories)).stories).toHaveLength(2)
})

test('a copy of a story that is out on some channels is for the others: sent as it is, it posts nothing twice', async () => {
  const project = await aProject()
  const channel_overrides = { x: { caption: 'Bread!' }, threads: { caption: 'Bread?' } }
  const { id, channels } = await aStory(project, { channels: ['threads', 'x', 'linkedin'] as never, channel_overrides })
  const outOn = async (status: string, published_channels: string[]) => {
    await database().updateTable('stories').set({ status, published_channels }).where('id', '=', id).execute()
    return (await project.api.post(duplicateStory, { id })).story
  }
  const copy = await outOn('partial', ['threads'])
  expect(copy).toMatchObject({ channels: ['x', 'linkedin'], channel_overrides: { x: { caption: 'Bread!' } } })
  const { story } = await project.api.patch(editStory, { id: copy.id, caption: 'Mended' })
  expect(story.channels).toEqual(['x', 'linkedin'])
  expect((await outOn('published', ['threads', 'x', 'linkedin'])).channels).toEqual(channels)
})
