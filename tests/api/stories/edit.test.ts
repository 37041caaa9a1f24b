import { describe, expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { approveQueueItem, bulkReschedule, listQueue } from '@/lib/queue/contract'
import { createStory, editStory, getStory, retryStory } from '@/lib/stories/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { eventsOf, rowOf, storyOf } from '@/tests/support/publishing/publishing'
import { aScheduledStory, aStory, images, inHours } from './stories'

const skip = { connection_check: 'skip' } as const

test('given members change, null clears, and others stay', async () => {
  const { api } = await aProject()
  const { story } = await api.post(createStory, {
    caption: 'Old',
    title: 'Title',
    channels: ['x'],
    slides: images(2),
    comment_ask: 'Which?',
    destination_url: 'https://shop.example',
  })
  const edited = await api.patch(editStory, {
    id: story.id,
    caption: 'New',
    title: null,
    destination_url: 'https://other.example',
  })
  const { updated_at, ...rest } = story
  expect(edited.story).toMatchObject({ ...rest, caption: 'New', title: null, destination_url: 'https://other.example' })
  expect(edited.story.updated_at > updated_at).toBe(true)
  const stored = await api.get(getStory, { id: story.id })
  expect(stored.content_queue).toMatchObject([{ destination_url: 'https://other.example', primary_caption: 'New' }])
})

test('new media change the type between single and carousel', async () => {
  const { api } = await aProject()
  const { story } = await api.post(createStory, { caption: 'A', channels: ['x'], slides: images(2) })
  const single = await api.patch(editStory, { id: story.id, media_url: 'https://images.example/1.jpg' })
  expect(single.story).toMatchObject({ post_type: 'single', media_urls: ['https://images.example/1.jpg'] })
  expect((await api.patch(editStory, { id: story.id, media_urls: null })).story.slides).toEqual([])
})

test('added channels get a row, removed ones lose theirs and their overrides', async () => {
  const project = await aProject()
  const story = await aScheduledStory(project, {
    channels: ['x', 'linkedin'],
    channel_overrides: { x: { caption: 'Short' } },
  })
  const edited = await project.api.patch(editStory, { id: story.id, channels: ['linkedin', 'ghost'], ...skip })
  expect(edited.story).toMatchObject({ channels: ['linkedin', 'ghost'], channel_overrides: {}, status: 'scheduled' })
  const { content_queue } = await project.api.get(getStory, { id: story.id })
  expect(content_queue).toMatchObject([
    { channel: 'linkedin', status: 'approved', scheduled_at: story.scheduled_at },
    {
      channel: 'ghost',
      status: 'approved',
      scheduled_at: story.scheduled_at,
      utm: { source: 'ghost', medium: 'blog' },
    },
  ])
})

test('a time schedules a draft, and null makes it a draft again', async () => {
  const project = await aProject()
  const draft = await aStory(project)
  const at = inHours(5)
  const scheduled = await project.api.patch(editStory, { id: draft.id, scheduledAt: at, ...skip })
  expect(scheduled).toMatchObject({
    story: { status: 'scheduled', scheduled_at: at },
    enqueue: { enqueued: ['x', 'linkedin'] },
  })
  expect(await eventsOf(project.projectId)).toEqual(['story.scheduled'])
  const back = await project.api.patch(editStory, { id: draft.id, scheduled_at: null })
  expect(back.story).toMatchObject({ status: 'draft', scheduled_at: null })
  const { content_queue } = await project.api.get(getStory, { id: draft.id })
  expect(content_queue).toMatchObject([
    { status: 'draft', scheduled_at: null },
    { status: 'draft', scheduled_at: null },
  ])
  expect((await rowOf(content_queue[0]?.id ?? '')).next_attempt_at).toBeNull()
})

test('a new time applies to all channels, or shifts each in local time with shift_own_times', async () => {
  const project = await aProject({ timezone: 'Europe/Berlin' })
  const { id } = await aScheduledStory(project, { scheduled_at: '2031-03-26T08:00:00Z' })
  const { items } = await project.api.get(listQueue, { story_id: id, channel: 'linkedin' })
  const own = { queue_item_ids: [items[0]?.id ?? ''], scheduled_at: '2031-03-28T14:45:00Z' }
  await project.api.post(bulkReschedule, own)
  const move = async (members: object) => {
    const { story } = await project.api.patch(editStory, { id, connection_check: 'skip', ...members })
    const { content_queue } = await project.api.get(getStory, { id })
    return [
      story.scheduled_at,
      ...content_queue.map(({ scheduled_at, data_snapshot }) => [scheduled_at, data_snapshot]),
    ]
  }
  // Two days later, over a clock change: 9:00 and 15:45 stay.
  const together = { scheduled_at_local: '2031-03-29T09:00', shift_own_times: true }
  expect(await move(together)).toEqual([
    '2031-03-29T08:00:00.000Z',
    ['2031-03-29T08:00:00.000Z', {}],
    ['2031-03-31T13:45:00.000Z', { time_override: true }],
  ])
  expect(await move({ scheduled_at_local: '2031-04-02T09:00' })).toEqual([
    '2031-04-02T07:00:00.000Z',
    ['2031-04-02T07:00:00.000Z', {}],
    ['2031-04-02T07:00:00.000Z', {}],
  ])
})

test('an edit without changes changes nothing', async () => {
  const project = await aProject()
  const story = await aScheduledStory(project, { channel_overrides: { x: { hashtags: 'a', caption: 'b' } } })
  const before = await storyOf(story.id)
  await project.api.patch(editStory, { id: story.id, channel_overrides: { x: { caption: 'b', hashtags: 'a' } } })
  expect(await storyOf(story.id)).toEqual(before)
})

test('does not overwrite a concurrent edit', async () => {
  const project = await aProject()
  const story = await aStory(project)
  const expected_updated_at = story.updated_at
  await project.api.patch(editStory, { id: story.id, title: 'First', expected_updated_at })
  const refused = await project.api.refused(editStory, { id: story.id, title: 'Second', expected_updated_at })
  expect(refused).toMatchObject({ status: 409, error: { code: 'conflict' } })
  expect((await storyOf(story.id)).title).toBe('First')
})

test('checks limits, voice and connections like a create', async () => {
  const project = await aProject()
  const story = await aStory(project)
  const timed = { scheduled_at: inHours(1), connection_check: 'skip' } as const
  const long = await project.api.refused(editStory, { id: story.id, caption: 'a'.repeat(281), ...timed })
  expect(long.error.issues).toMatchObject([{ path: 'caption', code: 'channel_limit' }])
  const missing = await project.api.refused(editStory, { id: story.id, scheduled_at: inHours(1) })
  expect(missing.error.code).toBe('missing_connection')
  await database()
    .insertInto('voice_rules')
    .values({ project_id: project.projectId, forbidden_words: ['cheap'] })
    .execute()
  const voice = await project.api.refused(editStory, { id: story.id, caption: 'cheap' })
  expect(voice.error.code).toBe('voice_violation')
  expect((await storyOf(story.id)).caption).toBe('Fresh bread')
})

test('a story that is published on a channel cannot be edited, and the error names the channel', async () => {
  const project = await aProject()
  const story = await aScheduledStory(project)
  await database()
    .updateTable('queue_items')
    .set({ status: 'posted' })
    .where('story_id', '=', story.id)
    .where('channel', '=', 'x')
    .execute()
  const refused = await project.api.refused(editStory, { id: story.id, caption: 'Other' })
  expect(refused).toMatchObject({ status: 409, error: { message: expect.stringContaining('x') } })
})

test.each(['published', 'archived', 'cancelled'] as const)('a story that is %s cannot be edited', async (status) => {
  const project = await aProject()
  const story = await aStory(project)
  await database().updateTable('stories').set({ status }).where('id', '=', story.id).execute()
  expect(await project.api.refused(editStory, { id: story.id, caption: 'Other' })).toMatchObject({ status: 409 })
})

test('a changed text needs approval again, a changed time does not', async () => {
  const project = await aProject({ requireApproval: true })
  const story = await aScheduledStory(project, { channels: ['x'] })
  const rows = async () => (await project.api.get(getStory, { id: story.id })).content_queue
  await project.api.post(approveQueueItem, { id: (await rows())[0]?.id ?? '' })
  await project.api.patch(editStory, { id: story.id, scheduled_at: inHours(30), ...skip })
  expect(await rows()).toMatchObject([{ status: 'approved' }])
  await project.api.patch(editStory, { id: story.id, caption: 'Other message', ...skip })
  expect(await rows()).toMatchObject([{ status: 'pending' }])
})

test('uploads of an earlier attempt are discarded with the content', async () => {
  const project = await aProject()
  const story = await aScheduledStory(project, { channels: ['x'] })
  const before = await database()
    .updateTable('queue_items')
    .set({
      progress: JSON.stringify({ done: { 'upload-1': { id: '1' } } }),
      attempt_count: 2,
      claims: 3,
      skip_reason: 'later',
    })
    .where('story_id', '=', story.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await project.api.patch(editStory, { id: story.id, caption: 'Other', ...skip })
  const row = await rowOf(before.id)
  expect(row).toMatchObject({ progress: {}, attempt_count: 0, claims: 0, skip_reason: null, fence: before.fence + 1 })
})

test('checks the voice only when the caption or an override changes', async () => {
  const project = await aProject()
  const { id } = await aStory(project, { channels: ['x'], caption: 'Cheap bread' })
  await database()
    .insertInto('voice_rules')
    .values({ project_id: project.projectId, forbidden_words: ['cheap'] })
    .execute()
  await project.api.patch(editStory, { id, title: 'Bread', hashtags: 'bread' })
  await project.api.patch(editStory, { id, scheduled_at: inHours(5), ...skip })
  for (const change of [{ caption: 'Cheap rye' }, { channel_overrides: { x: { caption: 'Cheap' } } }]) {
    const { error } = await project.api.refused(editStory, { id, ...change, ...skip })
    expect(error.code).toBe('voice_violation')
  }
})

test('the text of a scheduled story without a connection can be corrected, with a warning', async () => {
  const project = await aProject()
  const { id, scheduled_at } = await aScheduledStory(project, { channels: ['x'] })
  const { story, warnings } = await project.api.patch(editStory, { id, caption: 'Corrected', scheduled_at })
  expect(story).toMatchObject({ caption: 'Corrected', status: 'scheduled' })
  expect(warnings).toMatchObject([{ code: 'missing_connection', preflight: { missing: ['x'] } }])
  for (const change of [{ scheduled_at: inHours(30) }, { channels: ['x', 'threads'] as never }]) {
    expect((await project.api.refused(editStory, { id, ...change })).error.code).toBe('missing_connection')
  }
})

describe('a story that failed or is published on some channels', () => {
  /** Sets rows to these results, and updates the story's status. */
  async function setRows(project: TestProject, rows: Partial<Record<ChannelId, object>>, status: 'failed' | 'partial') {
    const channel_overrides = 'x' in rows ? { x: { caption: 'Own text' } } : {}
    const channels = Object.keys(rows) as ChannelId[]
    const story = await aScheduledStory(project, { channels, channel_overrides })
    const posted: ChannelId[] = []
    for (const channel of channels) {
      const set = rows[channel] ?? {}
      await database()
        .updateTable('queue_items')
        .set({ status: 'failed', ...set })
        .where('story_id', '=', story.id)
        .where('channel', '=', channel)
        .execute()
      if ('status' in set) posted.push(channel)
    }
    await database()
      .updateTable('stories')
      .set({ status, published_channels: posted, scheduled_at: inHours(-1) })
      .where('id', '=', story.id)
      .execute()
    return story.id
  }
  const failed = { skip_reason: 'Too long', skip_category: 'content' }
  const unknown = { skip_reason: 'outcome_unknown', skip_category: 'other' }
  const thread = { ...failed, progress: JSON.stringify({ done: { 'thread-1': { id: '1' } } }) }
  const stateOf = async (project: TestProject, id: string) => {
    const { content_queue, channel_overrides, status } = await project.api.get(getStory, { id })
    return { status, channel_overrides, rows: content_queue.map((row) => [row.channel, row.status, row.skip_reason]) }
  }

  test('accepts overrides of unpublished channels, and keeps the published ones unchanged', async () => {
    const project = await aProject()
    const id = await setRows(project, { x: { status: 'posted' }, threads: failed, linkedin: failed }, 'partial')
    await project.api.patch(editStory, { id, channel_overrides: { threads: { caption: 'Shorter' } } })
    expect(await stateOf(project, id)).toEqual({
      status: 'partial',
      channel_overrides: { x: { caption: 'Own text' }, threads: { caption: 'Shorter' } },
      rows: [
        ['x', 'posted', null],
        ['threads', 'failed', 'Too long'],
        ['linkedin', 'failed', 'Too long'],
      ],
    })
  })

  test.each([
    [{ caption: 'Other' }, 'published on x, so caption cannot change. Change channel_overrides.threads instead.'],
    [{ channel_overrides: { x: { caption: 'Other' } } }, 'published on x, so channel_overrides.x cannot change.'],
    [{ channels: ['threads'] as never }, 'channels of a failed or partly published story'],
    [{ scheduled_at: '2031-01-01T09:00:00Z' }, 'keeps its time'],
  ])('409 for %j, saying what to do', async (change, message) => {
    const project = await aProject()
    const id = await setRows(project, { x: { status: 'posted' }, threads: failed }, 'partial')
    const before = await storyOf(id)
    const refused = await project.api.refused(editStory, { id, ...change })
    expect(refused).toMatchObject({
      status: 409,
      error: { code: 'conflict', message: expect.stringContaining(message) },
    })
    expect(await storyOf(id)).toEqual(before)
  })

  test.each([
    ['whose outcome is unknown', unknown],
    ['that failed in the middle of a thread', thread],
  ])('does not change the content and send state of a channel %s', async (_, row) => {
    const project = await aProject()
    const id = await setRows(project, { x: row, threads: failed }, 'failed')
    const rowOfX = async () => (await rowsOf(id)).find(({ channel }) => channel === 'x')
    const before = await rowOfX()
    const { error } = await project.api.refused(editStory, { id, caption: 'Other' })
    expect(error.message).toMatch('may be published on x already, so caption cannot change')
    await project.api.patch(editStory, { id, channel_overrides: { threads: { caption: 'Shorter' } } })
    expect(await rowOfX()).toEqual(before)
  })

  test('accepts a new caption when it is published nowhere, checked against its channels’ limits', async () => {
    const project = await aProject()
    const id = await setRows(project, { threads: failed, linkedin: failed }, 'failed')
    const { error } = await project.api.refused(editStory, { id, caption: 'a'.repeat(501) })
    expect(error.issues).toMatchObject([{ path: 'caption', code: 'channel_limit' }])
    await project.api.patch(editStory, { id, caption: 'Shorter' })
    expect(await storyOf(id)).toMatchObject({ caption: 'Shorter', status: 'failed' })
  })

  test('is retried on the named channels, and the others stay failed', async () => {
    const project = await aProject()
    const id = await setRows(project, { x: unknown, threads: failed }, 'failed')
    for (const [channels, code] of [
      [['threads', 'threads'], 'validation_error'],
      [['linkedin'], 'conflict'],
    ] as const) {
      const { error } = await project.api.refused(retryStory, { id, channels: channels as never })
      expect(error.code).toBe(code)
    }
    await project.api.post(retryStory, { id, channels: ['threads'] })
    expect((await stateOf(project, id)).rows).toEqual([
      ['x', 'failed', 'outcome_unknown'],
      ['threads', 'approved', null],
    ])
  })

  test('needs review again after an edit where the project requires approval', async () => {
    const project = await aProject({ requireApproval: true })
    const id = await setRows(project, { threads: failed, linkedin: failed }, 'failed')
    await project.api.patch(editStory, { id, channel_overrides: { threads: { caption: 'Shorter' } } })
    await project.api.post(retryStory, { id })
    expect((await stateOf(project, id)).rows).toEqual([
      ['threads', 'pending', null],
      ['linkedin', 'approved', null],
    ])
  })
})

const rowsOf = (storyId: string) =>
  database().selectFrom('queue_items').selectAll().where('story_id', '=', storyId).execute()
