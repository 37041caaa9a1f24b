import { expect, test } from 'vitest'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { createStory, getStory } from '@/lib/stories/contract'
import type { PreviewChannel } from '@/lib/stories/preview-contract'
import { previewStory } from '@/lib/stories/preview-contract'
import type { SandboxPost } from '@/sandbox/control/posts'
import { aProject } from '@/tests/support/api/api'
import { newText, postsOf, publishUntilSettled, rowOf, sampleImage } from '@/tests/support/publishing/publishing'

test('the preview is byte for byte what each network receives', async () => {
  const project = await aProject()
  const accounts = await project.connect(...channelIds)
  const board = accounts.find(({ network }) => network === 'pinterest')?.boards?.[0]
  const { story } = await project.api.post(createStory, {
    title: 'Bread & “rolls”',
    caption: `Warm <bread> & {rolls} (fresh) — “Zoë’s” 👩‍👩‍👧‍👦 1 < 2 *now* _x_ ~ @home\n\nSecond paragraph: 50 % [off] \\ | ${newText()}`,
    hashtags: 'bread #Morning_roll',
    channels: [...channelIds],
    slides: [
      { media_url: sampleImage(), alt_text: 'First & “best”' },
      { media_url: sampleImage(), alt_text: 'Second' },
    ],
    post_type: 'carousel',
    comment_ask: 'Which is yours?',
    destination_url: 'https://shop.example/bread?a=1&b=2',
    utm_campaign: 'spring sale',
    channel_overrides: {
      x: { caption: `On X: one & two < three ${newText()}`, hashtags: 'x' },
      pinterest: {
        board_id: board?.id ?? '',
        title: 'A pin’s title',
        description: `Pinned <here> & there ${newText()}`,
      },
    },
    scheduled_at: new Date().toISOString(),
  } as never)
  const { channels } = await project.api.get(previewStory, { id: story.id })
  await publishUntilSettled(story.id)
  for (const account of accounts) {
    const { network } = account
    const shown = channels[network]
    const [post, ...others] = await postsOf(account)
    if (!post || !shown) throw new Error(`${network} has no post.`)
    expect(others).toEqual([])
    expect(sentFields(post)).toEqual(previewedFields(network, shown))
  }
})

/** What the network received, from its ledger. */
const sentFields = ({ network, text, title, link, media }: SandboxPost) => ({
  network,
  text,
  title,
  // Ghost has no link field.
  link: network === 'ghost' ? null : link,
  // A pin has one alt text for all images.
  altTexts: media.map(({ alt_text }, index) => (network === 'pinterest' && index > 0 ? null : alt_text || null)),
})

function previewedFields(network: ChannelId, { text, caption, title, link, media }: PreviewChannel) {
  // Ghost has its own tags, so the hashtags are not in the text. The link is below the text, with its tracking values.
  const bare = link?.replace(/[?&]utm_.*/, '')
  const isGhost = network === 'ghost'
  return {
    network,
    text: isGhost ? [caption, bare].filter(Boolean).join('\n\n') : text,
    title,
    link: isGhost ? null : link,
    altTexts: media.map(({ alt_text }) => alt_text),
  }
}

const textChannels = ['facebook', 'x', 'linkedin', 'ghost', 'threads'] as const
const anImageStory = () => ({ slides: [{ media_url: sampleImage(), alt_text: 'A dawn' }] })
const aVideo = () => ({
  slides: [{ media_url: sampleImage('dawn').replace('dawn.jpg', 'upright.mp4'), alt_text: 'A tide' }],
})

test.each<[string, readonly ChannelId[], () => object]>([
  ['one line without a title', textChannels, () => ({})],
  ['one line with a title', textChannels, () => ({ title: ' Bread and rolls ' })],
  ['one line and a link', textChannels, () => ({ destination_url: 'https://shop.example/bread' })],
  [
    'two lines and a link',
    textChannels,
    () => ({ caption: `One\n\n${newText()}`, destination_url: 'https://a.example/' }),
  ],
  ['an image', channelIds, () => ({ ...anImageStory(), title: 'Bread' })],
  ['an image without a title', channelIds, anImageStory],
  ['a reel', channelIds, () => ({ ...aVideo(), title: 'Bread', post_type: 'reel' })],
  ['a 24 h story with an image', ['instagram', 'facebook'], () => ({ ...anImageStory(), post_type: 'story' })],
  ['a 24 h story with a video', ['instagram', 'facebook'], () => ({ ...aVideo(), post_type: 'story' })],
])('the preview of %s shows the text, title, link and alt texts that are sent', async (_, channels, content) => {
  const project = await aProject()
  const accounts = await project.connect(...channels)
  const board = accounts.find(({ network }) => network === 'pinterest')?.boards?.[0]
  const pin = { pinterest: { board_id: board?.id ?? '', cover_image_url: sampleImage() } }
  const { story } = await project.api.post(createStory, {
    caption: newText(),
    hashtags: 'bread',
    channels: [...channels],
    channel_overrides: board ? pin : {},
    scheduled_at: new Date().toISOString(),
    ...content(),
  } as never)
  const preview = await project.api.get(previewStory, { id: story.id })
  await publishUntilSettled(story.id)
  for (const account of accounts) {
    const shown = preview.channels[account.network]
    const [post] = await postsOf(account)
    if (!post || !shown) throw new Error(`${account.network} has no post.`)
    expect(sentFields(post)).toEqual(previewedFields(account.network, shown))
  }
})

test('a thread is previewed part by part', async () => {
  const project = await aProject()
  const [account] = await project.connect('x')
  if (!account) throw new Error('No account.')
  const { story } = await project.api.post(createStory, {
    caption: `One & only ${newText()}\n\nTwo < three\n\nFour`,
    hashtags: 'bread',
    channels: ['x'],
    channel_overrides: { x: { caption_format: 'thread' } },
    scheduled_at: new Date().toISOString(),
  } as never)
  const { channels } = await project.api.get(previewStory, { id: story.id })
  await publishUntilSettled(story.id)
  const posts = await postsOf(account)
  expect(posts.map(({ text }) => text)).toEqual(channels.x?.thread)
  const { content_queue } = await project.api.get(getStory, { id: story.id })
  const row = await rowOf(content_queue[0]?.id ?? '')
  expect(row.external_id).toBe(posts[0]?.id)
})
