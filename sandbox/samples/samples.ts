import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { type Answer, type Call, errorAnswer, jsonAnswer } from '../http/call'
import type { Sandbox } from '../state/sandbox'

/** A file to post. `contentType` is what the server claims. */
export type SampleFile = { contentType: string; make(): Promise<Buffer> }

const video = (name: string): SampleFile => ({
  contentType: 'video/mp4',
  make: () => readFile(new URL(`./${name}`, import.meta.url)),
})

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })

/** Videos, an animated GIF, and files that each break one rule of the networks. */
export const edgeCases: Record<string, SampleFile> = {
  'upright.mp4': video('upright.mp4'),
  'wide.mp4': video('wide.mp4'),
  /** One hour according to its header, in a few kilobytes. */
  'long.mp4': video('long.mp4'),
  'tide.gif': { contentType: 'image/gif', make: tide },
  /** Over Meta's limit of 8 MB: noise does not compress. */
  'huge.jpg': {
    contentType: 'image/jpeg',
    make: () => {
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
      return sharp({ create: { width: 2400, height: 2400, channels: 3, background: '#888', noise } })
        .jpeg({ quality: 98, chromaSubsampling: '4:4:4' })
        .toBuffer()
    },
  },
  /** Rotated by its EXIF data, like phone photos, and with a GPS position. */
  'rotated.jpg': {
    contentType: 'image/jpeg',
    make: async () => {
      const position = {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 31/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '13/1 24/1 0/1',
      }
      return sharp(await sideways())
        .jpeg()
        .withMetadata({ orientation: 6 })
        .withExifMerge({ IFD0: { Make: 'Storycast' }, IFD3: position })
        .toBuffer()
    },
  },
  /** Wider than any feed shows. */
  'panorama.jpg': { contentType: 'image/jpeg', make: () => plain(3000, 600, '#5a8fbf').jpeg().toBuffer() },
  'image.webp': { contentType: 'image/webp', make: () => plain(1080, 1080, '#6cae75').webp().toBuffer() },
  /** A PNG with the name and type of a JPEG. */
  'lying.jpg': { contentType: 'image/jpeg', make: () => plain(1080, 1080, '#e58fa5').png().toBuffer() },
  /** Served once per query string, then 404. */
  'gone.jpg': { contentType: 'image/jpeg', make: () => plain(1080, 1080, '#cf7f45').jpeg().toBuffer() },
}

/** A landscape image with its top on the left: 800 × 1000 after orientation 6. */
const sideways = (): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="800">
      <rect width="1000" height="800" fill="#fde2c8"/><rect width="300" height="800" fill="#12355b"/></svg>`),
  )
    .png()
    .toBuffer()

/** Eight frames of a rising and falling water line. */
async function tide(): Promise<Buffer> {
  const [width, height, frames] = [320, 240, 8]
  const images = Array.from({ length: frames }, (_, index) => {
    const level = height * (0.55 + 0.2 * Math.sin((index / frames) * 2 * Math.PI))
    return sharp(
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
        <rect width="100%" height="100%" fill="#fde2c8"/><circle cx="240" cy="70" r="30" fill="#fff3dc"/>
        <rect y="${level.toFixed(0)}" width="100%" height="${height}" fill="#20507f"/></svg>`),
    )
      .ensureAlpha()
      .raw()
      .toBuffer()
  })
  const raw = { width, height: height * frames, channels: 4 as const, pageHeight: height }
  return sharp(Buffer.concat(await Promise.all(images)), { raw })
    .gif({ delay: Array<number>(frames).fill(120), loop: 0 })
    .toBuffer()
}

/** Colors from top to bottom: two of the sky, the sun, three hills. `sunX` is a fraction of the width. */
type Landscape = { size: [width: number, height: number]; colors: string; sunX: number }

/** Images for demos, drawn here so that nothing must be downloaded or licensed. */
const landscapes: Record<string, Landscape> = {
  dawn: { size: [1080, 1080], colors: '#fde2c8 #f2a38c #fff3dc #c8708a #8f4f86 #4d3069', sunX: 0.7 },
  meadow: { size: [1080, 1350], colors: '#d8f0ff #f6fbe8 #fffbe0 #a9d18e #6cae75 #2f7d5b', sunX: 0.3 },
  harbour: { size: [1080, 1350], colors: '#12355b #5a8fbf #ffe9b0 #3a6ea5 #20507f #0d2a48', sunX: 0.6 },
  dune: { size: [1080, 1080], colors: '#fff1d6 #ffd08a #ffffff #e8a75d #cf7f45 #8c4a2f', sunX: 0.4 },
  orchard: { size: [1080, 1350], colors: '#fdeef4 #fbd3dd #fff8f0 #e58fa5 #8fb573 #4c7a4b', sunX: 0.5 },
  glacier: { size: [1080, 566], colors: '#e9f5ff #bcdcf5 #ffffff #9cc8e8 #6ba3cf #37719f', sunX: 0.8 },
}

const formats = {
  jpg: { contentType: 'image/jpeg', encode: (image: Sharp) => image.jpeg({ quality: 86 }) },
  png: { contentType: 'image/png', encode: (image: Sharp) => image.png({ compressionLevel: 9 }) },
}

const drawn = Object.entries(landscapes).flatMap(([name, landscape]) =>
  Object.entries(formats).map(([extension, { contentType, encode }]): [string, SampleFile] => [
    `${name}.${extension}`,
    { contentType, make: () => encode(sharp(Buffer.from(draw(landscape)))).toBuffer() },
  ]),
)
const files = new Map<string, SampleFile>([...drawn, ...Object.entries(edgeCases)])

const sampleNames = [...files.keys()]

const made = new Map<string, Promise<Buffer>>()

/** Serves `/samples/`, which lists the samples, and `/samples/{name}`. */
export function makeSamples(sandbox: Sandbox): (call: Call) => Promise<Answer> {
  const seen = new Set<string>()
  return async (call) => {
    const name = call.path.slice(1)
    if (!name) return jsonAnswer(200, { samples: sampleNames.map((name) => `${sandbox.origin}/samples/${name}`) })
    const file = files.get(name)
    const isGone = name === 'gone.jpg' && call.method === 'GET' && seen.has(call.rawQuery)
    if (!file || isGone) return errorAnswer(404, `Unknown sample ${name}. Samples: ${sampleNames.join(', ')}.`)
    if (name === 'gone.jpg' && call.method === 'GET') seen.add(call.rawQuery)
    const bytes = made.get(name) ?? file.make()
    made.set(name, bytes)
    return inRange(await bytes, call.header('range'), {
      'content-type': file.contentType,
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    })
  }
}

/** Serves one range, which is how Meta fetches videos. Several ranges get the whole file, as RFC 9110 allows. */
function inRange(bytes: Buffer, range: string | undefined, headers: Record<string, string>): Answer {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (!first && !last) return { status: 200, headers, body: bytes }
  const size = bytes.length
  const start = first ? Number(first) : Math.max(0, size - Number(last))
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1
  if (start > end) return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, body: '' }
  const body = bytes.subarray(start, end + 1)
  return { status: 206, headers: { ...headers, 'content-range': `bytes ${start}-${end}/${size}` }, body }
}

function draw({ size: [width, height], colors, sunX }: Landscape): string {
  const [skyTop, skyBottom, sun, ...hills] = colors.split(' ')
  const hill = (color: string, i: number) => {
    const points = Array.from({ length: 9 }, (_, at) => {
      const y = height * ([0.56, 0.7, 0.85][i] ?? 1) + Math.sin(at * 1.3 + i * 2) * height * 0.06
      return `${((width * at) / 8).toFixed(0)},${y.toFixed(0)}`
    })
    return `<polygon fill="${color}" points="0,${height} ${points.join(' ')} ${width},${height}"/>`
  }
  const radius = Math.min(width, height) * 0.11
  const disc = (r: number, opacity: number) =>
    `<circle cx="${width * sunX}" cy="${height * 0.36}" r="${r}" fill="${sun}" opacity="${opacity}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="${skyTop}"/><stop offset="1" stop-color="${skyBottom}"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>${disc(radius * 1.8, 0.25)}${disc(radius, 1)}
    ${hills.map(hill).join('')}
  </svg>`
}
