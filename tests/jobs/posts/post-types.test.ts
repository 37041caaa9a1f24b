import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { CreateStory } from '@/lib/stories/create-contract'
import type { PostType } from '@/lib/story-content'
import type { SandboxPost } from '@/sandbox/control/posts'
import { aProject, aSandboxAccount, control, type SandboxAccount } from '@/tests/support/api/api'
import {
  aDueStory,
  attemptsOf,
  newText,
  postsOf,
  publishUntilSettled,
  rowOf,
  setEnv,
} from '@/tests/support/publishing/publishing'
import { connectAccounts } from '@/tests/support/sandbox/accounts'
import { sandboxUrl } from '@/tests/support/sandbox/file-sandbox'

/**
 * Every post type on every network: posted once, in the network's form, with all media, alt texts and text, or refused
 * with a reason before any call.
 *
 * More than 20 s: about a hundred posts with images and videos, which the networks fetch and process.
 */

/** How a network shows a post. */
type Form = 'text' | 'link' | 'image' | 'images' | 'gif' | 'video' | 'reel' | 'story'

type Kind = {
  files: string[]
  postType?: PostType
  /** Networks without this post type. */
  no?: ChannelId[]
  form: Form
  /** Networks that show it differently. */
  forms?: Partial<Record<ChannelId, Form>>
  /** Slides whose alt texts arrive; all by default. */
  altTexts?: Partial<Record<ChannelId, number[]>>
  /** Number of media that arrive, if not all. */
  count?: Partial<Record<ChannelId, number>>
  destination?: string
  isSilent?: true
}

const six = ['meadow', 'harbour', 'orchard', 'meadow', 'harbour', 'orchard'].map(
  (name, index) => `${name}.jpg?${index}`,
)
const noVideoText = { instagram: [], facebook: [], x: [], ghost: [] }
const noStories: ChannelId[] = ['x', 'linkedin', 'pinterest', 'ghost', 'threads']

const kinds: Record<string, Kind> = {
  text: { files: [], no: ['instagram', 'pinterest'], form: 'text' },
  'a text with a link': {
    files: [],
    no: ['instagram', 'pinterest'],
    form: 'text',
    forms: { facebook: 'link', linkedin: 'link', threads: 'link' },
    destination: 'https://shop.example/bread',
  },
  'one image': { files: ['meadow.jpg'], form: 'image' },
  'several images': { files: six.slice(0, 3), form: 'images', altTexts: { pinterest: [1, 1, 1] } },
  'five images': { files: six.slice(0, 5), no: ['x'], form: 'images', altTexts: { pinterest: [1, 1, 1, 1, 1] } },
  'six images': {
    files: six,
    no: ['x'],
    form: 'images',
    altTexts: { pinterest: [1, 1, 1, 1, 1] },
    count: { pinterest: 5 },
  },
  'a carousel of one image': {
    files: ['meadow.jpg'],
    postType: 'carousel',
    no: ['instagram', 'facebook', 'linkedin', 'pinterest', 'threads'],
    form: 'image',
  },
  'an image of another format': { files: ['harbour.png'], form: 'image' },
  'an animated GIF': {
    files: ['tide.gif'],
    no: ['instagram', 'threads', 'pinterest'],
    form: 'image',
    forms: { x: 'gif' },
  },
  'a video': { files: ['wide.mp4'], form: 'video', forms: { instagram: 'reel' }, altTexts: noVideoText },
  'a reel': {
    files: ['upright.mp4'],
    postType: 'reel',
    form: 'video',
    forms: { instagram: 'reel', facebook: 'reel' },
    altTexts: noVideoText,
  },
  'a 24 h story with an image': {
    files: ['meadow.jpg'],
    postType: 'story',
    no: noStories,
    form: 'story',
    altTexts: { instagram: [] },
    isSilent: true,
  },
  'a 24 h story with a video': {
    files: ['upright.mp4'],
    postType: 'story',
    no: noStories,
    form: 'story',
    altTexts: noVideoText,
    isSilent: true,
  },
  'an image and a video': {
    files: ['meadow.jpg', 'upright.mp4'],
    no: ['facebook', 'x', 'linkedin', 'pinterest'],
    form: 'images',
    altTexts: { instagram: [1], ghost: [1] },
  },
}

beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '10', PUBLISH_POLL_SECONDS: '0.05' }))

const sample = (file: string): string => `${sandboxUrl()}/samples/${file}`

const ofCount = ({ media }: SandboxPost): Form =>
  media.length === 0 ? 'text' : media.length === 1 ? 'image' : 'images'
const hasVideo = ({ media }: SandboxPost): boolean => media.some(({ url }) => /\.(mp4|mov)$/.test(url))
const linkOr = (post: SandboxPost, form: Form): Form => (form === 'text' && post.link !== null ? 'link' : form)

const shapes: Record<string, Form> = {
  TEXT: 'text',
  IMAGE: 'image',
  VIDEO: 'video',
  CAROUSEL: 'images',
  REELS: 'reel',
  STORY: 'story',
}
const named = ({ detail: { shape } }: SandboxPost): Form => {
  const form = shapes[String(shape)]
  if (!form) throw new Error(`No form ${shape}.`)
  return form
}
const LinkedInSent = z.object({
  content: z
    .union([
      z.object({ article: z.object({ source: z.string() }) }),
      z.object({ multiImage: z.object({ images: z.array(z.unknown()).min(2) }) }),
      z.object({ media: z.object({ id: z.string() }) }),
    ])
    .optional(),
})
function linkedInForm({ detail }: SandboxPost): Form {
  const { content } = LinkedInSent.parse(detail.sent)
  if (!content) return 'text'
  if ('article' in content) return 'link'
  if ('multiImage' in content) return 'images'
  return content.media.id.startsWith('urn:li:video:') ? 'video' : 'image'
}
/** X's media keys start with their type. */
function formOnX(post: SandboxPost): Form {
  const prefixes = z
    .array(z.string())
    .parse(post.detail.media_keys)
    .map((key) => key.split('_')[0])
  if (prefixes.every((prefix) => prefix === '3')) return ofCount(post)
  return prefixes.length === 1 && prefixes[0] === '16' ? 'gif' : 'video'
}

/** Reads the post from each network's ledger. */
const formOf: Record<ChannelId, (post: SandboxPost) => Form> = {
  instagram: named,
  threads: (post) => linkOr(post, named(post)),
  facebook: (post) => {
    const { kind } = post.detail as { kind?: 'video' | 'reel' | 'story' }
    return kind === 'video' ? 'video' : (kind ?? linkOr(post, ofCount(post)))
  },
  x: formOnX,
  linkedin: linkedInForm,
  pinterest: (post) => (typeof post.detail.cover_file === 'string' ? 'video' : ofCount(post)),
  ghost: (post) => (post.media.length === 1 && hasVideo(post) ? 'video' : ofCount(post)),
}

/** A story of one type on one network, with the overrides it needs. */
async function post(channel: ChannelId, kind: Kind, more: { caption?: string; override?: object } = {}) {
  const project = await aProject()
  const account = await aSandboxAccount(channel)
  await connectAccounts(project, [account])
  const override = {
    ...(channel === 'pinterest' ? { board_id: account.boards?.[0]?.id, title: 'Bread' } : {}),
    ...(channel === 'pinterest' && kind.files.some((file) => file.endsWith('.mp4'))
      ? { cover_image_url: sample('meadow.jpg') }
      : {}),
    ...more.override,
  }
  const story = await aDueStory([channel], {
    project,
    accounts: [account],
    slides: kind.files.map((file, index) => ({ media_url: sample(file), alt_text: `No. ${index + 1}` })),
    overrides: { [channel]: override },
    ...(kind.postType ? { postType: kind.postType } : {}),
    ...(kind.destination ? { destination: kind.destination } : {}),
    caption: more.caption ?? newText(),
  })
  await publishUntilSettled(story.storyId)
  const { status, skip_reason, published_url } = await rowOf(story.itemId)
  return { ...story, status, skip_reason, published_url, posts: await postsOf(account) }
}

describe.each(Object.entries(kinds))('%s', (_, kind) => {
  test.concurrent.each(channelIds)('%s', async (channel) => {
    const { status, skip_reason, posts, itemId, caption } = await post(channel, kind)
    if (kind.no?.includes(channel)) {
      expect([status, posts.length, await attemptsOf(itemId)]).toEqual(['failed', 0, []])
      expect(skip_reason).toMatch(/does not accept this post: .+\.$/)
      return
    }
    expect({ status, skip_reason }).toEqual({ status: 'posted', skip_reason: null })
    const [only, ...others] = posts
    if (!only) throw new Error('There is no post.')
    expect(others).toEqual([])
    const count = kind.count?.[channel] ?? kind.files.length
    const altTexts = kind.altTexts?.[channel] ?? kind.files.map((_, index) => index + 1)
    expect({
      form: formOf[channel](only),
      parent: only.parent_id,
      text: only.text.split('\n')[0],
      media: only.media.length,
      altTexts: only.media.flatMap(({ alt_text }) => alt_text ?? []),
    }).toEqual({
      form: kind.forms?.[channel] ?? kind.form,
      parent: null,
      text: kind.isSilent ? '' : caption,
      media: count,
      altTexts: altTexts.map((number) => `No. ${number}`),
    })
  })
})

const threadCaption = 'First words\n\nSecond words\n\nThird words'

describe('a thread of three', () => {
  const takesThreads: ChannelId[] = ['x', 'threads']

  test.each(takesThreads)('%s: each part is a reply to the one before', async (channel) => {
    const kind: Kind = { files: ['meadow.jpg'], form: 'image' }
    const { posts } = await post(channel, kind, { caption: threadCaption, override: { caption_format: 'thread' } })
    expect(posts.map(({ text }) => text)).toEqual(threadCaption.split('\n\n'))
    expect(posts.map(({ parent_id }) => parent_id)).toEqual([null, posts[0]?.id, posts[1]?.id])
    expect(posts.map(({ media }) => media.map(({ alt_text }) => alt_text))).toEqual([['No. 1'], [], []])
  })

  test.each(channelIds.filter((channel) => !takesThreads.includes(channel)))(
    '%s has none: the request is refused',
    (channel) => {
      const channel_overrides = { [channel]: { caption_format: 'thread' } }
      const { error } = CreateStory.safeParse({ caption: threadCaption, channels: [channel], channel_overrides })
      expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['caption_format'] }])
    },
  )
})

test('LinkedIn: a post of an organisation has it as author', async () => {
  const author = `urn:li:organization:${Date.now()}`
  const account = await control<SandboxAccount>('POST', '/control/accounts', {
    network: 'linkedin',
    account_id: author,
  })
  const project = await aProject()
  await connectAccounts(project, [account])
  const slides = [{ media_url: sample('meadow.jpg'), alt_text: 'No. 1' }]
  const { storyId, itemId, caption } = await aDueStory(['linkedin'], { project, accounts: [account], slides })
  await publishUntilSettled(storyId)
  const [only] = await postsOf(account)
  expect(only).toMatchObject({ text: caption, detail: { sent: { author } }, media: [{ alt_text: 'No. 1' }] })
  expect(await rowOf(itemId)).toMatchObject({ status: 'posted', external_id: only?.id })
})

test('Pinterest: a pin is saved to the board and section of its story', async () => {
  const project = await aProject()
  const account = await aSandboxAccount('pinterest')
  await connectAccounts(project, [account])
  const board = account.boards?.at(-1)?.id ?? ''
  const answer = await fetch(`${sandboxUrl()}/pinterest/v5/boards/${board}/sections`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${account.credentials.access_token}` },
    body: JSON.stringify({ name: 'Rolls' }),
  })
  const { id: section } = (await answer.json()) as { id: string }
  const overrides = { pinterest: { board_id: board, board_section_id: section, title: 'Bread' } }
  const { storyId } = await aDueStory(['pinterest'], { project, accounts: [account], overrides })
  await publishUntilSettled(storyId)
  const posts = await postsOf(account)
  expect(posts).toMatchObject([{ title: 'Bread', detail: { board_id: board, board_section_id: section } }])
})

test('Ghost: a draft is created once and stays a draft', async () => {
  const { status, posts, published_url } = await post(
    'ghost',
    { files: ['meadow.jpg'], form: 'image' },
    { caption: 'Fresh bread\n\nFrom seven in the morning.', override: { status: 'draft' } },
  )
  expect({ status, posts }).toEqual({ status: 'posted', posts: [] })
  const page = await (await fetch(published_url ?? '')).text()
  expect(page).toContain('Fresh bread')
  expect(page).toContain('From seven in the morning.')
})
