import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { edgeCases } from '@/sandbox/samples/samples'
import { pngChunk } from '@/tests/support/fuzz/png-chunk'
import { outerBoxesOf, withFileSource } from './boxes'
import { readFacts } from './facts'

const folder = mkdtempSync(join(tmpdir(), 'storycast-facts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0

async function factsOf(bytes: Buffer) {
  const path = join(folder, String(++count))
  await writeFile(path, bytes)
  return readFacts(path, 'the file')
}
const sample = async (name: string) => factsOf(await (edgeCases[name]?.make() ?? Promise.reject(new Error(name))))

test('a video: size, duration, frame rate and codecs', async () => {
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

test('a video with its index at the end', async () => {
  const path = join(folder, 'video')
  const bytes = await readFile(new URL('../../sandbox/samples/wide.mp4', import.meta.url))
  await writeFile(path, bytes)
  const parts = ((await withFileSource(path, outerBoxesOf)) ?? []).map(({ type, start, end }) => ({
    type,
    bytes: bytes.subarray(start, end),
  }))
  const without = parts.filter(({ type }) => type !== 'moov').map((part) => part.bytes)
  const moov = parts.find(({ type }) => type === 'moov')?.bytes ?? Buffer.alloc(0)
  expect(await factsOf(Buffer.concat([...without, moov]))).toMatchObject({ moovFirst: false, durationSeconds: 8 })
})

test('a rotated image has its displayed size, and may have a location', async () => {
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

test('detects a PNG named .jpg, an animated and a still GIF', async () => {
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

test('refuses a decompression bomb by its header', async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  // The header is the first chunk, at bytes 8 to 33.
  const header = Buffer.from(png.subarray(16, 29))
  header.writeUInt32BE(17_000, 0)
  header.writeUInt32BE(17_000, 4)
  const bomb = Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), png.subarray(33)])
  await expect(factsOf(bomb)).rejects.toMatchObject({ kind: 'too_many_pixels' })
})

test.each([
  ['text', Buffer.from('<html>Not found</html>')],
  ['nothing', Buffer.alloc(0)],
  ['a truncated video', Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1')],
  ['a playlist', Buffer.from('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttp://169.254.169.254/latest\n')],
])('%s is not media', async (_, bytes) => {
  await expect(factsOf(bytes)).rejects.toMatchObject({ kind: 'not_media', isPassing: false })
})

test('an SVG has the size in which it is drawn', async () => {
  const svg = (attributes: string) =>
    factsOf(Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`))
  expect(await svg('viewBox="0 0 24 12"')).toMatchObject({
    mime: 'image/svg+xml',
    width: 1600,
    height: 800,
    frames: 1,
  })
  expect(await svg('width="2000" height="2000"')).toMatchObject({ width: 2000, height: 2000 })
  await expect(svg('width="20000" height="20000"')).rejects.toMatchObject({ kind: 'too_many_pixels' })
})
