import { describe, expect, test } from 'vitest'
import { channelIds } from '@/lib/channel-ids'
import { validatePost } from '@/lib/channels/limits'
import type { ChannelOverride } from '@/lib/story-content'
import { resolvePost, type StoryContent, splitHashtags } from './resolve'

const aStory = (changes: Partial<StoryContent> = {}): StoryContent => ({
  title: 'Bread',
  caption: 'Warm from seven.',
  hashtags: 'bread #Morning',
  slides: [],
  post_type: 'single',
  channel_overrides: {},
  pin_to_grid: false,
  pin_until_at: null,
  comment_ask: null,
  comment_ask_mode: 'append',
  ...changes,
})
const slides = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    media_url: `https://p.example/${index + 1}.jpg`,
    alt_text: `No. ${index + 1}`,
  }))
const options = { link: 'https://shop.example/?utm_source=x', defaultBoardId: 'board-1' }
const resolve = (story: StoryContent, channel: (typeof channelIds)[number] = 'x') =>
  resolvePost(story, channel, options)
const onX = (override: ChannelOverride, changes: Partial<StoryContent> = {}) =>
  resolve(aStory({ ...changes, channel_overrides: { x: override } })).post

test('a LinkedIn link with a shortened title causes a warning', () => {
  const warningsOf = (changes: Partial<StoryContent>) =>
    resolve(aStory({ slides: [], title: null, ...changes }), 'linkedin').warnings.map(
      ({ code, field }) => `${code} ${field}`,
    )
  expect(warningsOf({ caption: 'a'.repeat(201) })).toEqual(['link_text_shortened title'])
  expect(warningsOf({ caption: 'a'.repeat(201), title: 'Bread' })).toEqual([])
  expect(warningsOf({ caption: 'a'.repeat(200) })).toEqual([])
})

describe('text', () => {
  test.each(channelIds)('is caption, a blank line, hashtags with their sign (%s)', (channel) => {
    const { post } = resolve(aStory(), channel)
    expect(post).toMatchObject({
      text: 'Warm from seven.\n\n#bread #Morning',
      caption: 'Warm from seven.',
      hashtags: ['#bread', '#Morning'],
    })
  })

  test.each([
    ['one two', ['#one', '#two']],
    ['#one ##two', ['#one', '#two']],
    ['one ONE #one', ['#one']],
    ['one,two, three', ['#one', '#two', '#three']],
    ['  ', []],
    ['#', []],
    [null, []],
  ])('hashtags %j become %j', (given, tags) => {
    expect(splitHashtags(given)).toEqual(tags)
  })

  test('a hashtag that is in the caption is not repeated', () => {
    const { post } = resolve(aStory({ caption: 'Warm #Bread', hashtags: 'bread oven' }))
    expect(post.text).toBe('Warm #Bread\n\n#oven')
  })

  test('no blank line without a caption or without hashtags', () => {
    expect(resolve(aStory({ caption: '' })).post.text).toBe('#bread #Morning')
    expect(resolve(aStory({ hashtags: null })).post.text).toBe('Warm from seven.')
  })

  test('the caption is unchanged, byte for byte', () => {
    const caption = '  Zoë’s 👩‍👩‍👧‍👦 e\u0301 \u202eabc\u202c <b>&amp;</b>\r\n\ttab  '
    expect(resolve(aStory({ caption, hashtags: null })).post.text).toBe(caption)
  })
})

describe('comment prompt', () => {
  test('is added at the end of the caption, before the hashtags', () => {
    const { post } = resolve(aStory({ comment_ask: 'Which is yours?' }))
    expect(post.text).toBe('Warm from seven.\n\nWhich is yours?\n\n#bread #Morning')
  })

  test.each(['which is yours?', 'Which  is\nyours?', 'WHICH IS YOURS? Tell us.'])(
    'is not repeated after %j',
    (said) => {
      const { post } = resolve(aStory({ caption: `Warm. ${said}`, comment_ask: ' Which is yours? ' }))
      expect(post.caption).toBe(`Warm. ${said}`)
    },
  )

  test('in metadata mode is not part of the text', () => {
    const { post } = resolve(aStory({ comment_ask: 'Which is yours?', comment_ask_mode: 'metadata' }))
    expect(post.text).not.toContain('yours')
  })

  test('is the caption when there is none', () => {
    expect(resolve(aStory({ caption: '', hashtags: null, comment_ask: 'Which?' })).post.text).toBe('Which?')
  })

  test('is checked against each channel’s own caption', () => {
    const story = aStory({ caption: 'Which?', comment_ask: 'Which?', channel_overrides: { x: { caption: 'Other' } } })
    expect(resolve(story, 'x').post.caption).toBe('Other\n\nWhich?')
    expect(resolve(story, 'threads').post.caption).toBe('Which?')
  })
})

describe('an override', () => {
  test('changes only its own channel', () => {
    const story = aStory({ channel_overrides: { x: { caption: 'Short', hashtags: 'x' } } })
    expect(resolve(story, 'x').post.text).toBe('Short\n\n#x')
    expect(resolve(story, 'threads').post.text).toBe('Warm from seven.\n\n#bread #Morning')
  })

  test('falls back to the story member by member', () => {
    const story = { slides: slides(2), post_type: 'carousel' as const }
    expect(onX({ caption: 'Short' }, story)).toMatchObject({
      caption: 'Short',
      hashtags: ['#bread', '#Morning'],
      postType: 'carousel',
      // X has neither.
      title: null,
      link: null,
    })
    expect(onX({ hashtags: '' }, story)).toMatchObject({ caption: 'Warm from seven.', hashtags: [] })
    expect(onX({ caption: '' }).text).toBe('#bread #Morning')
  })

  test('of media replaces all slides; slides win over media_urls', () => {
    const story = { slides: slides(3), post_type: 'carousel' as const }
    const urls = ['https://p.example/a.png']
    expect(onX({ media_urls: urls }, story)).toMatchObject({
      postType: 'single',
      media: [{ url: urls[0], kind: 'image', altText: null }],
    })
    expect(onX({ media_urls: urls, slides: slides(2) }, story).media.map(({ url }) => url)).toEqual(
      slides(2).map(({ media_url }) => media_url),
    )
    expect(onX({ media_urls: urls, post_type: 'reel' }, story).postType).toBe('reel')
    expect(onX({ slides: slides(4) }).postType).toBe('carousel')
  })

  test('of the alt text applies to a single image', () => {
    expect(onX({ alt_text: 'Own' }, { slides: slides(1) }).media[0]?.altText).toBe('Own')
    expect(onX({ alt_text: 'Own' }, { slides: slides(2) }).media.map(({ altText }) => altText)).toEqual([
      'No. 1',
      'No. 2',
    ])
  })

  test('of the alt text is not used for several images, with a warning', () => {
    const on = (channel: (typeof channelIds)[number]) =>
      resolve(aStory({ slides: slides(2), channel_overrides: { [channel]: { alt_text: 'Own' } } }), channel)
    const { warnings } = on('threads')
    expect(warnings).toMatchObject([{ code: 'alt_text_not_posted', field: 'alt_text', channel: 'threads' }])
    expect(warnings[0]?.message).toMatch(/^On Threads each image has its own alt text/)
    // A pin has one alt text for all images.
    expect(on('pinterest')).toMatchObject({ warnings: [], post: { media: [{ altText: 'Own' }, { altText: 'No. 2' }] } })
  })

  test('with an empty caption removes the text', () => {
    expect(onX({ caption: '  \n' }, { hashtags: null })).toMatchObject({ text: '', caption: '' })
    expect(onX({ caption: ' ' }).text).toBe('#bread #Morning')
  })
})

describe('a 24-hour story', () => {
  test.each(['instagram', 'facebook'] as const)('on %s has no text, with a warning if there was one', (channel) => {
    const { post, warnings } = resolve(aStory({ post_type: 'story', slides: slides(1) }), channel)
    expect(post).toMatchObject({ text: '', caption: '', hashtags: [] })
    expect(warnings).toMatchObject([{ code: 'text_not_posted', field: 'caption', channel }])
    const wordless = aStory({ post_type: 'story', slides: slides(1), caption: ' ', hashtags: null })
    expect(resolve(wordless, channel).warnings).toEqual([])
  })
})

describe('the title of a Ghost post', () => {
  const ghost = (caption: string, changes: Partial<StoryContent> = {}) =>
    resolve(aStory({ title: null, caption, ...changes }), 'ghost').post

  test('is the first line of a longer caption, and is removed from the text', () => {
    expect(ghost(' \nFresh bread \n\nFrom seven.\nEach day.\n')).toMatchObject({
      title: 'Fresh bread',
      caption: 'From seven.\nEach day.\n',
    })
  })

  test.each([
    ['there is a title', 'Fresh\n\nFrom seven.', { title: 'Bread' }, 'Bread'],
    ['the line is all there is', 'Fresh bread', {}, null],
    ['the line contains a URL', 'See https://a.example\nFrom seven.', {}, null],
    ['the line is longer than a headline may be', `${'a'.repeat(256)}\nFrom seven.`, {}, null],
  ])('leaves the caption alone where %s', (_, caption, changes, title) => {
    expect(ghost(caption, changes)).toMatchObject({ title, caption })
  })
})

describe('pins', () => {
  const until = new Date('2030-01-01T00:00:00Z')
  const pin = (
    changes: Partial<StoryContent>,
    override: ChannelOverride = {},
    channel: 'instagram' | 'facebook' = 'instagram',
  ) => resolve(aStory({ ...changes, channel_overrides: { [channel]: override } }), channel).post.pinToGrid

  test('apply to Instagram only', () => {
    expect(pin({ pin_to_grid: true }, {}, 'facebook')).toBeNull()
    expect(pin({ pin_to_grid: true })).toEqual({ until: null })
    expect(pin({})).toBeNull()
  })

  test('end at the time of the story or of the override', () => {
    expect(pin({ pin_to_grid: true, pin_until_at: until })).toEqual({ until })
    expect(pin({}, { pin_to_grid: true, pin_until_at: until.toISOString() })).toEqual({ until })
    expect(pin({}, { pin_to_grid: { pin: true, until: until.toISOString() } })).toEqual({ until })
    expect(pin({ pin_to_grid: true }, { pin_to_grid: false })).toBeNull()
    expect(pin({ pin_to_grid: true }, { pin_to_grid: { pin: false } })).toBeNull()
  })
})

describe('Pinterest', () => {
  const pinterest = (override: ChannelOverride, changes: Partial<StoryContent> = {}) =>
    resolve(aStory({ ...changes, channel_overrides: { pinterest: override } }), 'pinterest')

  test('gets the first five slides, with a warning', () => {
    const { post, warnings } = pinterest({}, { slides: slides(7) })
    expect(post.media.map(({ url }) => url)).toEqual(slides(5).map(({ media_url }) => media_url))
    expect(warnings).toEqual([
      { code: 'slides_cut', field: 'slides', channel: 'pinterest', message: expect.stringMatching(/first 5 of 7/) },
    ])
    expect(pinterest({}, { slides: slides(5) }).warnings).toEqual([])
    expect(resolve(aStory({ slides: slides(7) }), 'instagram')).toMatchObject({
      warnings: [],
      post: { media: { length: 7 } },
    })
  })

  test('uses the board of the story, else of the connection', () => {
    expect(pinterest({}).post.boardId).toBe('board-1')
    expect(pinterest({ board_id: 'own', board_section_id: 'section' }).post).toMatchObject({
      boardId: 'own',
      boardSectionId: 'section',
    })
    expect(resolvePost(aStory(), 'pinterest', { link: null, defaultBoardId: null }).post.boardId).toBeNull()
    expect(resolve(aStory(), 'x').post.boardId).toBeNull()
  })

  test('uses its description as text, then its own caption, then the story’s', () => {
    const own = (pinterest: ChannelOverride) =>
      resolve(aStory({ caption: 'Story', hashtags: null, channel_overrides: { pinterest } }), 'pinterest').post.text
    expect(own({ caption: 'Caption', description: 'Description' })).toBe('Description')
    expect(own({ caption: 'Caption' })).toBe('Caption')
    expect(own({})).toBe('Story')
  })

  test('has its own title, description and link, each falling back to the story’s', () => {
    const own = {
      title: 'Own',
      description: 'Own words',
      link: 'https://own.example',
      cover_image_url: 'https://c.example',
    }
    expect(pinterest(own, { hashtags: null }).post).toMatchObject({
      title: 'Own',
      text: 'Own words',
      // lib/posts/links.ts decides the link.
      link: options.link,
      coverImageUrl: 'https://c.example',
    })
    expect(pinterest({}, { hashtags: null }).post).toMatchObject({
      title: 'Bread',
      text: 'Warm from seven.',
      link: options.link,
    })
  })
})

test.each([
  ['instagram', null, null],
  ['facebook', null, options.link],
  ['x', null, null],
  ['linkedin', null, options.link],
  ['pinterest', options.link, options.link],
  ['ghost', options.link, options.link],
  ['threads', null, options.link],
] as const)('%s takes a link only where it has a place for it', (channel, withMedia, withoutMedia) => {
  expect(resolvePost(aStory({ slides: slides(1) }), channel, options).post.link).toBe(withMedia)
  expect(resolvePost(aStory({ slides: [] }), channel, options).post.link).toBe(withoutMedia)
})

test('a Ghost post is public by default', () => {
  const ghost = (override = {}) =>
    resolvePost(aStory({ channel_overrides: { ghost: override } }), 'ghost', options).post
  expect(ghost().ghost).toEqual({ status: 'published', canonicalUrl: null, excerpt: null, visibility: 'public' })
  const canonical_url = 'https://first.example/'
  const said = { title: 'Own', status: 'draft', canonical_url, excerpt: 'In short', visibility: 'members' }
  expect(ghost(said)).toMatchObject({
    title: 'Own',
    ghost: { status: 'draft', canonicalUrl: canonical_url, excerpt: 'In short', visibility: 'members' },
  })
  expect(resolvePost(aStory({}), 'x', options).post.ghost).toBeNull()
})

test.each(['x', 'threads'] as const)('a thread on %s with only separators is empty', (channel) => {
  const override: ChannelOverride = { caption_format: 'thread', caption: '--- ---', thread_separator: '---' }
  const story = aStory({ channel_overrides: { [channel]: override }, hashtags: null })
  expect(resolve(story, channel).post).toMatchObject({ thread: null, text: '', caption: '' })
  expect(validatePost(resolve(story, channel).post)).toMatchObject([{ field: 'caption', code: 'channel_limit' }])
})

test('a network without threads gets one post', () => {
  const override: ChannelOverride = { caption_format: 'thread', caption: 'One\n\nTwo' }
  expect(resolve(aStory({ channel_overrides: { linkedin: override } }), 'linkedin').post.thread).toBeNull()
})

describe('X threads', () => {
  const caption = 'One\n\nTwo\n\n\n\nThree'

  test('are split at blank lines or at a custom separator, without empty parts', () => {
    expect(onX({ caption_format: 'thread', caption, hashtags: '' }).thread).toEqual(['One', 'Two', 'Three'])
    expect(
      onX({ caption_format: 'thread', caption: 'a---b\n\nc', thread_separator: '---', hashtags: '' }).thread,
    ).toEqual(['a', 'b\n\nc'])
  })

  test('are one post without caption_format', () => {
    expect(onX({ caption }).thread).toBeNull()
    const story = aStory({ caption, channel_overrides: { x: { caption_format: 'thread' } } })
    expect(resolve(story, 'threads').post.thread).toBeNull()
  })
})

test.each([
  ['https://p.example/a.jpg', 'image'],
  ['https://p.example/a.GIF?x=1', 'gif'],
  ['https://p.example/a.mp4#t=1', 'video'],
  ['https://p.example/a.MOV', 'video'],
  ['https://p.example/mp4', 'image'],
])('%s is taken for: %s', (media_url, kind) => {
  expect(resolve(aStory({ slides: [{ media_url }] })).post.media[0]?.kind).toBe(kind)
})
