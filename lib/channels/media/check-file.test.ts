import { expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { kindOf, type MediaFacts } from '@/lib/media-files/media-facts'
import type { PostType } from '@/lib/story-content'
import { mediaRules } from '../limits'
import { checkFile, recipeKey } from './check-file'
import { checkCrops, checkEqualRatios, checkPostFiles, coverOf, issuesOf } from './check-post'
import { ruleFor } from './media-rules'
import { ratioText, seconds, size } from './media-text'

/** What each network accepts, what Storycast converts, and what it refuses. */

const image = (facts: Partial<MediaFacts> = {}): MediaFacts => ({
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
const video = (facts: Partial<MediaFacts> = {}): MediaFacts =>
  image({
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

test.each(everywhere)('%s accepts an ordinary image unchanged', (channel) => {
  expect(verdict(channel, 'single', image())).toEqual({ state: 'ok' })
})

test.each(everywhere.filter((channel) => channel !== 'ghost'))('%s accepts an ordinary video unchanged', (channel) => {
  expect(verdict(channel, 'reel', video())).toEqual({ state: 'ok' })
})

test.each<[string, ChannelId, MediaFacts, string[], string]>([
  ['PNG', 'instagram', image({ mime: 'image/png' }), ['type'], 'image/jpeg|8000000|-|-|-'],
  ['WebP', 'pinterest', image({ mime: 'image/webp' }), ['type'], 'image/png|20000000|-|-|-'],
  ['heavy', 'threads', image({ bytes: 9_000_000 }), ['bytes'], 'image/jpeg|8000000|-|-|-'],
  ['heavy PNG', 'x', image({ mime: 'image/png', bytes: 6_000_000 }), ['bytes'], 'image/jpeg|5000000|-|-|-'],
  ['huge', 'linkedin', image({ width: 9_000, height: 9_000 }), ['pixels'], 'image/jpeg|36000000|36152319|-|-'],
  ['rotated', 'facebook', image({ orientation: 6 }), ['orientation'], 'image/jpeg|10000000|-|-|-'],
  ['with a location', 'ghost', image({ hasLocation: true }), ['location'], 'image/jpeg|50000000|-|-|-'],
  ['video with its index at the end', 'instagram', video({ moovFirst: false }), ['moov_first'], 'fast_start|-|-|-|-'],
])('%s image or video for %s is converted', (_, channel, facts, reasons, key) => {
  const found = verdict(channel, facts.mime.startsWith('video/') ? 'reel' : 'single', facts)
  expect(found).toMatchObject({ state: 'rendition', reasons })
  expect(found.state === 'rendition' && recipeKey(found.recipe)).toBe(key)
})

test('a location is removed only where readers get the file itself', () => {
  expect(verdict('x', 'single', image({ hasLocation: true }))).toEqual({ state: 'ok' })
})

test.each<[ChannelId, PostType, MediaFacts, string]>([
  [
    'instagram',
    'single',
    image({ width: 3000, height: 600 }),
    'with aspect ratios from 4:5 to 1.91:1. This file is 5:1. Crop its sides.',
  ],
  ['instagram', 'single', image({ width: 600, height: 1200 }), 'Crop its top or bottom'],
  ['instagram', 'single', image({ width: 200, height: 200 }), 'at least 320 pixels in width. This file is 200 × 200'],
  [
    'instagram',
    'reel',
    video({ durationSeconds: 2 }),
    'at least 3 seconds. This file is 2 seconds long. Use a longer one.',
  ],
  ['instagram', 'story', video({ durationSeconds: 61 }), 'story videos of at most 60 seconds'],
  ['instagram', 'reel', video({ framesPerSecond: 15 }), '23 to 60 frames per second. This file has 15'],
  ['instagram', 'reel', video({ videoCodec: 'vp9' }), 'encoded as H.264 or H.265. This file is VP9'],
  ['instagram', 'reel', video({ audioCodec: 'opus' }), 'with AAC audio. This file has OPUS'],
  ['instagram', 'reel', video({ bytes: 300_000_001, durationSeconds: 600 }), 'up to 300 MB. This file is 300 MB'],
  [
    'instagram',
    'reel',
    video({ bytes: 100_000_000, durationSeconds: 10 }),
    'up to 25 million bits per second. This file has 80 million',
  ],
  ['facebook', 'reel', video({ width: 960, height: 540 }), 'at least 540 × 960 pixels'],
  ['facebook', 'reel', video({ width: 1080, height: 1350 }), 'an aspect ratio of 9:16. This file is 4:5'],
  ['threads', 'reel', video({ durationSeconds: 301 }), 'at most 5 minutes'],
  ['x', 'reel', video({ durationSeconds: 141 }), 'at most 140 seconds'],
  [
    'x',
    'single',
    image({ mime: 'image/gif', isAnimated: true, frames: 9, bytes: 16_000_000 }),
    'animated GIFs of up to 15 MB',
  ],
  ['linkedin', 'reel', video({ mime: 'video/quicktime' }), 'videos as MP4. This file is MOV. Save it as MP4.'],
  ['linkedin', 'reel', video({ bytes: 70_000 }), 'at least 75 KB. This file is 70 KB'],
  ['linkedin', 'single', image({ mime: 'image/gif', isAnimated: true, frames: 251 }), 'up to 250 frames'],
  ['pinterest', 'reel', video({ durationSeconds: 3 }), 'at least 4 seconds'],
])('%s refuses a %s', (channel, postType, facts, words) => {
  const found = verdict(channel, postType, facts)
  expect(found).toMatchObject({ state: 'refused' })
  expect(found.state === 'refused' ? found.issues.map(({ message }) => message).join('\n') : '').toContain(words)
})

test('frame rates, durations and ratios are rounded', () => {
  expect(verdict('facebook', 'reel', video({ framesPerSecond: 23.976, durationSeconds: 90.05 })).state).toBe('ok')
  expect(verdict('facebook', 'reel', video({ width: 607, height: 1080 })).state).toBe('ok')
  expect(verdict('instagram', 'single', image({ width: 1080, height: 566 })).state).toBe('ok')
})

test('issues have the slide or the cover as field', () => {
  const post = {
    postType: 'reel' as const,
    media: [{ url: 'f', kind: 'video' as const, altText: null }],
    coverImageUrl: 'c',
    link: null,
  }
  const files = new Map([
    ['f', video({ durationSeconds: 1, bytes: 1_000_000 })],
    ['c', image({ mime: 'image/gif', isAnimated: true, frames: 4 })],
  ])
  const found = issuesOf(checkPostFiles(mediaRules.instagram, post, (url) => files.get(url)))
  expect(found.map(({ field, code }) => [field, code])).toEqual([
    ['slides.0', 'media_rule'],
    ['cover_image_url', 'media_rule'],
  ])
})

test('an issue names its file of several, and tells whether a crop fixes it', () => {
  const media = ['a', 'b'].map((url) => ({ url, kind: 'image' as const, altText: null }))
  const files = new Map([
    ['a', image({ width: 200, height: 200 })],
    ['b', image({ width: 1080, height: 1920 })],
  ])
  const found = (given: typeof media) =>
    issuesOf(
      checkPostFiles(
        mediaRules.instagram,
        { postType: 'carousel', media: given, coverImageUrl: null, link: null },
        (url) => files.get(url),
      ),
    ).map(({ message, fix }) => [/\. (.+) is/.exec(message)?.[1], fix])
  expect(found(media)).toEqual([
    ['Image 1', 'replace'],
    ['Image 2', 'crop'],
  ])
  expect(found(media.slice(1))).toEqual([['The image', 'crop']])
})

test('a carousel with different ratios is cropped on Instagram, refused on Pinterest, and fine elsewhere', () => {
  const media = ['a', 'b'].map((url) => ({ url, kind: 'image' as const, altText: null }))
  const post = { postType: 'carousel' as const, media, coverImageUrl: null, link: null }
  const factsOf = (url: string) => image(url === 'a' ? {} : { height: 1350 })
  expect(checkEqualRatios(mediaRules.instagram, post, factsOf)).toMatchObject({ state: 'cropped', index: 1 })
  expect(checkEqualRatios(mediaRules.pinterest, post, factsOf)).toMatchObject({
    state: 'refused',
    message: expect.stringContaining('Image 1 is 1:1 and image 2 is 4:5.'),
  })
  expect(checkEqualRatios(mediaRules.facebook, post, factsOf)).toBeNull()
})

test('the message lists every slide with another ratio, including videos', () => {
  const kinds = ['image', 'image', 'image', 'video'] as const
  const media = kinds.map((kind, index) => ({ url: String(index), kind, altText: null }))
  const ratioTexts = [image(), image({ height: 1350 }), image(), video()]
  const post = { postType: 'carousel' as const, media, coverImageUrl: null, link: null }
  const found = checkEqualRatios(mediaRules.instagram, post, (url) => ratioTexts[Number(url)])
  expect(found?.message).toContain('Image 1 is 1:1, image 2 is 4:5 and video 4 is 9:16. Crop them to match')
})

test.each([
  ['sides', 1080, 1080],
  ['top and bottom', 500, 1080],
  [null, 1080, 1920],
])('warns that a reel cover loses its %s at %i × %i', (side, width, height) => {
  const media = [{ url: 'f', kind: 'video' as const, altText: null }]
  const post = { postType: 'reel' as const, media, coverImageUrl: 'c', link: null }
  const factsOf = (url: string) => (url === 'c' ? image({ width, height }) : video())
  const found = checkCrops(mediaRules.instagram, post, factsOf)
  expect(found.map(({ index }) => index)).toEqual(side ? ['cover'] : [])
  if (side) expect(found[0]?.message).toContain(`its ${side} are cropped`)
  expect(checkCrops(mediaRules.pinterest, post, factsOf)).toEqual([])
})

test('LinkedIn shows a cover only for links, other networks only for videos', () => {
  const post = { postType: 'single' as const, media: [], coverImageUrl: 'c', link: 'https://a.test' }
  const withVideo = { ...post, media: [{ url: 'f', kind: 'video' as const, altText: null }] }
  expect([post, withVideo, { ...post, link: null }].map((each) => coverOf(mediaRules.linkedin, each))).toEqual([
    'c',
    null,
    null,
  ])
  expect([post, withVideo].map((each) => coverOf(mediaRules.pinterest, each))).toEqual([null, 'c'])
})

test('formats sizes, durations and ratios', () => {
  expect([size(8_000_000), size(1_000_000_000), size(75_000)]).toEqual(['8 MB', '1 GB', '75 KB'])
  expect([seconds(3_600), seconds(1), seconds(900), seconds(140)]).toEqual([
    '1 hour',
    '1 second',
    '15 minutes',
    '140 seconds',
  ])
  expect([ratioText(0.8), ratioText(16 / 9), ratioText(1.91), ratioText(0.01)]).toEqual([
    '4:5',
    '16:9',
    '1.91:1',
    '1:100',
  ])
})
