import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EncodedPacketSink, FilePathSource, Input, MP4 } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { boxesOf, readFacts } from '@/lib/media/facts'
import type { Recipe } from '../channels/media-rules'
import { oddSamples } from '../sandbox/odd-samples'
import { render } from './render'

/** Holds that a rendition is what its recipe says, and still what its author gave. */

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
const sample = (name: string) => oddSamples[name]?.make() ?? Promise.reject(new Error(name))

test('what was clear is white in a JPEG', async () => {
  const clear = await sharp({
    create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  const { to } = await rendered(clear, {})
  expect((await sharp(to).stats()).channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255])
})

test('a picture on its side stands upright, and says nothing of its place', async () => {
  const { facts, to } = await rendered(await sample('rotated.jpg'), {})
  expect(facts).toMatchObject({ width: 800, height: 1000, orientation: 1, hasLocation: false })
  // The sky was dark on the left of the file, which its orientation turns to the top.
  const top = await sharp(to).extract({ left: 400, top: 20, width: 1, height: 1 }).raw().toBuffer()
  expect(top[0]).toBeLessThan(60)
})

test('a picture is made no larger than it may be, in its own shape', async () => {
  const { facts } = await rendered(await sample('panorama.jpg'), { maxWidth: 1_000 })
  expect(facts).toMatchObject({ width: 1000, height: 200 })
  const pixels = (await rendered(await sample('panorama.jpg'), { maxPixels: 500_000 })).facts
  expect((pixels.width ?? 0) * (pixels.height ?? 0)).toBeLessThanOrEqual(500_000)
  const bytes = (await rendered(await sample('huge.jpg'), { maxBytes: 400_000 })).facts
  expect(bytes.bytes).toBeLessThanOrEqual(400_000)
})

test('half a picture is no picture', async () => {
  const whole = await sample('panorama.jpg')
  await expect(rendered(whole.subarray(0, whole.length / 2), {})).rejects.toMatchObject({ kind: 'not_media' })
})

/** The frames of a film, as a player would read them by the index. */
async function framesOf(path: string): Promise<string> {
  const input = new Input({ formats: [MP4], source: new FilePathSource(path) })
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new Error('No film.')
  const hash = createHash('sha256')
  for await (const packet of new EncodedPacketSink(track).packets()) hash.update(packet.data)
  input.dispose()
  return hash.digest('hex')
}

test.each(['wide.mp4', 'upright.mp4'])(
  '%s with its index at the end gets it in front, and shows the same',
  async (name) => {
    const original = newPath()
    const bytes = await readFile(new URL(`../sandbox/films/${name}`, import.meta.url))
    await writeFile(original, bytes)
    const film = atEnd(bytes, await boxesOf(original))
    const { facts, from, to } = await rendered(film, { to: 'fast_start' })
    expect((await readFacts(from, 'the file')).moovFirst).toBe(false)
    expect(facts).toMatchObject({ moovFirst: true, bytes: film.length })
    const frames = await framesOf(original)
    expect([await framesOf(from), await framesOf(to)]).toEqual([frames, frames])
  },
)

/** The same film as a camera writes it: the index comes last, and its offsets say so. */
function atEnd(bytes: Buffer, boxes: Awaited<ReturnType<typeof boxesOf>>): Buffer {
  const index = boxes.find(({ type }) => type === 'moov')
  if (!index) throw new Error('No index.')
  const moov = Buffer.from(bytes.subarray(index.at, index.at + index.size))
  for (let at = moov.indexOf('stco'); at >= 0; at = moov.indexOf('stco', at + 1)) {
    const entries = moov.readUInt32BE(at + 8)
    for (let entry = 0; entry < entries; entry++) {
      const place = at + 12 + entry * 4
      moov.writeUInt32BE(moov.readUInt32BE(place) - index.size, place)
    }
  }
  return Buffer.concat([bytes.subarray(0, index.at), bytes.subarray(index.at + index.size), moov])
}

const drawing = (inside: string, size = 'width="30" height="20"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`,
  )

test('a drawing is a picture of itself, large and sharp, and clear where it was', async () => {
  const half = drawing('<rect width="15" height="20" fill="#000"/>')
  const { facts, to } = await rendered(half, { to: 'image/png' })
  expect(facts).toMatchObject({ mime: 'image/png', width: 1600, height: 1067 })
  const { data, info } = await sharp(to).raw().toBuffer({ resolveWithObject: true })
  const alphaAt = (x: number) => data[(500 * info.width + x) * info.channels + 3]
  // Blown up from thirty pixels the edge would be a slope of a hundred.
  expect([alphaAt(790), alphaAt(810)]).toEqual([255, 0])
  expect((await rendered(half, { maxWidth: 300 })).facts).toMatchObject({ mime: 'image/jpeg', width: 300, height: 200 })
})

test('a drawing shows no other file of the disk, and runs nothing', async () => {
  const neighbour = join(folder, 'secret.png')
  await sharp({ create: { width: 30, height: 20, channels: 3, background: '#000' } })
    .png()
    .toFile(neighbour)
  for (const href of ['secret.png', neighbour, `file://${neighbour}`]) {
    const { to } = await rendered(drawing(`<script>1</script><image xlink:href="${href}" width="30" height="20"/>`), {})
    expect((await sharp(to).stats()).channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255])
  }
})
