import { expect, test } from 'vitest'
import type { MediaFacts } from '@/lib/media-files/media-facts'
import { aPost } from '@/tests/support/publishing/resolved-post'
import { fitMedia, type Knowledge, mediaUrlsOf } from './fit'

const image: MediaFacts = {
  mime: 'image/png',
  bytes: 1_000,
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
  sha256: 'f'.repeat(64),
}
const video: MediaFacts = { ...image, mime: 'video/mp4', durationSeconds: 8, width: 540, height: 960, frames: null }

const knowing = (files: Record<string, MediaFacts>, renditions: Knowledge['renditions'] = new Map()): Knowledge => ({
  known: new Map(Object.entries(files).map(([url, facts]) => [url, { facts, error: null, fetchedAt: new Date() }])),
  renditions,
})
const media = (url: string, kind: 'image' | 'gif' | 'video' = 'image') => ({ url, kind, altText: null })

test('kinds follow the bytes: a video without extension, a GIF with one frame', () => {
  const post = aPost('threads', { media: [media('https://a.test/video'), media('https://a.test/still.gif', 'gif')] })
  const known = knowing({
    'https://a.test/video': video,
    'https://a.test/still.gif': { ...image, mime: 'image/gif' },
  })
  expect(fitMedia(post, known).post.media.map(({ kind }) => kind)).toEqual(['video', 'image'])
  expect(fitMedia(post, knowing({})).post).toEqual(post)
})

test('renditions replace slides and covers once they exist', () => {
  const [slide, cover] = ['https://a.test/video.mp4', 'https://a.test/cover.png']
  const post = aPost('instagram', { postType: 'reel', media: [media(slide, 'video')], coverImageUrl: cover })
  const facts = { ...image, mime: 'image/jpeg' }
  const files = { [slide]: video, [cover]: image }
  const unmade = fitMedia(post, knowing(files))
  expect(unmade.post.coverImageUrl).toBe(cover)
  expect(unmade.files[1]).toMatchObject({ index: 'cover', rendition: { reasons: ['type'], url: null } })
  const key = `${image.sha256} image/jpeg|8000000|-|-|-`
  const made = fitMedia(post, knowing(files, new Map([[key, { url: 'https://us.test/cover.jpg', facts }]])))
  expect(made.post.coverImageUrl).toBe('https://us.test/cover.jpg')
  expect(made.files[1]).toMatchObject({ originalUrl: cover, facts: { mime: 'image/jpeg' } })
})

test('the image of a link gets a rendition too', () => {
  const cover = 'https://a.test/cover.webp'
  const post = aPost('linkedin', { link: 'https://shop.test', coverImageUrl: cover })
  expect(mediaUrlsOf(post)).toEqual([cover])
  const known = knowing({ [cover]: { ...image, mime: 'image/webp' } })
  expect(fitMedia(post, known).files).toMatchObject([{ index: 'cover', rendition: { reasons: ['type'] } }])
  const broken = knowing({ [cover]: video })
  expect(fitMedia(post, broken).issues).toMatchObject([{ field: 'cover_image_url', code: 'media_rule' }])
  // Without a link LinkedIn shows no cover.
  expect(mediaUrlsOf({ ...post, link: null })).toEqual([])
})

const mediaWithAltText = (text: string | null, kinds: ('image' | 'video')[]) =>
  kinds.map((kind, index) => ({ url: `https://a.test/${index}`, kind, altText: text && `${text} ${index + 1}` }))

test.each([
  ['instagram', 'carousel', ['image', 'video'], [1]],
  ['instagram', 'story', ['image'], [0]],
  ['facebook', 'reel', ['video'], [0]],
  ['facebook', 'story', ['image'], []],
  ['x', 'single', ['video'], [0]],
  ['linkedin', 'single', ['video'], []],
  ['pinterest', 'carousel', ['image', 'image', 'image'], [1, 2]],
  ['pinterest', 'reel', ['video'], []],
  ['ghost', 'carousel', ['image', 'video'], [1]],
  ['threads', 'carousel', ['image', 'video'], []],
] as const)('%s (%s): alt texts for %j, with a warning for %j', (channel, postType, kinds, lost) => {
  const { post, warnings } = fitMedia(
    aPost(channel, { postType, media: mediaWithAltText('No.', [...kinds]) }),
    knowing({}),
  )
  expect(post.media.flatMap(({ altText }, index) => (altText === null ? [index] : []))).toEqual(lost)
  const fields = warnings.flatMap(({ code, field }) => (code === 'alt_text_not_posted' ? [field] : []))
  expect(fields).toEqual(lost.map((index) => `slides.${index}.alt_text`))
  expect(
    fitMedia(aPost(channel, { postType, media: mediaWithAltText(null, [...kinds]) }), knowing({})).warnings,
  ).toEqual([])
})
