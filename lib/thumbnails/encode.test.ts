import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodeThumbnail, thumbnailBytesMax } from './encode'

/** Noise does not compress, so it is the worst case. */
const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 80 } },
  })

const drawing = (width: number, height: number): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><circle r="3"/></svg>`)

const files: [name: string, mime: string, bytes: () => Promise<Buffer>][] = [
  ['a large photo', 'image/jpeg', () => noise(2_400, 1_600).jpeg().toBuffer()],
  ['a square of noise', 'image/png', () => noise(480, 480).png().toBuffer()],
  ['a panorama', 'image/png', () => noise(4_000, 100).png().toBuffer()],
  ['an image with transparency', 'image/png', () => noise(900, 900).ensureAlpha(0.4).png().toBuffer()],
  ['a greyscale image', 'image/png', () => noise(900, 600).greyscale().png().toBuffer()],
  ['an SVG', 'image/svg+xml', async () => drawing(4, 8)],
  ['a single pixel', 'image/png', () => noise(1, 1).png().toBuffer()],
]

test.each(files)('%s becomes a WebP of at most 10 kB', async (_, mime, bytes) => {
  const thumbnail = await encodeThumbnail(await bytes(), mime)
  expect(thumbnail.length).toBeLessThanOrEqual(thumbnailBytesMax)
  const { format, width, height } = await sharp(thumbnail).metadata()
  expect(format).toBe('webp')
  expect(Math.max(width, height)).toBeLessThanOrEqual(480)
})

test('keeps the aspect ratio and does not enlarge', async () => {
  const sizeOf = async (bytes: Buffer, mime: string): Promise<[number, number]> => {
    const { width, height } = await sharp(await encodeThumbnail(bytes, mime)).metadata()
    return [width, height]
  }
  const plain = sharp({ create: { width: 900, height: 300, channels: 3, background: '#a63' } })
  expect(await sizeOf(await plain.png().toBuffer(), 'image/png')).toEqual([480, 160])
  expect(await sizeOf(await noise(40, 30).png().toBuffer(), 'image/png')).toEqual([40, 30])
  expect(await sizeOf(drawing(4, 8), 'image/svg+xml')).toEqual([240, 480])
})
