import { expect, test } from 'vitest'
import type { PostType } from './channel'
import type { ChannelId } from './ids'
import { mediaRules } from './limits'
import { kindOf, type MediaFacts } from './media-facts'
import {
  checkCrops,
  checkEqualRatios,
  checkFile,
  checkPostFiles,
  coverOf,
  issuesOf,
  recipeKey,
  ruleFor,
  seconds,
  shape,
  size,
} from './media-rules'

/** Holds where each network draws its line: what passes, what is mended unseen, and what only a person can mend. */

const picture = (facts: Partial<MediaFacts> = {}): MediaFacts => ({
  mime: 'image/jpeg',
  bytes: 500_000,
  width: 1080,
  height: 1080,
  orientation: 1,
  durationSeconds: null,
  videoCodec: null,
  audioCodec: null,
  framesPerSecond: null,
  frames: 1,
  hasAudio: false,
  isAnimated: false,
  moovFirst: null,
  hasLocation: false,
  sha256: 'a'.repeat(64),
  ...facts,
})
const film = (facts: Partial<MediaFacts> = {}): MediaFacts =>
  picture({
    mime: 'video/mp4',
    bytes: 5_000_000,
    width: 540,
    height: 960,
    durationSeconds: 20,
    videoCodec: 'avc',
    audioCodec: 'aac',
    framesPerSecond: 30,
    frames: null,
    hasAudio: true,
    moovFirst: true,
    ...facts,
  })

function verdict(channel: ChannelId, postType: PostType, facts: MediaFacts) {
  const rules = mediaRules[channel]
  const rule = ruleFor(rules, postType, kindOf(facts))
  if (!rule) throw new Error(`${channel} has no rule for this.`)
  return checkFile(rules.network, rule, facts)
}

const everywhere: ChannelId[] = ['instagram', 'facebook', 'x', 'linkedin', 'pinterest', 'ghost', 'threads']

test.each(everywhere)('%s takes an ordinary picture as it is', (channel) => {
  expect(verdict(channel, 'single', picture())).toEqual({ state: 'ok' })
})

test.each(everywhere.filter((channel) => channel !== 'ghost'))('%s takes an ordinary film as it is', (channel) => {
  expect(verdict(channel, 'reel', film())).toEqual({ state: 'ok' })
})

test.each<[string, ChannelId, MediaFacts, string[], string]>([
  ['PNG', 'instagram', picture({ mime: 'image/png' }), ['type'], 'image/jpeg|8000000|-|-|-'],
  ['WebP', 'pinterest', picture({ mime: 'image/webp' }), ['type'], 'image/png|20000000|-|-|-'],
  ['heavy', 'threads', picture({ bytes: 9_000_000 }), ['bytes'], 'image/jpeg|8000000|-|-|-'],
  ['heavy PNG', 'x', picture({ mime: 'image/png', bytes: 6_000_000 }), ['bytes'], 'image/jpeg|5000000|-|-|-'],
  ['huge', 'linkedin', picture({ width: 9_000, height: 9_000 }), ['pixels'], 'image/jpeg|36000000|36152319|-|-'],
  ['turned', 'facebook', picture({ orientation: 6 }), ['orientation'], 'image/jpeg|10000000|-|-|-'],
  ['with its place', 'ghost', picture({ hasLocation: true }), ['location'], 'image/jpeg|50000000|-|-|-'],
  ['film with its index at the end', 'instagram', film({ moovFirst: false }), ['moov_first'], 'fast_start|-|-|-|-'],
])('%s for %s: a change that nobody sees', (_, channel, facts, reasons, key) => {
  const found = verdict(channel, facts.mime.startsWith('video/') ? 'reel' : 'single', facts)
  expect(found).toMatchObject({ state: 'rendition', reasons })
  expect(found.state === 'rendition' && recipeKey(found.recipe)).toBe(key)
})

test('the place is dropped only where readers get the very file', () => {
  expect(verdict('x', 'single', picture({ hasLocation: true }))).toEqual({ state: 'ok' })
})

test.each<[ChannelId, PostType, MediaFacts, string]>([
  [
    'instagram',
    'single',
    picture({ width: 3000, height: 600 }),
    'shapes from 4:5 to 1.91:1 (width to height), and this file is 5:1. Its sides would have to be cut off',
  ],
  ['instagram', 'single', picture({ width: 600, height: 1200 }), 'Its top or bottom would have to be cut off'],
  [
    'instagram',
    'single',
    picture({ width: 200, height: 200 }),
    'at least 320 pixels in width, and this file has 200 × 200',
  ],
  [
    'instagram',
    'reel',
    film({ durationSeconds: 2 }),
    'at least 3 seconds, and this file has 2 seconds. Use a longer one.',
  ],
  ['instagram', 'story', film({ durationSeconds: 61 }), 'story films of at most 60 seconds'],
  ['instagram', 'reel', film({ framesPerSecond: 15 }), '23 to 60 pictures a second, and this file has 15'],
  ['instagram', 'reel', film({ videoCodec: 'vp9' }), 'encoded as H.264 or H.265, and this file is VP9'],
  ['instagram', 'reel', film({ audioCodec: 'opus' }), 'with sound as AAC, and this file has OPUS'],
  ['instagram', 'reel', film({ bytes: 300_000_001, durationSeconds: 600 }), 'up to 300 MB, and this file has 300 MB'],
  [
    'instagram',
    'reel',
    film({ bytes: 100_000_000, durationSeconds: 10 }),
    'up to 25 million bits a second, and this file has 80 million',
  ],
  ['facebook', 'reel', film({ width: 960, height: 540 }), 'at least 540 × 960 pixels'],
  ['facebook', 'reel', film({ width: 1080, height: 1350 }), 'the shape 9:16 (width to height), and this file is 4:5'],
  ['threads', 'reel', film({ durationSeconds: 301 }), 'at most 5 minutes'],
  ['x', 'reel', film({ durationSeconds: 141 }), 'at most 140 seconds'],
  [
    'x',
    'single',
    picture({ mime: 'image/gif', isAnimated: true, frames: 9, bytes: 16_000_000 }),
    'animated GIFs of up to 15 MB',
  ],
  ['linkedin', 'reel', film({ mime: 'video/quicktime' }), 'films as MP4, and this file is MOV. Save it as MP4.'],
  ['linkedin', 'reel', film({ bytes: 70_000 }), 'at least 75 KB, and this file has 70 KB'],
  ['linkedin', 'single', picture({ mime: 'image/gif', isAnimated: true, frames: 251 }), 'up to 250 pictures'],
  ['pinterest', 'reel', film({ durationSeconds: 3 }), 'at least 4 seconds'],
])('%s as %s: only a person can mend it', (channel, postType, facts, words) => {
  const found = verdict(channel, postType, facts)
  expect(found).toMatchObject({ state: 'refused' })
  expect(found.state === 'refused' ? found.issues.join('\n') : '').toContain(words)
})

test('what cameras mean by a round number is one, and a pixel of rounding is no other shape', () => {
  expect(verdict('facebook', 'reel', film({ framesPerSecond: 23.976, durationSeconds: 90.05 })).state).toBe('ok')
  expect(verdict('facebook', 'reel', film({ width: 607, height: 1080 })).state).toBe('ok')
  expect(verdict('instagram', 'single', picture({ width: 1080, height: 566 })).state).toBe('ok')
})

test('findings stand under the slide, or under the cover of a film', () => {
  const post = {
    postType: 'reel' as const,
    media: [{ url: 'f', kind: 'video' as const, altText: null }],
    coverImageUrl: 'c',
    link: null,
  }
  const files = new Map([
    ['f', film({ durationSeconds: 1, bytes: 1_000_000 })],
    ['c', picture({ mime: 'image/gif', isAnimated: true, frames: 4 })],
  ])
  const found = issuesOf(checkPostFiles(mediaRules.instagram, post, (url) => files.get(url)))
  expect(found.map(({ field, code }) => [field, code])).toEqual([
    ['slides.0', 'media_rule'],
    ['cover_image_url', 'media_rule'],
  ])
})

test('a carousel in several shapes is cropped at Instagram, refused at Pinterest, and fine elsewhere', () => {
  const media = ['a', 'b'].map((url) => ({ url, kind: 'image' as const, altText: null }))
  const post = { postType: 'carousel' as const, media, coverImageUrl: null, link: null }
  const factsOf = (url: string) => picture(url === 'a' ? {} : { height: 1350 })
  expect(checkEqualRatios(mediaRules.instagram, post, factsOf)).toMatchObject({ state: 'cropped', index: 1 })
  expect(checkEqualRatios(mediaRules.pinterest, post, factsOf)).toMatchObject({
    state: 'refused',
    message: expect.stringContaining('Here the first is 1:1 and no. 2 is 4:5.'),
  })
  expect(checkEqualRatios(mediaRules.facebook, post, factsOf)).toBeNull()
})

test('every slide of another shape is named, films too', () => {
  const kinds = ['image', 'image', 'image', 'video'] as const
  const media = kinds.map((kind, index) => ({ url: String(index), kind, altText: null }))
  const shapes = [picture(), picture({ height: 1350 }), picture(), film()]
  const post = { postType: 'carousel' as const, media, coverImageUrl: null, link: null }
  const found = checkEqualRatios(mediaRules.instagram, post, (url) => shapes[Number(url)])
  expect(found?.message).toContain('Here the first is 1:1, no. 2 is 4:5 and no. 4 is 9:16. Crop them to one shape')
})

test.each([
  ['sides', 1080, 1080],
  ['top and bottom', 500, 1080],
  [null, 1080, 1920],
])('a cover of a reel loses its %s when it is %i × %i', (side, width, height) => {
  const media = [{ url: 'f', kind: 'video' as const, altText: null }]
  const post = { postType: 'reel' as const, media, coverImageUrl: 'c', link: null }
  const factsOf = (url: string) => (url === 'c' ? picture({ width, height }) : film())
  const found = checkCrops(mediaRules.instagram, post, factsOf)
  expect(found.map(({ index }) => index)).toEqual(side ? ['cover'] : [])
  if (side) expect(found[0]?.message).toContain(`its ${side} are cut off`)
  expect(checkCrops(mediaRules.pinterest, post, factsOf)).toEqual([])
})

test('LinkedIn shows a cover for a link alone, the others for a film alone', () => {
  const post = { postType: 'single' as const, media: [], coverImageUrl: 'c', link: 'https://a.test' }
  const withFilm = { ...post, media: [{ url: 'f', kind: 'video' as const, altText: null }] }
  expect([post, withFilm, { ...post, link: null }].map((each) => coverOf(mediaRules.linkedin, each))).toEqual([
    'c',
    null,
    null,
  ])
  expect([post, withFilm].map((each) => coverOf(mediaRules.pinterest, each))).toEqual([null, 'c'])
})

test('numbers as people say them', () => {
  expect([size(8_000_000), size(1_000_000_000), size(75_000)]).toEqual(['8 MB', '1 GB', '75 KB'])
  expect([seconds(3_600), seconds(1), seconds(900), seconds(140)]).toEqual([
    '1 hour',
    '1 second',
    '15 minutes',
    '140 seconds',
  ])
  expect([shape(0.8), shape(16 / 9), shape(1.91), shape(0.01)]).toEqual(['4:5', '16:9', '1.91:1', '1:100'])
})
