import { expect, test } from 'vitest'
import { aPost } from '@/tests/support/resolved-post'
import type { MediaFacts } from '../channels/media-facts'
import { fitMedia, type Knowledge } from './fit'

/** Holds that what is known of files decides what goes out, and that what is unknown changes nothing. */

const picture: MediaFacts = {
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
const film: MediaFacts = { ...picture, mime: 'video/mp4', durationSeconds: 8, width: 540, height: 960, frames: null }

const knowing = (files: Record<string, MediaFacts>, renditions: Knowledge['renditions'] = new Map()): Knowledge => ({
  known: new Map(Object.entries(files).map(([url, facts]) => [url, { facts, fault: null, fetchedAt: new Date() }])),
  renditions,
})
const media = (url: string, kind: 'image' | 'gif' | 'video' = 'image') => ({ url, kind, altText: null })

test('a film under a name without an ending is a film, and a still GIF is a picture', () => {
  const post = aPost('threads', { media: [media('https://a.test/film'), media('https://a.test/still.gif', 'gif')] })
  const known = knowing({
    'https://a.test/film': film,
    'https://a.test/still.gif': { ...picture, mime: 'image/gif' },
  })
  expect(fitMedia(post, known).post.media.map(({ kind }) => kind)).toEqual(['video', 'image'])
  expect(fitMedia(post, knowing({})).post).toEqual(post)
})

test('a rendition takes the place of its original once it is made, for slides and for covers', () => {
  const [slide, cover] = ['https://a.test/film.mp4', 'https://a.test/cover.png']
  const post = aPost('instagram', { postType: 'reel', media: [media(slide, 'video')], coverImageUrl: cover })
  const facts = { ...picture, mime: 'image/jpeg' }
  const files = { [slide]: film, [cover]: picture }
  const unmade = fitMedia(post, knowing(files))
  expect(unmade.post.coverImageUrl).toBe(cover)
  expect(unmade.files[1]).toMatchObject({ index: 'cover', rendition: { reasons: ['type'], url: null } })
  const key = `${picture.sha256} image/jpeg|8000000|-|-|-`
  const made = fitMedia(post, knowing(files, new Map([[key, { url: 'https://us.test/cover.jpg', facts }]])))
  expect(made.post.coverImageUrl).toBe('https://us.test/cover.jpg')
  expect(made.files[1]).toMatchObject({ originalUrl: cover, facts: { mime: 'image/jpeg' } })
})
