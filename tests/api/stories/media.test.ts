import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { resolvePost } from '@/lib/posts/resolve'
import { prepareMedia } from '@/lib/renditions/prepare'
import { bulkCreateStories, createStory, editStory, getStory, scheduleStory } from '@/lib/stories/contract'
import { previewStory } from '@/lib/stories/preview-contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { storyOf } from '@/tests/support/publishing/publishing'

const sample = (name: string): string => `${inject('sandboxUrl')}/samples/${name}`

/** Runs the job for a story due within a day. */
async function prepareFiles(storyId: string, project: TestProject): Promise<void> {
  const story = await storyOf(storyId)
  for (const channel of story.channels) {
    const { post } = resolvePost(story, channel as never, { link: null, defaultBoardId: null })
    await prepareMedia(database(), project.projectId, post)
  }
}

const make = async (project: TestProject, url: string, more: object = {}) =>
  (await project.api.post(createStory, { caption: 'Look', channels: ['instagram'], media_url: url, ...more } as never))
    .story

test('accepts an unknown file and marks it in the preview', async () => {
  const project = await aProject()
  const { id } = await make(project, sample('panorama.jpg'))
  const { channels } = await project.api.get(previewStory, { id })
  expect(channels.instagram?.media).toMatchObject([
    {
      url: sample('panorama.jpg'),
      original_url: sample('panorama.jpg'),
      mime_type: null,
      width: null,
      rendition: null,
    },
  ])
})

test('refuses a known file that breaks a rule, at its slide', async () => {
  const project = await aProject()
  const { id } = await make(project, sample('panorama.jpg'))
  await prepareFiles(id, project)
  const body = { caption: 'Again', channels: ['instagram', 'threads'], media_url: sample('panorama.jpg') }
  const error = { channel: 'instagram', code: 'media_rule', message: expect.stringContaining('4:5 to 1.91:1') }
  const draft = await project.api.post(createStory, body as never)
  expect(draft.warnings).toMatchObject([{ field: 'slides.0', ...error }])
  const refused = await project.api.refused(createStory, { ...body, ...timed } as never)
  expect(refused.error).toMatchObject({ code: 'validation_error', issues: [{ path: 'slides.0', ...error }] })
  // Another network accepts the file. So does another project, which has not inspected it.
  await make(project, sample('panorama.jpg'), { channels: ['threads'] })
  await make(await aProject(), sample('panorama.jpg'))
})

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const timed = { scheduled_at: inAnHour(), connection_check: 'skip' }
const errorOf = (channel: string) => ({ path: 'slides.0', code: 'media_rule', channel })

test('inspects an unknown file before scheduling and refuses it', async () => {
  const project = await aProject()
  const { api } = project
  const body = { caption: 'New', channels: ['instagram'], media_url: sample('panorama.jpg') }
  const key = { 'idempotency-key': 'inspected' }
  const created = await api.refused(createStory, { ...body, ...timed } as never, key)
  expect(created.error.issues).toMatchObject([errorOf('instagram')])
  const { errors } = await api.post(bulkCreateStories, {
    stories: [{ ...body, ...timed, channels: ['x'], post_type: 'reel', media_url: sample('long.mp4') }],
  })
  expect(errors).toMatchObject([{ index: 0, issues: [errorOf('x')] }])
  const missing = await api.refused(createStory, { ...body, ...timed, media_url: sample('none.jpg') } as never)
  expect(missing.error.issues).toMatchObject([
    { ...errorOf('instagram'), message: expect.stringMatching(/^No file found at .*none\.jpg \(404\)/) },
  ])

  const other = (await aProject()).api
  const draft = await other.post(createStory, body as never)
  expect(draft.warnings).toEqual([])
  const { id } = draft.story
  const scheduled = await other.refused(scheduleStory, { id, ...timed } as never)
  expect(scheduled.error.issues).toMatchObject([errorOf('instagram')])
  const fine = await other.post(createStory, { ...body, ...timed, media_url: sample('dawn.jpg') } as never)
  expect(fine.warnings).toEqual([])
  const edit = { id: fine.story.id, media_url: sample('harbour.png'), connection_check: 'skip' }
  expect((await other.patch(editStory, edit as never)).warnings).toEqual([])
})

test('warns about a file that cannot be inspected within three seconds', async () => {
  const { api } = await aProject()
  const silent = createServer(() => {})
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const media_url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/never.jpg`
  try {
    const startedMs = performance.now()
    const body = { caption: 'Slow', channels: ['instagram'], media_url, ...timed }
    const { story, warnings } = await api.post(createStory, body as never)
    expect(performance.now() - startedMs).toBeLessThan(6_000)
    expect(warnings).toMatchObject([{ channel: 'instagram', field: 'slides.0', code: 'media_unchecked' }])
    expect((await api.get(getStory, { id: story.id })).warnings).toEqual(warnings)
  } finally {
    silent.closeAllConnections()
    silent.close()
  }
})

test('a preview shows the rendition, its reasons and its original', async () => {
  const project = await aProject()
  const { id } = await make(project, sample('meadow.png'), { channels: ['instagram', 'x'] })
  await prepareFiles(id, project)
  const { channels } = await project.api.get(previewStory, { id })
  expect(channels.instagram?.media).toEqual([
    {
      url: expect.stringMatching(new RegExp(`^${inject('productUrl')}/media/${project.projectId}/[\\w-]{22}\\.jpg$`)),
      kind: 'image',
      alt_text: null,
      short_url: null,
      original_url: sample('meadow.png'),
      mime_type: 'image/jpeg',
      file_size: expect.any(Number),
      width: 1080,
      height: 1350,
      duration_seconds: null,
      cropped_to: null,
      rendition: { reasons: ['type'], is_made: true },
    },
  ])
  expect(channels.x?.media).toMatchObject([{ url: sample('meadow.png'), mime_type: 'image/png', rendition: null }])
  const file = await fetch(channels.instagram?.media[0]?.url ?? '', { headers: { range: 'bytes=0-2' } })
  expect([file.status, file.headers.get('content-type'), file.headers.get('x-content-type-options')]).toEqual([
    206,
    'image/jpeg',
    'nosniff',
  ])
  expect(Buffer.from(await file.arrayBuffer()).toString('hex')).toBe('ffd8ff')
})

test('a preview warns about a bad file at its member', async () => {
  const project = await aProject()
  const { id } = await make(project, sample('panorama.jpg'))
  await prepareFiles(id, project)
  const { channels } = await project.api.get(previewStory, { id })
  expect(channels.instagram?.warnings).toMatchObject([{ code: 'media_rule', field: 'slides.0' }])
})

test('creation and preview warn about crops', async () => {
  const project = await aProject()
  const slides = ['dawn.jpg', 'meadow.jpg'].map((name) => ({ media_url: sample(name) }))
  const body = { caption: 'Look', channels: ['instagram', 'facebook'], slides }
  const { story, warnings } = await project.api.post(createStory, body as never)
  expect(warnings).toEqual([])
  await prepareFiles(story.id, project)
  const again = await project.api.post(createStory, body as never)
  expect(again.warnings).toMatchObject([{ code: 'media_cropped', channel: 'instagram' }])
  const { channels } = await project.api.get(previewStory, { id: story.id })
  expect(channels.instagram?.warnings).toMatchObject([{ code: 'media_cropped', field: 'slides.1' }])
  expect(channels.facebook?.warnings).toEqual([])
})

test('the preview of a 24 h story has no text', async () => {
  const project = await aProject()
  const { story, warnings } = await project.api.post(createStory, {
    caption: 'Words',
    hashtags: 'bread',
    channels: ['instagram', 'facebook'],
    slides: [{ media_url: sample('dawn.jpg'), alt_text: 'A hill' }],
    post_type: 'story',
  } as never)
  expect(warnings.map(({ code, channel }) => `${channel} ${code}`)).toEqual([
    'instagram text_not_posted',
    'instagram alt_text_not_posted',
    'facebook text_not_posted',
  ])
  const { channels } = await project.api.get(previewStory, { id: story.id })
  expect(channels.instagram).toMatchObject({
    text: '',
    hashtags: [],
    media: [{ alt_text: null }],
    limits: { text_count: 0 },
    warnings: [
      { code: 'text_not_posted', field: 'caption' },
      { code: 'alt_text_not_posted', field: 'slides.0.alt_text' },
    ],
  })
  expect(channels.facebook).toMatchObject({ text: '', media: [{ alt_text: 'A hill' }] })
})

test('the preview shows the rendition of a cover', async () => {
  const project = await aProject()
  const { id } = await make(project, sample('upright.mp4'), {
    post_type: 'reel',
    channels: ['instagram', 'threads'],
    channel_overrides: { instagram: { cover_image_url: sample('harbour.png') } },
  })
  await prepareFiles(id, project)
  const { channels } = await project.api.get(previewStory, { id })
  expect(channels.instagram?.cover).toMatchObject({
    url: expect.stringMatching(/\.jpg$/),
    original_url: sample('harbour.png'),
    mime_type: 'image/jpeg',
    cropped_to: 9 / 16,
    rendition: { reasons: ['type'], is_made: true },
  })
  expect(channels.instagram?.warnings).toMatchObject([
    { code: 'media_cropped', field: 'channel_overrides.instagram.cover_image_url' },
  ])
  expect(channels.threads?.cover).toBeNull()
})

test('stored files: GET only, no listing, no path traversal', async () => {
  const url = inject('productUrl')
  const statusOf = async (path: string, method = 'GET') => (await fetch(`${url}${path}`, { method })).status
  expect(await statusOf('/media/none')).toBe(404)
  expect(await statusOf('/media/%2e%2e%2fpackage.json')).toBe(404)
  expect(await statusOf('/media/none', 'DELETE')).toBe(405)
})
