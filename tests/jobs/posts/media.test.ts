import { expect, inject, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { list as listNotifications, markRead } from '@/lib/notifications/service'
import { inspectDueMedia } from '@/lib/publishing/media/inspect-due-media'
import { prepareDueMedia } from '@/lib/publishing/media/prepare-ahead'
import { editStory } from '@/lib/stories/operations/edit'
import { getStory } from '@/lib/stories/reading/read'
import { storyTimeline } from '@/lib/stories/timeline/timeline'
import {
  aDueStory,
  attemptsOf,
  eventsOf,
  letTimePass,
  makeOlder,
  onOwnDatabase,
  postsOf,
  publishOnce,
  publishUntilSettled,
  rowOf,
} from '@/tests/support/publishing/publishing'

onOwnDatabase()

const sample = (name: string): string => `${inject('sandboxUrl')}/samples/${name}`
const due = (channel: ChannelId, urls: string[], more: Parameters<typeof aDueStory>[1] = {}) =>
  aDueStory([channel], { slides: urls.map((media_url) => ({ media_url })), ...more })

/** Publishes a story and returns the post of the sandbox, with the file that it fetched. */
async function posted(channel: ChannelId, urls: string[], more: Parameters<typeof aDueStory>[1] = {}) {
  const story = await due(channel, urls, more)
  await publishUntilSettled(story.storyId)
  const row = await rowOf(story.itemId)
  expect({ status: row.status, reason: row.skip_reason }).toEqual({ status: 'posted', reason: null })
  const [post] = await postsOf(story.account)
  const stored = await Promise.all(
    (post?.media ?? []).map(async ({ url }) => Buffer.from(await (await fetch(url)).arrayBuffer())),
  )
  return { story, post, stored }
}

const typeOf = (bytes: Buffer | undefined): string => {
  if (bytes?.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  return bytes?.toString('latin1', 1, 4) === 'PNG' ? 'png' : 'other'
}

test.each(['dawn.png', 'image.webp', 'lying.jpg'])('Instagram gets %s as a JPEG from our storage', async (name) => {
  const { post, stored } = await posted('instagram', [sample(name)])
  expect(post?.media[0]?.source_url).toMatch(new RegExp(`^${inject('productUrl')}/media/.*\\.jpg$`))
  expect(typeOf(stored[0])).toBe('jpeg')
})

test('reuses the rendition of a file', async () => {
  const first = await posted('instagram', [sample('meadow.png')])
  const { project } = first.story
  const again = await posted('instagram', [sample('meadow.png')], { project, accounts: first.story.accounts })
  expect(again.stored[0]?.equals(first.stored[0] ?? Buffer.alloc(0))).toBe(true)
  const made = await database()
    .selectFrom('media_renditions')
    .selectAll()
    .where('project_id', '=', project.projectId)
    .execute()
  expect(made).toHaveLength(1)
})

test('a rotated image is sent upright and without location', async () => {
  const { stored } = await posted('threads', [sample('rotated.jpg')])
  const { default: sharp } = await import('sharp')
  const { width, height, orientation, exif } = await sharp(stored[0]).metadata()
  expect({ width, height, orientation: orientation ?? 1, exif }).toEqual({
    width: 800,
    height: 1000,
    orientation: 1,
    exif: undefined,
  })
})

test('an image over the size limit is made smaller', async () => {
  const { stored } = await posted('instagram', [sample('huge.jpg')])
  expect(stored[0]?.length).toBeLessThanOrEqual(8_000_000)
  expect(stored[0]?.length).toBeGreaterThan(100_000)
})

test('a file within the rules is sent unchanged', async () => {
  const { post } = await posted('instagram', [sample('dawn.jpg')])
  expect(post?.media[0]?.source_url).toBe(sample('dawn.jpg'))
})

/** Refused before any call, with an event. */
async function refused(channel: ChannelId, urls: string[], more: Parameters<typeof aDueStory>[1] = {}) {
  const story = await due(channel, urls, more)
  expect(await publishOnce(story.itemId)).toBe('failed')
  const row = await rowOf(story.itemId)
  expect(row.skip_category).toBe('render')
  expect(await attemptsOf(story.itemId)).toEqual([])
  expect(await eventsOf(story.project.projectId)).toEqual(expect.arrayContaining(['story.skipped', 'story.failed']))
  expect(await postsOf(story.account)).toEqual([])
  return row
}

test('an image that would have to be cropped is refused', async () => {
  const row = await refused('instagram', [sample('panorama.jpg')])
  expect(row.provider_code).toBe('media_rule')
  expect(row.skip_reason).toBe(
    'Instagram does not accept this post: Instagram supports images with aspect ratios from 4:5 to 1.91:1. The image is 5:1. Crop its sides.',
  )
})

test('a video that is too long is refused', async () => {
  const row = await refused('x', [sample('long.mp4')], { postType: 'reel' })
  expect(row.skip_reason).toBe(
    'X does not accept this post: X supports videos of at most 140 seconds. The video is 1 hour long. Trim it.',
  )
})

test('a missing file is refused', async () => {
  const row = await refused('instagram', [sample('none.jpg')])
  expect(row.provider_code).toBe('media_missing')
  expect(row.skip_reason).toMatch(/^No file found at .*\/samples\/none\.jpg \(404\)\. Check the URL\.$/)
})

test('a file that is not media is refused', async () => {
  const row = await refused('threads', [sample('')])
  expect(row.provider_code).toBe('media_not_media')
})

test('retries when the server is down', async () => {
  const story = await due('threads', ['http://127.0.0.1:9/gone.jpg'])
  expect(await publishOnce(story.itemId)).toBe('waiting')
  expect(await attemptsOf(story.itemId)).toMatchObject([
    { outcome: 'retry', code: 'media_unreachable', category: 'render' },
  ])
})

test('a URL that disappears after preparation does not matter where bytes are uploaded', async () => {
  const { story } = await posted('x', [`${sample('gone.jpg')}?${story36()}`])
  expect(await attemptsOf(story.itemId)).toMatchObject([{ outcome: 'posted' }])
})

test('a URL that disappears before the network fetches it is a media error', async () => {
  const story = await due('instagram', [`${sample('gone.jpg')}?${story36()}`])
  await publishOnce(story.itemId)
  expect(await attemptsOf(story.itemId)).toMatchObject([{ category: 'render' }])
  expect(await postsOf(story.account)).toEqual([])
})

/** A file that no other test uses. */
const story36 = (): string => `${process.pid}-${Math.random().toString(36).slice(2)}`

const linesOf = async (story: Awaited<ReturnType<typeof due>>) => {
  const principal = { kind: 'session', userId: story.project.userId } as const
  const context = { db: database(), principal, now: new Date() }
  return (await storyTimeline(context as never, { id: story.storyId, limit: 200, order: 'oldest' } as never)).entries
}

test('reports a bad file a day ahead, once, until it is fixed', async () => {
  const story = await due('instagram', [sample('panorama.jpg')], { dueIn: 20 * 3_600 })
  await prepareDueMedia(database())
  const problem = (await rowOf(story.itemId)).data_snapshot as { media_problem?: string }
  expect(problem.media_problem).toMatch(/^Instagram does not accept this post: .* Crop its/)
  await database().updateTable('queue_items').set({ media_checked_at: null }).where('id', '=', story.itemId).execute()
  await prepareDueMedia(database())
  const lines = (await linesOf(story)).filter(({ kind }) => kind === 'media_problem')
  expect(lines.map(({ summary }) => summary)).toEqual([
    expect.stringMatching(/^Found before publishing: Instagram does not accept this post: /),
  ])

  await database()
    .updateTable('stories')
    .set({ slides: JSON.stringify([{ media_url: sample('orchard.png') }]), updated_at: new Date(Date.now() + 1_000) })
    .where('id', '=', story.storyId)
    .execute()
  await prepareDueMedia(database())
  expect((await rowOf(story.itemId)).data_snapshot).toEqual({})
  const made = await database()
    .selectFrom('media_renditions')
    .select('recipe')
    .where('project_id', '=', story.project.projectId)
    .execute()
  expect(made).toHaveLength(1)
})

/** Slides with different ratios: Instagram crops all to the ratio of the first. */
const unequal = [sample('dawn.jpg'), sample('meadow.jpg')]

test('warns about a cropped carousel a day ahead, once, and publishes it unchanged', async () => {
  const story = await due('instagram', unequal, { dueIn: 20 * 3_600 })
  await prepareDueMedia(database())
  const { media_problem, media_warning } = (await rowOf(story.itemId)).data_snapshot as Record<string, string>
  expect(media_problem).toBeUndefined()
  expect(media_warning).toMatch(/^Instagram crops all media of a carousel .* image 2 is .* Crop them to match/)
  await makeOlder(story.storyId, 20 * 3_600)
  await letTimePass(story.itemId, 0)
  await publishUntilSettled(story.storyId)
  expect((await rowOf(story.itemId)).status).toBe('posted')
  const warnings = (await linesOf(story)).filter(({ kind }) => kind === 'media_warning')
  expect(warnings.map(({ summary }) => summary)).toEqual([media_warning])
})

test('warns about a cropped carousel that is published immediately', async () => {
  const { story } = await posted('instagram', unequal)
  const kinds = (await linesOf(story)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'media_warning')).toHaveLength(1)
})

test('renders the image of a link for LinkedIn, and reports a bad one a day ahead', async () => {
  const withCover = (cover_image_url: string) => ({
    overrides: { linkedin: { cover_image_url } },
    destination: 'https://shop.example/bread',
  })
  const { stored, post } = await posted('linkedin', [], withCover(sample('image.webp')))
  expect(post?.link).toMatch(/^http/)
  expect(typeOf(stored[0])).toBe('png')
  const story = await due('linkedin', [], { ...withCover(sample('wide.mp4')), dueIn: 20 * 3_600 })
  await prepareDueMedia(database())
  const { media_problem } = (await rowOf(story.itemId)).data_snapshot as Record<string, string>
  expect(media_problem).toMatch(/^LinkedIn does not accept this post: LinkedIn supports link images as/)
})

test('ignores a bad cover that the network does not show', async () => {
  const account = await due('instagram', [sample('dawn.jpg')], {
    overrides: { instagram: { cover_image_url: `${sample('missing.jpg')}?${story36()}` } },
  })
  await publishUntilSettled(account.storyId)
  expect((await rowOf(account.itemId)).status).toBe('posted')
})

test('finds a bad file of a story weeks ahead, notifies once and shows it on the story', async () => {
  const story = await due('instagram', [sample('panorama.jpg')], { dueIn: 20 * 86_400 })
  const { projectId: project_id, userId } = story.project
  const context = { db: database(), principal: { kind: 'session' as const, userId }, now: new Date() }
  const notifications = () => listNotifications(context, { project_id, limit: 50, cursor: undefined })
  const shown = () => getStory(context, { id: story.storyId })
  expect((await shown()).warnings).toMatchObject([{ code: 'media_unchecked', field: 'slides.0' }])
  await inspectDueMedia(database())
  const error = { code: 'media_rule', channel: 'instagram', field: 'slides.0' }
  expect((await shown()).warnings).toMatchObject([error])
  const [item] = (await shown()).content_queue
  expect(item?.data_snapshot.media_problem).toMatch(/^Instagram does not accept this post: /)
  const first = await notifications()
  expect(first).toMatchObject({
    unread_count: 1,
    notifications: [
      {
        kind: 'media_problem',
        channel: 'instagram',
        story: { id: story.storyId },
        reason: item?.data_snapshot.media_problem,
        is_read: false,
        is_settled: false,
      },
    ],
  })
  // The same error again is not a new notification.
  await database().updateTable('queue_items').set({ media_due_at: new Date() }).where('id', '=', story.itemId).execute()
  await inspectDueMedia(database())
  const [notice] = first.notifications
  const read = { project_id, notification_ids: [notice?.id ?? ''] }
  expect((await markRead(context, read)).unread_count).toBe(0)
  expect((await notifications()).notifications).toMatchObject([{ is_read: true }])

  const edit = { id: story.storyId, slides: [{ media_url: sample('orchard.png') }], connection_check: 'skip' as const }
  await editStory(context, edit)
  await inspectDueMedia(database())
  expect((await shown()).warnings).toEqual([])
  expect((await notifications()).notifications).toMatchObject([{ is_settled: true }])
  expect((await rowOf(story.itemId)).media_due_at).toBeNull()
})

test('does not prepare posts due in more than a day', async () => {
  const story = await due('instagram', [sample('panorama.jpg')], { dueIn: 30 * 3_600 })
  await prepareDueMedia(database())
  expect((await rowOf(story.itemId)).media_checked_at).toBeNull()
})
