import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { duplicateStory, getStory, listStories, storyTimeline } from '@/lib/stories/contract'
import type { StoryStatus } from '@/lib/stories/status'
import { aProject } from '@/tests/support/api/api'
import { aScheduledStory, aStory, inHours } from './stories'

test('a copy of a scheduled story is a draft with the same texts, overrides and media, without a time', async () => {
  const project = await aProject()
  const content = {
    title: 'Bread',
    caption: 'Fresh bread',
    hashtags: 'bread',
    media_urls: ['https://images.example/1.jpg'],
    destination_url: 'https://bakery.example/',
    channel_overrides: { x: { caption: 'Bread!' } },
  }
  const story = await aScheduledStory(project, content)
  const { story: copy } = await project.api.post(duplicateStory, { id: story.id })
  expect(copy).toMatchObject({ status: 'draft', scheduled_at: null, ...content })
  expect(copy.id).not.toBe(story.id)
  expect(copy.channels).toEqual(story.channels)
  expect(await project.api.get(getStory, { id: story.id })).toMatchObject({ status: 'scheduled' })
  const { content_queue } = await project.api.get(getStory, { id: copy.id })
  expect(content_queue.map(({ status }) => status)).toEqual(['draft', 'draft'])
  const { entries } = await project.api.get(storyTimeline, { id: copy.id })
  expect(entries.map(({ summary }) => summary)).toEqual(['Created as a draft, a copy of another story.'])
})

test.each(['published', 'failed', 'cancelled', 'archived'] as const)('copies a story that is %s', async (status) => {
  const project = await aProject()
  const { id } = await aStory(project)
  await database().updateTable('stories').set({ status }).where('id', '=', id).execute()
  expect((await project.api.post(duplicateStory, { id })).story.status).toBe('draft')
})

test('an expired pin is left out, and a permanent one is copied', async () => {
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

test('a repeated key creates one copy', async () => {
  const project = await aProject()
  const { id } = await aStory(project)
  const key = { 'idempotency-key': randomUUID() }
  const first = await project.api.post(duplicateStory, { id }, key)
  expect(await project.api.post(duplicateStory, { id }, key)).toEqual(first)
  expect((await project.api.get(listStories)).stories).toHaveLength(2)
})

test('a copy omits the published channels of a story that is not fully published', async () => {
  const project = await aProject()
  const channel_overrides = { x: { caption: 'Bread!' }, threads: { caption: 'Bread?' } }
  const { id, channels } = await aStory(project, { channels: ['threads', 'x', 'linkedin'] as never, channel_overrides })
  const copyOf = async (status: StoryStatus, published_channels: ChannelId[]) => {
    await database().updateTable('stories').set({ status, published_channels }).where('id', '=', id).execute()
    return project.api.post(duplicateStory, { id })
  }
  for (const status of ['partial', 'scheduled', 'cancelled', 'archived'] as const) {
    const { story, warnings } = await copyOf(status, ['threads'])
    expect(story).toMatchObject({ channels: ['x', 'linkedin'], channel_overrides: { x: { caption: 'Bread!' } } })
    expect(warnings).toEqual([
      {
        field: 'channels',
        code: 'already_published',
        channel: 'threads',
        message: 'Threads is left out: this story is already published there.',
      },
    ])
  }
  const published = await copyOf('published', ['threads', 'x', 'linkedin'])
  expect([published.story.channels, published.warnings]).toEqual([channels, []])
})

test('the channels of a copy can be chosen, including published and new ones', async () => {
  const project = await aProject()
  const { id } = await aStory(project, { channels: ['threads', 'x'], channel_overrides: { threads: { caption: 'T' } } })
  await database()
    .updateTable('stories')
    .set({ status: 'partial', published_channels: ['threads'] })
    .where('id', '=', id)
    .execute()
  const { story, warnings } = await project.api.post(duplicateStory, { id, channels: ['threads', 'linkedin'] })
  expect([story.channels, story.channel_overrides, warnings]).toEqual([
    ['threads', 'linkedin'],
    { threads: { caption: 'T' } },
    [],
  ])
})

test.each([
  [{ channels: ['x', 'x'] }, 'channels.1', 'repeated'],
  [{ channels: ['myspace'] }, 'channels.0', 'invalid_value'],
  [{ channels: [] }, 'channels', 'too_small'],
  [{ lint_check: 'no' }, 'lint_check', 'invalid_value'],
])('refuses a copy with %j', async (body, path, code) => {
  const project = await aProject()
  const { id } = await aStory(project)
  expect((await project.api.refused(duplicateStory, { id, ...body } as never)).error.issues).toMatchObject([
    { path, code },
  ])
})

test('lint_check applies to copies', async () => {
  const project = await aProject()
  const { id } = await aStory(project, { caption: 'Cheap bread' })
  await database()
    .insertInto('voice_rules')
    .values({ project_id: project.projectId, forbidden_words: ['cheap'] })
    .execute()
  expect((await project.api.refused(duplicateStory, { id })).error.code).toBe('voice_violation')
  const { warnings } = await project.api.post(duplicateStory, { id, lint_check: 'warn' })
  expect(warnings).toMatchObject([{ code: 'voice_violation' }])
})
