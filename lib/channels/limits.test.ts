import { expect, test } from 'vitest'
import { channelIds } from '@/lib/channel-ids'
import { anImage, aPost } from '@/tests/support/publishing/resolved-post'
import type { ResolvedPost } from './channel'
import { channelLimits, countText, validatePost } from './limits'

const images = (count: number) => Array.from({ length: count }, (_, index) => anImage(`https://a.test/${index}.jpg`))
const codes = (post: ResolvedPost) => validatePost(post).map(({ field, code }) => `${field} ${code}`)

test('limits of each network', () => {
  const summary = channelIds.map((id) => {
    const { textMax, carousel, needsMedia } = channelLimits[id]
    return [id, textMax, carousel && `${carousel.min}–${carousel.max}`, needsMedia]
  })
  expect(summary).toEqual([
    ['instagram', 2_200, '2–10', true],
    ['facebook', 63_206, '2–10', false],
    ['x', 280, '1–4', false],
    ['linkedin', 3_000, '2–20', false],
    ['pinterest', 800, '2–5', true],
    ['ghost', null, null, false],
    ['threads', 500, '2–20', false],
  ])
})

test.each([
  ['plain', 'abc', 3],
  ['a link weighs 23', 'see https://example.com/a/very/long/path/that/goes/on', 27],
  ['an emoji of several code points weighs 2', '👨‍👩‍👧‍👦', 2],
  ['CJK weighs 2', '日本', 4],
])('X: %s', (_, text, weight) => {
  expect(countText('x', text)).toBe(weight)
})

test.each([
  ['letters count 1', 'héllo', 5],
  ['an emoji counts its bytes', '😀', 4],
  ['a family emoji counts all its bytes', '👨‍👩‍👧', 18],
  ['a flag', '🇸🇪', 8],
  ['a keycap', '1️⃣', 7],
  ['digits are not emoji', '1#*', 3],
])('Threads: %s', (_, text, count) => {
  expect(countText('threads', text)).toBe(count)
})

test.each(channelIds.filter((id) => channelLimits[id].textMax !== null))(
  '%s: one character over the limit is refused; the message has the count and the limit',
  (channel) => {
    const max = channelLimits[channel].textMax ?? 0
    const media = channelLimits[channel].needsMedia ? images(1) : []
    expect(codes(aPost(channel, { text: 'a'.repeat(max), media }))).toEqual([])
    const [issue] = validatePost(aPost(channel, { text: 'a'.repeat(max + 1), media }))
    expect(issue).toMatchObject({ field: 'caption', code: 'channel_limit' })
    expect(issue?.message).toContain(String(max))
    expect(issue?.message).toContain(String(max + 1))
    expect(issue?.message).toContain('Remove 1.')
  },
)

test.each([
  ['instagram', 1, true],
  ['instagram', 2, false],
  ['instagram', 10, false],
  ['instagram', 11, true],
  ['facebook', 11, true],
  ['x', 4, false],
  ['x', 5, true],
  ['pinterest', 1, true],
  ['pinterest', 5, false],
  ['linkedin', 20, false],
  ['linkedin', 21, true],
  ['threads', 1, true],
  ['threads', 20, false],
  ['ghost', 30, false],
] as const)('a carousel of %s with %i items', (channel, count, isRefused) => {
  const post = aPost(channel, { postType: 'carousel', media: images(count) })
  expect(codes(post)).toEqual(isRefused ? ['slides carousel_size'] : [])
})

test('Instagram and Pinterest need media', () => {
  expect(codes(aPost('instagram'))).toEqual(['media_urls media_required'])
  expect(codes(aPost('pinterest'))).toEqual(['media_urls media_required'])
  const video = { url: 'https://a.test/a.mp4', kind: 'video', altText: null } as const
  expect(codes(aPost('pinterest', { media: [video] }))).toEqual(['cover_image_url media_required'])
})

test('limits of hashtags, mentions, cashtags, titles, links and alt texts', () => {
  const media = images(1)
  const tags = Array.from({ length: 31 }, (_, index) => `#tag${index}`).join(' ')
  expect(codes(aPost('instagram', { text: tags, media }))).toEqual(['hashtags channel_limit'])
  const people = Array.from({ length: 21 }, (_, index) => `@p${index}`).join(' ')
  expect(codes(aPost('instagram', { text: people, media }))).toEqual(['caption channel_limit'])
  expect(codes(aPost('x', { text: 'Buy $ABC and $DEF' }))).toEqual(['caption channel_limit'])
  expect(codes(aPost('pinterest', { title: 'a'.repeat(101), media }))).toEqual(['title channel_limit'])
  expect(codes(aPost('ghost', { title: 'a'.repeat(256) }))).toEqual(['title channel_limit'])
  const link = `https://a.test/${'a'.repeat(2_048)}`
  expect(codes(aPost('pinterest', { link, media }))).toEqual(['link channel_limit'])
  const described = [anImage('https://a.test/a.jpg', 'a'.repeat(501))]
  expect(codes(aPost('pinterest', { media: described }))).toEqual(['slides.0.alt_text channel_limit'])
})

test.each(['x', 'threads', 'facebook', 'linkedin'] as const)('%s needs text or media', (channel) => {
  for (const text of ['', ' \n']) expect(codes(aPost(channel, { text }))).toEqual(['caption channel_limit'])
  expect(codes(aPost(channel, { text: '', media: images(1) }))).toEqual([])
})

test('Facebook accepts a post with only a link; a thread needs parts', () => {
  expect(codes(aPost('facebook', { text: '', link: 'https://a.test' }))).toEqual([])
  for (const channel of ['x', 'threads'] as const)
    expect(codes(aPost(channel, { text: '', thread: [] }))).toEqual(['caption channel_limit'])
})

test('each part of a thread is checked separately', () => {
  expect(codes(aPost('x', { text: 'a'.repeat(400), thread: ['a'.repeat(200), 'b'.repeat(200)] }))).toEqual([])
  const [issue] = validatePost(aPost('x', { thread: ['a', 'b'.repeat(281)] }))
  expect(issue?.message).toMatch(/^Part 2 of the thread has 281 /)
})

test('unsupported post types and media are refused', () => {
  expect(codes(aPost('x', { postType: 'story', media: images(1) }))).toEqual(['post_type unsupported'])
  const gif = { url: 'https://a.test/a.gif', kind: 'gif', altText: null } as const
  expect(codes(aPost('instagram', { media: [gif] }))).toEqual(['media_urls unsupported'])
  expect(codes(aPost('x', { media: [gif, ...images(1)] }))).toEqual(['media_urls channel_limit'])
})

const aVideo = { ...anImage('https://a.test/1.mp4'), kind: 'video' as const }
const videosAndThreads: [
  channel: 'facebook' | 'threads',
  what: string,
  changes: Partial<ResolvedPost>,
  issues: string[],
][] = [
  ['facebook', 'a video as a story', { postType: 'story', media: [aVideo] }, []],
  ['threads', 'a thread whose parts fit', { text: 'a'.repeat(900), thread: ['a'.repeat(450), 'b'.repeat(450)] }, []],
  ['threads', 'a thread with a part that is too long', { thread: ['a', 'b'.repeat(501)] }, ['caption channel_limit']],
]
test.each(videosAndThreads)('%s: %s', (channel, _, changes, expected) => {
  expect(codes(aPost(channel, changes))).toEqual(expected)
})
