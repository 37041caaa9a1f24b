import { beforeAll, describe, expect, test } from 'vitest'
import { channelIds } from '@/lib/channel-ids'
import { reloadEnv } from '@/lib/env'
import { postLinksOf } from '@/lib/posts/links'
import { resolvePost, type StoryContent } from '@/lib/posts/resolve'
import { isCode, linkCode, placeholderCode, shortUrl } from './code'
import { linkIssues, unknownVariables } from './token-issues'
import { fillLink, tokensIn } from './tokens'

beforeAll(() => {
  process.env.APP_URL = 'https://app.example'
  reloadEnv()
})

const id = '0190a000-0000-7000-8000-000000000001'
const short = 'https://app.example/l/abcdefghij'

describe('codes', () => {
  test('are stable and unique per link', () => {
    const codes = channelIds.flatMap((channel) => [null, 0, 1, 2].map((slide) => linkCode(id, channel, slide)))
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.every(isCode)).toBe(true)
    // Published posts contain it, so it must never change.
    expect(linkCode(id, 'x', null)).toBe('EMkuSpt6Ma')
    expect(placeholderCode).toHaveLength(linkCode(id, 'x', null).length)
  })

  test.each(['', 'abc', 'abcdefghijk', 'abcdefghi/', '../../../a', 'abcdefghi\n'])('%j is not a code', (text) => {
    expect(isCode(text)).toBe(false)
  })
})

describe('{{link}}', () => {
  test.each([
    ['Go: {{link}}', `Go: ${short}`],
    ['{{ link }} and {{LINK}}', `${short} and ${short}`],
    ['{link} {{links}} {{ a.link }}', '{link} {{links}} {{ a.link }}'],
  ])('in %j', (text, filled) => {
    expect(fillLink(text, short)).toBe(filled)
  })

  test('ignores special replacement patterns in the URL', () => {
    expect(fillLink('{{link}}', 'https://a.example/$&$1')).toBe('https://a.example/$&$1')
  })

  test('finds unfilled links and unknown tokens', () => {
    expect(tokensIn('{{link}} {{lnik}} {{lnik}} {{ a b }} {{}} {{x.y}}').map(({ written }) => written)).toEqual([
      '{{link}}',
      '{{lnik}}',
    ])
    const post = { text: '', thread: ['One', '{{link}}', '{{lnik}}'] }
    expect(linkIssues(post)).toMatchObject([
      { code: 'link_missing', message: expect.stringMatching(/destination_url/) },
    ])
    expect(unknownVariables(post)).toMatchObject([
      { code: 'unknown_variable', message: expect.stringMatching(/^{{lnik}} is not a variable/) },
    ])
  })
})

const aStory = (changes: Partial<StoryContent> & { destination_url?: string | null } = {}) => ({
  title: null,
  caption: 'Warm.',
  hashtags: null,
  slides: [],
  post_type: 'single' as const,
  channel_overrides: {},
  pin_to_grid: false,
  pin_until_at: null,
  comment_ask: null,
  comment_ask_mode: 'append' as const,
  destination_url: 'https://shop.example/a',
  utm_campaign: 'spring',
  utm_resolved: null,
  ...changes,
})
const linksOf = (story: ReturnType<typeof aStory>, channel: (typeof channelIds)[number], storyId: string | null = id) =>
  postLinksOf({ story, item: null, channel, projectSlug: 'acme' }, storyId)
const postOf = (story: ReturnType<typeof aStory>, channel: (typeof channelIds)[number]) => {
  const { link, ownLink } = linksOf(story, channel)
  return resolvePost(story, channel, { link, ownLink, defaultBoardId: null }).post
}

describe('the links of a post', () => {
  test.each(channelIds)('lead to the destination with the values of %s', (channel) => {
    const { tracked, link, ownLink } = linksOf(aStory(), channel)
    const source = channel === 'x' ? 'twitter' : channel
    const medium = channel === 'ghost' ? 'blog' : 'social'
    expect(tracked).toEqual([
      {
        code: linkCode(id, channel, null),
        channel,
        slide_index: null,
        destination: `https://shop.example/a?utm_source=${source}&utm_medium=${medium}&utm_campaign=spring`,
      },
    ])
    expect(link).toBe(shortUrl(linkCode(id, channel, null)))
    expect(ownLink).toBeNull()
  })

  test('are empty for a story without a destination', () => {
    expect(linksOf(aStory({ destination_url: null }), 'x')).toEqual({ tracked: [], link: null, ownLink: null })
  })

  test('have a placeholder of the same length for an unsaved story', () => {
    expect(linksOf(aStory(), 'x', null).link).toBe(shortUrl(placeholderCode))
  })

  test('include one for each slide with its own link', () => {
    const slides = [
      { media_url: 'https://p.example/1.jpg', swipe_through_url: 'https://shop.example/1' },
      { media_url: 'https://p.example/2.jpg' },
      { media_url: 'https://p.example/3.jpg', swipe_through_url: 'https://shop.example/3' },
    ]
    const { tracked, link } = linksOf(aStory({ destination_url: null, slides }), 'instagram')
    expect(tracked.map(({ slide_index, code }) => [slide_index, code])).toEqual(
      [0, 2].map((index) => [index, linkCode(id, 'instagram', index)]),
    )
    expect(tracked[0]?.destination).toMatch(/^https:\/\/shop\.example\/1\?utm_source=instagram/)
    // The post itself has no link.
    expect(link).toBeNull()
    const own = aStory({ slides, channel_overrides: { x: { media_urls: ['https://p.example/9.jpg'] } } })
    expect(linksOf(own, 'x').tracked.map(({ slide_index }) => slide_index)).toEqual([null])
  })

  test('never lead to scripts', () => {
    expect(linksOf(aStory({ destination_url: 'javascript:alert(1)' }), 'x').tracked).toEqual([])
  })

  test('keep a pin’s own link, and track it only if the text contains {{link}}', () => {
    const own = (description: string) =>
      linksOf(aStory({ channel_overrides: { pinterest: { link: 'https://own.example', description } } }), 'pinterest')
    const wrapped = 'https://own.example?utm_source=pinterest&utm_medium=social&utm_campaign=spring'
    expect(own('Words')).toEqual({ tracked: [], link: null, ownLink: wrapped })
    expect(own('See {{link}}')).toMatchObject({ ownLink: wrapped, tracked: [{ destination: wrapped }] })
  })
})

describe('the position of a link', () => {
  test.each([
    ['facebook', null, null],
    ['linkedin', null, null],
    ['threads', null, null],
    ['pinterest', 'field', 'field'],
    ['ghost', 'field', 'field'],
    ['x', null, null],
    ['instagram', null, null],
  ] as const)('on %s when the text contains another URL, and when it contains the link', (channel, address, token) => {
    const field = { field: linksOf(aStory(), channel).link }
    expect(postOf(aStory({ caption: 'See https://other.example' }), channel).link).toBe(address && field[address])
    const post = postOf(aStory({ caption: 'See {{link}}' }), channel)
    expect([post.text, post.link]).toEqual([`See ${field.field}`, token && field[token]])
  })

  test('each part of a thread may contain it', () => {
    const caption = 'One {{link}}\n\nTwo {{link}}'
    const { thread } = postOf(aStory({ caption, channel_overrides: { x: { caption_format: 'thread' } } }), 'x')
    const { link } = linksOf(aStory(), 'x')
    expect(thread).toEqual([`One ${link}`, `Two ${link}`])
  })

  test('on Pinterest is the pin’s own link if it has one', () => {
    const override = { pinterest: { link: 'https://own.example', description: 'See {{link}}' } }
    const post = postOf(aStory({ channel_overrides: override }), 'pinterest')
    expect(post.link).toBe('https://own.example?utm_source=pinterest&utm_medium=social&utm_campaign=spring')
    expect(post.text).toBe(`See ${shortUrl(linkCode(id, 'pinterest', null))}`)
  })
})
