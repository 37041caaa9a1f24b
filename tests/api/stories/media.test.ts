import { expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { resolvePost } from '@/lib/publishing/resolve'
import { contentOf } from '@/lib/publishing/work'
import { prepareMedia } from '@/lib/renditions/prepare'
import { createStory, editStory, previewStory } from '@/lib/stories/contract'
import { aProject, type TestProject } from '@/tests/support/api'
import { storyOf } from '../../support/publishing'

/** Holds that a file which is known is judged when a story is made, and shown as it is sent. */

const sample = (name: string): string => `${inject('sandboxUrl')}/samples/${name}`

/** What the job does for a story that is due within a day. */
async function look(storyId: string, project: TestProject): Promise<void> {
  const story = await storyOf(storyId)
  for (const channel of story.channels) {
    const { post } = resolvePost(contentOf(story), channel as never, { link: null, defaultBoardId: null })
    await prepareMedia(database(), project.projectId, post)
  }
}

const make = async (project: TestProject, url: string, more: object = {}) =>
  (await project.api.post(createStory, { caption: 'Look', channels: ['instagram'], media_url: url, ...more } as never))
    .story

test('a file that nobody has looked at is accepted, and its preview says that it is unknown', async () => {
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

test('a file that is known and breaks a rule is refused, under its slide', async () => {
  const project = await aProject()
  const { id } = await make(project, sample('panorama.jpg'))
  await look(id, project)
  const body = { caption: 'Again', channels: ['instagram', 'threads'], media_url: sample('panorama.jpg') }
  const refused = await project.api.refused(createStory, body as never)
  expect(refused.error).toMatchObject({
    code: 'validation_error',
    issues: [{ path: 'slides.0', code: 'media_rule', message: expect.stringContaining('4:5 to 1.91:1') }],
  })
  // Another network takes it, and so does another project, which knows nothing of it.
  await make(project, sample('panorama.jpg'), { channels: ['threads'] })
  await make(await aProject(), sample('panorama.jpg'))
})

test('an edit is judged as a create is', async () => {
  const project = await aProject()
  const { id: first } = await make(project, sample('panorama.jpg'))
  await look(first, project)
  const { id } = await make(project, sample('dawn.jpg'))
  const refused = await project.api.refused(editStory, { id, media_url: sample('panorama.jpg') } as never)
  expect(refused.error.issues).toMatchObject([{ code: 'media_rule' }])
})

test('a preview shows the rendition, why there is one and what it was made from', async () => {
  const project = await aProject()
  const { id } = await make(project, sample('meadow.png'), { channels: ['instagram', 'x'] })
  await look(id, project)
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

test('a preview warns of what is wrong with a file, under the member that mends it', async () => {
  const project = await aProject()
  const { id } = await make(project, sample('panorama.jpg'))
  await look(id, project)
  const { channels } = await project.api.get(previewStory, { id })
  expect(channels.instagram?.warnings).toMatchObject([{ code: 'media_rule', field: 'slides.0' }])
})

test('what a network will crop is said when a story is made, and in its preview', async () => {
  const project = await aProject()
  const slides = ['dawn.jpg', 'meadow.jpg'].map((name) => ({ media_url: sample(name) }))
  const body = { caption: 'Look', channels: ['instagram', 'facebook'], slides }
  const { story, warnings } = await project.api.post(createStory, body as never)
  expect(warnings).toEqual([])
  await look(story.id, project)
  const again = await project.api.post(createStory, body as never)
  expect(again.warnings).toMatchObject([{ code: 'media_cropped', channel: 'instagram' }])
  const { channels } = await project.api.get(previewStory, { id: story.id })
  expect(channels.instagram?.warnings).toMatchObject([{ code: 'media_cropped', field: 'slides.1' }])
  expect(channels.facebook?.warnings).toEqual([])
})

test('a story of a day is shown without the words that it is posted without', async () => {
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
    'facebook text_not_posted',
    'instagram alt_text_not_posted',
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

test('a cover is shown as it is sent', async () => {
  const project = await aProject()
  const { id } = await make(project, sample('upright.mp4'), {
    post_type: 'reel',
    channels: ['instagram', 'threads'],
    channel_overrides: { instagram: { cover_image_url: sample('harbour.png') } },
  })
  await look(id, project)
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

test('stored files: no other method, no listing, no way out of the folder', async () => {
  const url = inject('productUrl')
  const statusOf = async (path: string, method = 'GET') => (await fetch(`${url}${path}`, { method })).status
  expect(await statusOf('/media/none')).toBe(404)
  expect(await statusOf('/media/%2e%2e%2fpackage.json')).toBe(404)
  expect(await statusOf('/media/none', 'DELETE')).toBe(405)
})
