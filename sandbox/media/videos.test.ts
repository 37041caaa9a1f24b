import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readVideo, readVideoFile } from './videos'

const path = (name: string) => join(__dirname, '../samples', `${name}.mp4`)

test.each([
  ['upright', { width: 540, height: 960, duration_seconds: 6 }],
  ['wide', { width: 1280, height: 720, duration_seconds: 8 }],
])('reads the size, duration and codecs of %s.mp4', async (name, facts) => {
  const video = await readVideoFile(path(name))
  expect(video).toMatchObject({ format: 'mp4', width: facts.width, height: facts.height })
  expect(video).toMatchObject({ video_codec: 'avc', audio_codec: 'aac' })
  expect(video?.duration_seconds).toBeCloseTo(facts.duration_seconds, 0)
  expect(video?.frames_per_second).toBeGreaterThan(9)
  expect(await readVideo(await readFile(path(name)))).toEqual(video)
})

test('returns null for a truncated file, an empty file, an image and a broken index', async () => {
  const bytes = await readFile(path('upright'))
  expect(await readVideo(bytes.subarray(0, -1))).toBeNull()
  expect(await readVideo(Buffer.alloc(0))).toBeNull()
  expect(await readVideo(Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1'))).toBeNull()
  const image = Buffer.from(bytes)
  image.write('avif', 8, 'latin1')
  expect(await readVideo(image)).toBeNull()
  const broken = Buffer.from(bytes)
  broken.write('nope', broken.indexOf('tkhd'), 'latin1')
  expect(await readVideo(broken)).toBeNull()
})
