import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

/** A file to post: what it says it is, and its bytes. */
export type SampleFile = { contentType: string; make(): Promise<Buffer> }

const film = (name: string): SampleFile => ({
  contentType: 'video/mp4',
  make: () => readFile(new URL(`./films/${name}`, import.meta.url)),
})

const flat = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })

/**
 * Files that people post and networks dislike: each breaks one rule, so that what is done about it can be tried.
 * `upright.mp4`, `wide.mp4` and `tide.gif` break none and stand here because they are no drawn pictures.
 */
export const oddSamples: Record<string, SampleFile> = {
  'upright.mp4': film('upright.mp4'),
  'wide.mp4': film('wide.mp4'),
  /** An hour by its header, in a few kilobytes. */
  'long.mp4': film('long.mp4'),
  'tide.gif': { contentType: 'image/gif', make: tide },
  /** More than the 8 MB that Meta takes: noise does not compress. */
  'huge.jpg': {
    contentType: 'image/jpeg',
    make: async () =>
      sharp({
        create: {
          width: 2400,
          height: 2400,
          channels: 3,
          background: '#888',
          noise: { type: 'gaussian', mean: 128, sigma: 60 },
        },
      })
        .jpeg({ quality: 98, chromaSubsampling: '4:4:4' })
        .toBuffer(),
  },
  /** Lies on its side and says so, as telephones write it; it also says where it was taken. */
  'rotated.jpg': {
    contentType: 'image/jpeg',
    make: async () =>
      sharp(await sideways())
        .jpeg()
        .withMetadata({ orientation: 6 })
        .withExifMerge({
          IFD0: { Make: 'Storycast' },
          IFD3: {
            GPSLatitudeRef: 'N',
            GPSLatitude: '52/1 31/1 0/1',
            GPSLongitudeRef: 'E',
            GPSLongitude: '13/1 24/1 0/1',
          },
        })
        .toBuffer(),
  },
  /** Far wider than any feed shows. */
  'panorama.jpg': { contentType: 'image/jpeg', make: () => flat(3000, 600, '#5a8fbf').jpeg().toBuffer() },
  'picture.webp': { contentType: 'image/webp', make: () => flat(1080, 1080, '#6cae75').webp().toBuffer() },
  /** A PNG that calls itself a JPEG. */
  'lying.jpg': { contentType: 'image/jpeg', make: () => flat(1080, 1080, '#e58fa5').png().toBuffer() },
  /** There at the first look and gone ever after; each query string has a first look of its own. */
  'gone.jpg': { contentType: 'image/jpeg', make: () => flat(1080, 1080, '#cf7f45').jpeg().toBuffer() },
}

/** A wide picture with its top to the left: turned by its orientation 6 it is 800 × 1000. */
const sideways = (): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="800">
      <rect width="1000" height="800" fill="#fde2c8"/><rect width="300" height="800" fill="#12355b"/></svg>`),
  )
    .png()
    .toBuffer()

/** Water that rises and falls, in eight pictures. */
async function tide(): Promise<Buffer> {
  const [width, height, frames] = [320, 240, 8]
  const pictures = await Promise.all(
    Array.from({ length: frames }, (_, index) => {
      const level = height * (0.55 + 0.2 * Math.sin((index / frames) * 2 * Math.PI))
      return sharp(
        Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
          <rect width="100%" height="100%" fill="#fde2c8"/><circle cx="240" cy="70" r="30" fill="#fff3dc"/>
          <rect y="${level.toFixed(0)}" width="100%" height="${height}" fill="#20507f"/></svg>`),
      )
        .ensureAlpha()
        .raw()
        .toBuffer()
    }),
  )
  const raw = { width, height: height * frames, channels: 4 as const, pageHeight: height }
  return sharp(Buffer.concat(pictures), { raw })
    .gif({ delay: Array<number>(frames).fill(120), loop: 0 })
    .toBuffer()
}
