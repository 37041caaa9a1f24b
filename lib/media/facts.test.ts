import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { oddSamples } from '../sandbox/odd-samples'
import { boxesOf, readFacts } from './facts'

/** Holds that a file is known by its bytes, whatever it is called, and that an attack on the reader is none. */

const folder = mkdtempSync(join(tmpdir(), 'storycast-facts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0

async function factsOf(bytes: Buffer) {
  const path = join(folder, String(++count))
  await writeFile(path, bytes)
  return readFacts(path, 'the file')
}
const sample = async (name: string) => factsOf(await (oddSamples[name]?.make() ?? Promise.reject(new Error(name))))

test('a film: size, length, speed, codecs and sound', async () => {
  expect(await sample('wide.mp4')).toMatchObject({
    mime: 'video/mp4',
    bytes: 145_904,
    width: 1280,
    height: 720,
    orientation: 1,
    durationSeconds: 8,
    framesPerSecond: 24,
    videoCodec: 'avc',
    audioCodec: 'aac',
    hasAudio: true,
    moovFirst: true,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(await sample('long.mp4')).toMatchObject({ durationSeconds: 3_600, framesPerSecond: 24, hasAudio: false })
})

test('a film whose index stands behind its pictures', async () => {
  const path = join(folder, 'film')
  const bytes = await readFile(new URL('../sandbox/films/wide.mp4', import.meta.url))
  await writeFile(path, bytes)
  const parts = (await boxesOf(path)).map(({ type, at, size }) => ({ type, bytes: bytes.subarray(at, at + size) }))
  const without = parts.filter(({ type }) => type !== 'moov').map((part) => part.bytes)
  const moov = parts.find(({ type }) => type === 'moov')?.bytes ?? Buffer.alloc(0)
  expect(await factsOf(Buffer.concat([...without, moov]))).toMatchObject({ moovFirst: false, durationSeconds: 8 })
})

test('a picture on its side is as wide as it is seen, and may say where it was taken', async () => {
  expect(await sample('rotated.jpg')).toMatchObject({
    mime: 'image/jpeg',
    width: 800,
    height: 1000,
    orientation: 6,
    hasLocation: true,
    isAnimated: false,
  })
  expect(await sample('panorama.jpg')).toMatchObject({ width: 3000, height: 600, orientation: 1, hasLocation: false })
})

test('a PNG that calls itself a JPEG is a PNG, a moving GIF moves, a still one does not', async () => {
  expect(await sample('lying.jpg')).toMatchObject({ mime: 'image/png' })
  expect(await sample('tide.gif')).toMatchObject({
    mime: 'image/gif',
    width: 320,
    height: 240,
    frames: 8,
    isAnimated: true,
    durationSeconds: 0.96,
  })
  const still = await sharp({ create: { width: 10, height: 20, channels: 3, background: '#fff' } })
    .gif()
    .toBuffer()
  expect(await factsOf(still)).toMatchObject({ mime: 'image/gif', frames: 1, isAnimated: false, height: 20 })
})

test('a bomb is refused by its header', async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  // The size stands behind the signature and the head of the first chunk; its checksum is not what readers go by.
  png.writeUInt32BE(60_000, 16)
  png.writeUInt32BE(60_000, 20)
  await expect(factsOf(png)).rejects.toMatchObject({ kind: expect.stringMatching(/too_many_pixels|not_media/) })
  const bomb = await sharp({
    create: { width: 17_000, height: 17_000, channels: 3, background: '#000' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer()
  await expect(factsOf(bomb)).rejects.toMatchObject({ kind: 'too_many_pixels' })
})

test.each([
  ['text', Buffer.from('<html>Not found</html>')],
  ['nothing', Buffer.alloc(0)],
  ['half a film', Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1')],
  ['a playlist', Buffer.from('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttp://169.254.169.254/latest\n')],
])('%s is neither a picture nor a film', async (_, bytes) => {
  await expect(factsOf(bytes)).rejects.toMatchObject({ kind: 'not_media', isPassing: false })
})

test('a drawing is known by its bytes, and is as large as it will be drawn', async () => {
  const drawing = (attributes: string) =>
    factsOf(Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`))
  expect(await drawing('viewBox="0 0 24 12"')).toMatchObject({
    mime: 'image/svg+xml',
    width: 1600,
    height: 800,
    frames: 1,
  })
  expect(await drawing('width="2000" height="2000"')).toMatchObject({ width: 2000, height: 2000 })
  await expect(drawing('width="20000" height="20000"')).rejects.toMatchObject({ kind: 'too_many_pixels' })
})
