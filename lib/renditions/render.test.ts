import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EncodedPacketSink, FilePathSource, Input, MP4 } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { Recipe } from '@/lib/channels/media/media-rules'
import { type Box, outerBoxesOf, withFileSource } from '@/lib/media-files/boxes'
import { readFacts } from '@/lib/media-files/facts'
import { edgeCases } from '@/sandbox/samples/samples'
import { render } from './render'

const folder = mkdtempSync(join(tmpdir(), 'storycast-render-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0
const newPath = () => join(folder, String(++count))

async function rendered(bytes: Buffer, recipe: Partial<Recipe>) {
  const from = newPath()
  const to = newPath()
  await writeFile(from, bytes)
  const whole = {
    to: 'image/jpeg',
    maxBytes: null,
    maxPixels: null,
    maxWidth: null,
    maxHeight: null,
    ...recipe,
  } as const
  await render(from, await readFacts(from, 'the file'), whole, to)
  return { facts: await readFacts(to, 'the rendition'), from, to }
}
const sample = (name: string) => edgeCases[name]?.make() ?? Promise.reject(new Error(name))

test('transparency becomes white in a JPEG', async () => {
  const clear = await sharp({
    create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  const { to } = await rendered(clear, {})
  expect((await sharp(to).stats()).channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255])
})

test('a rotated image becomes upright, without location', async () => {
  const { facts, to } = await rendered(await sample('rotated.jpg'), {})
  expect(facts).toMatchObject({ width: 800, height: 1000, orientation: 1, hasLocation: false })
  // The dark left side of the file becomes the top.
  const top = await sharp(to).extract({ left: 400, top: 20, width: 1, height: 1 }).raw().toBuffer()
  expect(top[0]).toBeLessThan(60)
})

test('resizes within the limits and keeps the aspect ratio', async () => {
  const { facts } = await rendered(await sample('panorama.jpg'), { maxWidth: 1_000 })
  expect(facts).toMatchObject({ width: 1000, height: 200 })
  const pixels = (await rendered(await sample('panorama.jpg'), { maxPixels: 500_000 })).facts
  expect((pixels.width ?? 0) * (pixels.height ?? 0)).toBeLessThanOrEqual(500_000)
  const bytes = (await rendered(await sample('huge.jpg'), { maxBytes: 400_000 })).facts
  expect(bytes.bytes).toBeLessThanOrEqual(400_000)
})

test('refuses a truncated image', async () => {
  const whole = await sample('panorama.jpg')
  await expect(rendered(whole.subarray(0, whole.length / 2), {})).rejects.toMatchObject({ kind: 'not_media' })
})

/** Hash of the frames that the index refers to. */
async function framesOf(path: string): Promise<string> {
  const input = new Input({ formats: [MP4], source: new FilePathSource(path) })
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new Error('No video.')
  const hash = createHash('sha256')
  for await (const packet of new EncodedPacketSink(track).packets()) hash.update(packet.data)
  input.dispose()
  return hash.digest('hex')
}

test.each(['wide.mp4', 'upright.mp4'])(
  '%s with its index at the end: the index moves to the front, the frames stay',
  async (name) => {
    const original = newPath()
    const bytes = await readFile(new URL(`../../sandbox/samples/${name}`, import.meta.url))
    await writeFile(original, bytes)
    const video = atEnd(bytes, (await withFileSource(original, outerBoxesOf)) ?? [])
    const { facts, from, to } = await rendered(video, { to: 'fast_start' })
    expect((await readFacts(from, 'the file')).moovFirst).toBe(false)
    expect(facts).toMatchObject({ moovFirst: true, bytes: video.length })
    const frames = await framesOf(original)
    expect([await framesOf(from), await framesOf(to)]).toEqual([frames, frames])
  },
)

/** The video as cameras write it: with the index last. */
function atEnd(bytes: Buffer, boxes: Box[]): Buffer {
  const index = boxes.find(({ type }) => type === 'moov')
  if (!index) throw new Error('No index.')
  const moov = Buffer.from(bytes.subarray(index.start, index.end))
  for (let at = moov.indexOf('stco'); at >= 0; at = moov.indexOf('stco', at + 1)) {
    const entries = moov.readUInt32BE(at + 8)
    for (let entry = 0; entry < entries; entry++) {
      const place = at + 12 + entry * 4
      moov.writeUInt32BE(moov.readUInt32BE(place) - (index.end - index.start), place)
    }
  }
  return Buffer.concat([bytes.subarray(0, index.start), bytes.subarray(index.end), moov])
}

const svg = (inside: string, size = 'width="30" height="20"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`,
  )

test('an SVG is drawn large, sharp and with transparency', async () => {
  const half = svg('<rect width="15" height="20" fill="#000"/>')
  const { facts, to } = await rendered(half, { to: 'image/png' })
  expect(facts).toMatchObject({ mime: 'image/png', width: 1600, height: 1067 })
  const { data, info } = await sharp(to).raw().toBuffer({ resolveWithObject: true })
  const alphaAt = (x: number) => data[(500 * info.width + x) * info.channels + 3]
  // Upscaled from 30 pixels, the edge would be 100 pixels wide.
  expect([alphaAt(790), alphaAt(810)]).toEqual([255, 0])
  expect((await rendered(half, { maxWidth: 300 })).facts).toMatchObject({ mime: 'image/jpeg', width: 300, height: 200 })
})

test('an SVG cannot load other files', async () => {
  const otherFile = join(folder, 'secret.png')
  await sharp({ create: { width: 30, height: 20, channels: 3, background: '#000' } })
    .png()
    .toFile(otherFile)
  for (const href of ['secret.png', otherFile, `file://${otherFile}`]) {
    const { to } = await rendered(svg(`<script>1</script><image xlink:href="${href}" width="30" height="20"/>`), {})
    expect((await sharp(to).stats()).channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255])
  }
})
