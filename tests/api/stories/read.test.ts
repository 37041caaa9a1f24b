import { expect, test } from 'vitest'
import { listQueue } from '@/lib/queue/contract'
import { createStory, getStory, listStories } from '@/lib/stories/contract'
import { previewStory, previewUnsaved } from '@/lib/stories/preview-contract'
import { aProject } from '@/tests/support/api/api'
import { aScheduledStory, aStory, images, inHours } from './stories'

test('lists stories newest first without gaps or repeats, and marks the last page', async () => {
  const project = await aProject()
  const made: string[] = []
  for (let index = 0; index < 5; index++) made.unshift((await aStory(project)).id)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await project.api.get(listStories, { limit: 2, cursor })
    seen.push(...page.stories.map(({ id }) => id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(seen).toEqual(made)
})

test('counts the stories of all pages on request', async () => {
  const project = await aProject()
  for (const channels of [['x'], ['x'], ['ghost']] as const) await aStory(project, { channels: [...channels] })
  const total = async (query: object) => (await project.api.get(listStories, { limit: 1, ...query })).total
  expect(await total({ count: 'true' })).toBe(3)
  expect(await total({ count: 'true', sort: 'time', channel: 'x' })).toBe(2)
  expect(await total({})).toBeUndefined()
})

test('sorts by time without gaps or repeats, the latest first', async () => {
  const project = await aProject()
  const scheduled = [await aScheduledStory(project, { scheduled_at: inHours(90) })]
  // Two at the same time.
  const late = inHours(200)
  for (const _ of [1, 2]) scheduled.push(await aScheduledStory(project, { scheduled_at: late }))
  const drafts = [await aStory(project), await aStory(project)]
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await project.api.get(listStories, { sort: 'time', limit: 2, cursor })
    seen.push(...page.stories.map(({ id }) => id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  const [soon, ...same] = scheduled
  expect(seen).toEqual([...same.toReversed(), soon, ...drafts.toReversed()].map((story) => story?.id))
  const { next_cursor } = await project.api.get(listStories, { limit: 1 })
  const { error } = await project.api.refused(listStories, { sort: 'time', cursor: next_cursor })
  expect(error.issues).toMatchObject([{ path: 'cursor' }])
})

test('filters by several statuses and channels', async () => {
  const project = await aProject()
  const draft = await aStory(project, { channels: ['x'] })
  const scheduled = await aScheduledStory(project, { channels: ['linkedin', 'ghost'] })
  const ids = async (query: object) => (await project.api.get(listStories, query)).stories.map(({ id }) => id)
  expect(await ids({ status: 'draft' })).toEqual([draft.id])
  expect(await ids({ status: 'draft,scheduled' })).toEqual([scheduled.id, draft.id])
  expect(await ids({ channel: 'ghost' })).toEqual([scheduled.id])
  expect(await ids({ channel: 'ghost,x' })).toEqual([scheduled.id, draft.id])
  expect(await ids({ channel: 'x', status: 'scheduled' })).toEqual([])
})

test('filters by author, and by the time of a story', async () => {
  const project = await aProject()
  const draft = await aStory(project)
  const later = await aScheduledStory(project, { scheduled_at: inHours(72) })
  const ids = async (query: object) => (await project.api.get(listStories, query)).stories.map(({ id }) => id)
  expect(await ids({ author: project.userId })).toEqual([later.id, draft.id])
  expect(await ids({ author: (await aProject()).userId })).toEqual([])
  expect(await ids({ from: inHours(48) })).toEqual([later.id])
  expect(await ids({ to: inHours(48) })).toEqual([draft.id])
  expect(await ids({ from: inHours(48), to: inHours(60) })).toEqual([])
  const { error } = await project.api.refused(listStories, { author: 'me', from: 'yesterday' })
  expect(error.issues?.map(({ path }) => path)).toEqual(['author', 'from'])
})

test('searches by word prefixes in any script, and only in the own project', async () => {
  const project = await aProject()
  const bread = await aStory(project, { title: 'Sourdough Sunday', caption: 'Fresh bread & “butter”' })
  const tea = await aStory(project, { caption: 'Горячий чай: only at O’Neil’s (50 %)' })
  await aStory(await aProject(), { caption: 'Fresh bread elsewhere' })
  const found = async (q: string) => (await project.api.get(listStories, { q })).stories.map(({ id }) => id)
  expect(await found('fre BREAD')).toEqual([bread.id])
  expect(await found('sour')).toEqual([bread.id])
  expect(await found('чай 50')).toEqual([tea.id])
  expect(await found('o’neil')).toEqual([tea.id])
  expect(await found('! (butter | nothing):*')).toEqual([])
  expect(await found("butter') & !!fresh:*")).toEqual([bread.id])
  expect(await found('read')).toEqual([])
})

test.each([
  [{ q: ' … ' }, 'q'],
  [{ cursor: 'nonsense' }, 'cursor'],
  [{ limit: 0 }, 'limit'],
  [{ limit: 201 }, 'limit'],
  [{ status: 'posted' }, 'status.0'],
  [{ chanel: 'x' }, 'chanel'],
])('refuses %j as list parameters', async (query, path) => {
  const { api } = await aProject()
  const { status, error } = await api.refused(listStories, query)
  expect(status).toBe(400)
  expect(error.issues).toMatchObject([{ path }])
})

test('filters the queue by status, channel, story and time', async () => {
  const project = await aProject()
  const early = await aScheduledStory(project, { channels: ['x', 'ghost'], scheduled_at: inHours(1), title: 'Early' })
  const late = await aScheduledStory(project, { channels: ['x'], scheduled_at: inHours(50) })
  const pictured = await aStory(project, { channels: ['x'], slides: images(2) })
  const found = async (query: object) => {
    const { items } = await project.api.get(listQueue, query)
    return items.map(({ story_id, channel }) => [story_id, channel])
  }
  expect(await found({ status: 'approved', channel: 'x' })).toEqual([
    [late.id, 'x'],
    [early.id, 'x'],
  ])
  expect(await found({ story_id: early.id })).toEqual([
    [early.id, 'ghost'],
    [early.id, 'x'],
  ])
  expect(await found({ from: inHours(2), to: inHours(60) })).toEqual([[late.id, 'x']])
  const { items } = await project.api.get(listQueue, { story_id: early.id, limit: 1 })
  expect(items).toMatchObject([
    { title: 'Early', primary_caption: 'Fresh bread', story_status: 'scheduled', picture_url: null },
  ])
  const draft = await project.api.get(listQueue, { story_id: pictured.id })
  expect(draft.items).toMatchObject([{ story_status: 'draft', picture_url: 'https://images.example/1.jpg' }])
})

test('a story shows the resolved content of each channel', async () => {
  const { api } = await aProject()
  const { story } = await api.post(createStory, {
    caption: 'Fresh bread',
    hashtags: 'bread #morning',
    channels: ['facebook', 'x'],
    slides: images(2),
    channel_overrides: { x: { caption: 'Bread!', media_urls: ['https://images.example/one.jpg'] } },
  })
  const stored = await api.get(getStory, { id: story.id })
  expect(stored).toMatchObject({ primary_caption: 'Fresh bread', post_type: 'carousel' })
  expect(stored.variants).toEqual({
    facebook: {
      caption: 'Fresh bread',
      hashtags: ['#bread', '#morning'],
      text: 'Fresh bread\n\n#bread #morning',
      post_type: 'carousel',
      media_urls: images(2).map(({ media_url }) => media_url),
    },
    x: {
      caption: 'Bread!',
      hashtags: ['#bread', '#morning'],
      text: 'Bread!\n\n#bread #morning',
      post_type: 'single',
      media_urls: ['https://images.example/one.jpg'],
    },
  })
})

test('a preview shows text, link, thread and limits, and is the same before and after saving', async () => {
  const { api } = await aProject()
  const story = {
    caption: 'One\n\nTwo',
    hashtags: 'bread',
    comment_ask: 'Which is yours?',
    channels: ['x' as const, 'pinterest' as const],
    media_url: 'https://images.example/1.jpg',
    destination_url: 'https://shop.example/?a=1',
    utm_campaign: 'spring',
    channel_overrides: { x: { caption_format: 'thread' as const }, pinterest: { title: 'Bread' } },
  }
  const unsaved = await api.post(previewUnsaved, story)
  expect(unsaved.story_id).toBeNull()
  expect(unsaved.channels.x).toMatchObject({
    text: 'One\n\nTwo\n\nWhich is yours?\n\n#bread',
    thread: ['One', 'Two', 'Which is yours?\n\n#bread'],
    thread_counts: [3, 3, 23],
    // X supports links only in the text, and a preview shows only what is sent.
    link: null,
    limits: { text_max: 280, text_count: 23, text_unit: 'weighted' },
    warnings: [],
  })
  expect(unsaved.channels.pinterest).toMatchObject({
    title: 'Bread',
    link: expect.stringMatching(/\/l\/0{10}$/),
    tracked_link: {
      short_url: unsaved.channels.pinterest?.link,
      destination_url: expect.stringMatching(
        /^https:\/\/shop\.example\/\?a=1&utm_source=pinterest&utm_medium=post&utm_campaign=spring/,
      ),
      is_placeholder: true,
    },
    warnings: [{ code: 'no_board', field: 'channel_overrides.pinterest.board_id' }],
  })
  const saved = await api.post(createStory, story)
  const { channels } = await api.get(previewStory, { id: saved.story.id })
  // Without a story id only the link codes are missing.
  const withoutCodes = (shown: unknown): unknown =>
    JSON.parse(
      JSON.stringify(shown)
        .replace(/\/l\/\w{10}/g, '/l/…')
        .replace(/"is_placeholder":\w+/g, '"is_placeholder":0'),
    )
  expect(withoutCodes(channels)).toEqual(withoutCodes(unsaved.channels))
  expect(channels.pinterest?.tracked_link).toMatchObject({ is_placeholder: false, short_url: channels.pinterest?.link })
})

test('a preview of an invalid story says why, and saves nothing', async () => {
  const { api } = await aProject()
  const { channels } = await api.post(previewUnsaved, { caption: 'a'.repeat(281), channels: ['x', 'instagram'] })
  expect(channels.x?.warnings).toMatchObject([{ code: 'channel_limit', field: 'caption' }])
  expect(channels.instagram?.warnings).toMatchObject([{ code: 'media_required', field: 'media_urls' }])
  expect((await api.get(listStories, {})).stories).toEqual([])
})

test('each preview warning names the same member as the error of a create', async () => {
  const { api } = await aProject()
  const story = {
    caption: 'Words',
    channels: ['x' as const, 'threads' as const, 'pinterest' as const],
    slides: [{ media_url: 'https://images.example/1.mp4', alt_text: 'a'.repeat(1_001) }],
    channel_overrides: {
      x: { caption: 'b'.repeat(281) },
      pinterest: { board_id: '1', alt_text: 'A loaf' },
    },
  }
  const { channels } = await api.post(previewUnsaved, story)
  const fieldsOf = (channel: keyof typeof channels) => channels[channel]?.warnings.map(({ field }) => field)
  // X has no alt text for videos: its length is not checked, and a warning says that it is omitted.
  expect(channels.x?.warnings).toMatchObject([
    { code: 'channel_limit', field: 'channel_overrides.x.caption' },
    { code: 'alt_text_not_posted', field: 'slides.0.alt_text' },
  ])
  expect(fieldsOf('threads')).toEqual(['slides.0.alt_text'])
  expect(fieldsOf('pinterest')).toEqual(['channel_overrides.pinterest.cover_image_url'])
  const made = await api.post(createStory, story)
  expect(made.warnings).toEqual(Object.values(channels).flatMap(({ warnings }) => warnings))
  const timed = { ...story, scheduled_at: inHours(1), connection_check: 'skip' as const }
  const { error } = await api.refused(createStory, timed)
  const paths = error.issues?.map(({ path }) => path)
  expect(paths).toEqual([
    'channel_overrides.x.caption',
    'slides.0.alt_text',
    'channel_overrides.pinterest.cover_image_url',
  ])
})
