import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { examineFilm, examineFilmFile } from './films'

const path = (name: string) => join(__dirname, 'films', `${name}.mp4`)

test.each([
  ['upright', { width: 540, height: 960, duration_seconds: 6 }],
  ['wide', { width: 1280, height: 720, duration_seconds: 8 }],
])('%s is read from its index', async (name, facts) => {
  const film = await examineFilmFile(path(name))
  expect(film).toMatchObject({ format: 'mp4', width: facts.width, height: facts.height })
  expect(film).toMatchObject({ video_codec: 'avc1', audio_codec: 'mp4a' })
  expect(film?.duration_seconds).toBeCloseTo(facts.duration_seconds, 0)
  expect(film?.frames_per_second).toBeGreaterThan(9)
  expect(await examineFilm(await readFile(path(name)))).toEqual(film)
})

test('what is cut off, empty, a picture or a broken index is no film', async () => {
  const bytes = await readFile(path('upright'))
  expect(await examineFilm(bytes.subarray(0, -1))).toBeNull()
  expect(await examineFilm(Buffer.alloc(0))).toBeNull()
  expect(await examineFilm(Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1'))).toBeNull()
  const still = Buffer.from(bytes)
  still.write('avif', 8, 'latin1')
  expect(await examineFilm(still)).toBeNull()
  const broken = Buffer.from(bytes)
  broken.write('nope', broken.indexOf('tkhd'), 'latin1')
  expect(await examineFilm(broken)).toBeNull()
})
