import { expect, inject, test } from 'vitest'
import type { ChannelId } from '@/lib/channels/ids'
import { database } from '@/lib/db/pool'
import { list as listNotifications, markRead } from '@/lib/notifications/service'
import { inspectDueMedia } from '@/lib/publishing/inspect-due-media'
import { prepareDueMedia } from '@/lib/publishing/prepare-ahead'
import { editStory } from '@/lib/stories/edit'
import { getStory } from '@/lib/stories/read'
import { storyTimeline } from '@/lib/stories/timeline'
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
} from '../support/publishing'

/**
 * Holds that a network gets a file that it takes, or that the row says before any call which rule stands against it and
 * what to do.
 */

onOwnDatabase()

const sample = (name: string): string => `${inject('sandboxUrl')}/samples/${name}`
const due = (channel: ChannelId, urls: string[], more: Parameters<typeof aDueStory>[1] = {}) =>
  aDueStory([channel], { slides: urls.map((media_url) => ({ media_url })), ...more })

/** Posts a story and gives what its network's ledger has, with the file that it fetched. */
async function posted(channel: ChannelId, urls: string[], more: Parameters<typeof aDueStory>[1] = {}) {
  const story = await due(channel, urls, more)
  await publishUntilSettled(story.storyId)
  const row = await rowOf(story.itemId)
  expect({ status: row.status, reason: row.skip_reason }).toEqual({ status: 'posted', reason: null })
  const [post] = await postsOf(story.account)
  const kept = await Promise.all(
    (post?.media ?? []).map(async ({ url }) => Buffer.from(await (await fetch(url)).arrayBuffer())),
  )
  return { story, post, kept }
}

const typeOf = (bytes: Buffer | undefined): string => {
  if (bytes?.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  return bytes?.toString('latin1', 1, 4) === 'PNG' ? 'png' : 'other'
}

test.each(['dawn.png', 'picture.webp', 'lying.jpg'])(
  'Instagram gets %s as a JPEG, from our own storage',
  async (name) => {
    const { post, kept } = await posted('instagram', [sample(name)])
    expect(post?.media[0]?.source_url).toMatch(new RegExp(`^${inject('productUrl')}/media/.*\\.jpg$`))
    expect(typeOf(kept[0])).toBe('jpeg')
  },
)

test('the same file posted again is the same rendition', async () => {
  const first = await posted('instagram', [sample('meadow.png')])
  const { project } = first.story
  const again = await posted('instagram', [sample('meadow.png')], { project, accounts: first.story.accounts })
  expect(again.kept[0]?.equals(first.kept[0] ?? Buffer.alloc(0))).toBe(true)
  const made = await database()
    .selectFrom('media_renditions')
    .selectAll()
    .where('project_id', '=', project.projectId)
    .execute()
  expect(made).toHaveLength(1)
})

test('a picture that is turned by its EXIF data arrives upright and does not say where it was taken', async () => {
  const { kept } = await posted('threads', [sample('rotated.jpg')])
  const { default: sharp } = await import('sharp')
  const { width, height, orientation, exif } = await sharp(kept[0]).metadata()
  expect({ width, height, orientation: orientation ?? 1, exif }).toEqual({
    width: 800,
    height: 1000,
    orientation: 1,
    exif: undefined,
  })
})

test('a picture over the size limit is made smaller', async () => {
  const { kept } = await posted('instagram', [sample('huge.jpg')])
  expect(kept[0]?.length).toBeLessThanOrEqual(8_000_000)
  expect(kept[0]?.length).toBeGreaterThan(100_000)
})

test('what is fine goes out as it is', async () => {
  const { post } = await posted('instagram', [sample('dawn.jpg')])
  expect(post?.media[0]?.source_url).toBe(sample('dawn.jpg'))
})

/** Refused before any call, with an event that says so. */
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

test('a picture that would have to be cropped is refused, and a person decides', async () => {
  const row = await refused('instagram', [sample('panorama.jpg')])
  expect(row.provider_code).toBe('media_rule')
  expect(row.skip_reason).toBe(
    'Instagram cannot take this post: Instagram takes pictures in shapes from 4:5 to 1.91:1 (width to height), and this file is 5:1. Its sides would have to be cut off, and what may go is for a person to decide: crop it and use the new file.',
  )
})

test('a film that is too long is refused by its index', async () => {
  const row = await refused('x', [sample('long.mp4')], { postType: 'reel' })
  expect(row.skip_reason).toBe(
    'X cannot take this post: X takes films of at most 140 seconds, and this file has 1 hour. Cut it shorter.',
  )
})

test('an address with nothing behind it is refused with its own sentence', async () => {
  const row = await refused('instagram', [sample('none.jpg')])
  expect(row.provider_code).toBe('media_missing')
  expect(row.skip_reason).toMatch(/^There is nothing to fetch at .*\/samples\/none\.jpg \(404\)\. Check the address\.$/)
})

test('what is neither a picture nor a film is refused', async () => {
  const row = await refused('threads', [sample('')])
  expect(row.provider_code).toBe('media_not_media')
})

test('a server that is away is tried again, as after any fault that may pass', async () => {
  const story = await due('threads', ['http://127.0.0.1:9/gone.jpg'])
  expect(await publishOnce(story.itemId)).toBe('waiting')
  expect(await attemptsOf(story.itemId)).toMatchObject([
    { outcome: 'retry', code: 'media_unreachable', category: 'render' },
  ])
})

test('an address that is gone after the first look is still posted where the bytes are pushed', async () => {
  const { story } = await posted('x', [`${sample('gone.jpg')}?${story36()}`])
  expect(await attemptsOf(story.itemId)).toMatchObject([{ outcome: 'posted' }])
})

test('an address that is gone when the network comes for it is said to be a matter of the file', async () => {
  const story = await due('instagram', [`${sample('gone.jpg')}?${story36()}`])
  await publishOnce(story.itemId)
  expect(await attemptsOf(story.itemId)).toMatchObject([{ category: 'render' }])
  expect(await postsOf(story.account)).toEqual([])
})

/** Something that no other test asks for. */
const story36 = (): string => `${process.pid}-${Math.random().toString(36).slice(2)}`

const linesOf = async (story: Awaited<ReturnType<typeof due>>) => {
  const principal = { kind: 'session', userId: story.project.userId } as const
  const context = { db: database(), principal, now: new Date() }
  return (await storyTimeline(context as never, { id: story.storyId, limit: 200, order: 'oldest' } as never)).entries
}

test('a bad file is known a day ahead, once, and is forgotten when it is mended', async () => {
  const story = await due('instagram', [sample('panorama.jpg')], { dueIn: 20 * 3_600 })
  await prepareDueMedia(database())
  const problem = (await rowOf(story.itemId)).data_snapshot as { media_problem?: string }
  expect(problem.media_problem).toMatch(/^Instagram cannot take this post: .* crop it/)
  await database().updateTable('queue_items').set({ media_checked_at: null }).where('id', '=', story.itemId).execute()
  await prepareDueMedia(database())
  const lines = (await linesOf(story)).filter(({ kind }) => kind === 'media_problem')
  expect(lines.map(({ summary }) => summary)).toEqual([
    expect.stringMatching(/^Found ahead of time: Instagram cannot take this post: /),
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

/** Slides of several shapes: Instagram shows all of them in the shape of the first. */
const unequal = [sample('dawn.jpg'), sample('meadow.jpg')]

test('a carousel that Instagram would crop is said to be one a day ahead, once, and is posted as its author left it', async () => {
  const story = await due('instagram', unequal, { dueIn: 20 * 3_600 })
  await prepareDueMedia(database())
  const { media_problem, media_warning } = (await rowOf(story.itemId)).data_snapshot as Record<string, string>
  expect(media_problem).toBeUndefined()
  expect(media_warning).toMatch(/^Instagram crops everything in a carousel .* no\. 2 is .* Crop them to one shape/)
  await makeOlder(story.storyId, 20 * 3_600)
  await letTimePass(story.itemId, 0)
  await publishUntilSettled(story.storyId)
  expect((await rowOf(story.itemId)).status).toBe('posted')
  const told = (await linesOf(story)).filter(({ kind }) => kind === 'media_warning')
  expect(told.map(({ summary }) => summary)).toEqual([media_warning])
})

test('a carousel posted at once is said to be cropped as it goes out', async () => {
  const { story } = await posted('instagram', unequal)
  const kinds = (await linesOf(story)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'media_warning')).toHaveLength(1)
})

test('the picture of a link is made into what LinkedIn takes, and one that it cannot take is known a day ahead', async () => {
  const withCover = (cover_image_url: string) => ({
    overrides: { linkedin: { cover_image_url } },
    destination: 'https://shop.example/bread',
  })
  const { kept, post } = await posted('linkedin', [], withCover(sample('picture.webp')))
  expect(post?.link).toMatch(/^http/)
  expect(typeOf(kept[0])).toBe('png')
  const story = await due('linkedin', [], { ...withCover(sample('wide.mp4')), dueIn: 20 * 3_600 })
  await prepareDueMedia(database())
  const { media_problem } = (await rowOf(story.itemId)).data_snapshot as Record<string, string>
  expect(media_problem).toMatch(/^LinkedIn cannot take this post: LinkedIn takes pictures of a link as/)
})

test('a cover that the network does not show keeps no picture back', async () => {
  const account = await due('instagram', [sample('dawn.jpg')], {
    overrides: { instagram: { cover_image_url: `${sample('missing.jpg')}?${story36()}` } },
  })
  await publishUntilSettled(account.storyId)
  expect((await rowOf(account.itemId)).status).toBe('posted')
})

test('a bad file of a story weeks ahead is found in the background, rings the bell once, and is shown on the story', async () => {
  const story = await due('instagram', [sample('panorama.jpg')], { dueIn: 20 * 86_400 })
  const { projectId: project_id, userId } = story.project
  const context = { db: database(), principal: { kind: 'session' as const, userId }, now: new Date() }
  const bell = () => listNotifications(context, { project_id, limit: 50, cursor: undefined })
  const shown = () => getStory(context, { id: story.storyId })
  expect((await shown()).warnings).toMatchObject([{ code: 'media_unchecked', field: 'slides.0' }])
  await inspectDueMedia(database())
  const fault = { code: 'media_rule', channel: 'instagram', field: 'slides.0' }
  expect((await shown()).warnings).toMatchObject([fault])
  const [item] = (await shown()).content_queue
  expect(item?.data_snapshot.media_problem).toMatch(/^Instagram cannot take this post: /)
  const first = await bell()
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
  // The same fault again is not news.
  await database().updateTable('queue_items').set({ media_due_at: new Date() }).where('id', '=', story.itemId).execute()
  await inspectDueMedia(database())
  const [notice] = first.notifications
  const read = { project_id, notification_ids: [notice?.id ?? ''] }
  expect((await markRead(context, read)).unread_count).toBe(0)
  expect((await bell()).notifications).toMatchObject([{ is_read: true }])

  const edit = { id: story.storyId, slides: [{ media_url: sample('orchard.png') }], connection_check: 'skip' as const }
  await editStory(context, edit)
  await inspectDueMedia(database())
  expect((await shown()).warnings).toEqual([])
  expect((await bell()).notifications).toMatchObject([{ is_settled: true }])
  expect((await rowOf(story.itemId)).media_due_at).toBeNull()
})

test('what is due later than a day from now is left alone', async () => {
  const story = await due('instagram', [sample('panorama.jpg')], { dueIn: 30 * 3_600 })
  await prepareDueMedia(database())
  expect((await rowOf(story.itemId)).media_checked_at).toBeNull()
})
