import { expect, test } from 'vitest'
import { channelIds } from '@/lib/channels/ids'
import { createStory, getStory, previewStory } from '@/lib/stories/contract'
import { aProject } from '../support/api'
import { newText, picture, postsOf, publishUntilSettled, rowOf } from '../support/publishing'

test('what a preview shows is byte for byte what each of the seven networks gets', async () => {
  const project = await aProject()
  const accounts = await project.connect(...channelIds)
  const board = accounts.find(({ network }) => network === 'pinterest')?.boards?.[0]
  const { story } = await project.api.post(createStory, {
    title: 'Bread & “rolls”',
    caption: `Warm <bread> & {rolls} (fresh) — “Zoë’s” 👩‍👩‍👧‍👦 1 < 2 *now* _x_ ~ @home\n\nSecond paragraph: 50 % [off] \\ | ${newText()}`,
    hashtags: 'bread #Morning_roll',
    channels: [...channelIds],
    slides: [
      { media_url: picture(), alt_text: 'First & “best”' },
      { media_url: picture(), alt_text: 'Second' },
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
    // Ghost has tags of its own, so the hashtags are no part of its text; the link stands below, its tracking in the address.
    const bare = shown.link?.replace(/&utm_.*/, '')
    const sent = network === 'ghost' ? `${shown.caption}\n\n${bare}` : shown.text
    expect({ network, text: post.text }).toEqual({ network, text: sent })
    expect(post.media).toHaveLength(shown.media.length)
    if (network === 'pinterest') expect([post.title, post.link]).toEqual([shown.title, shown.link])
    if (network === 'ghost') expect(post.title).toBe(shown.title)
  }
})

test('a thread is previewed part by part as it goes out', async () => {
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
