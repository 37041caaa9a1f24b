import sharp, { type Sharp } from 'sharp'
import type { Answer, Call } from './exchange'
import { oddSamples, type SampleFile } from './odd-samples'

type Sample = {
  width: number
  height: number
  sky: [string, string]
  sun: string
  hills: [string, string, string]
  sunX: number
}

/** Pictures for demonstrations, drawn here so that nothing has to be downloaded or licensed. */
const samples: Record<string, Sample> = {
  dawn: {
    width: 1080,
    height: 1080,
    sky: ['#fde2c8', '#f2a38c'],
    sun: '#fff3dc',
    hills: ['#c8708a', '#8f4f86', '#4d3069'],
    sunX: 0.7,
  },
  meadow: {
    width: 1080,
    height: 1350,
    sky: ['#d8f0ff', '#f6fbe8'],
    sun: '#fffbe0',
    hills: ['#a9d18e', '#6cae75', '#2f7d5b'],
    sunX: 0.3,
  },
  harbour: {
    width: 1080,
    height: 1350,
    sky: ['#12355b', '#5a8fbf'],
    sun: '#ffe9b0',
    hills: ['#3a6ea5', '#20507f', '#0d2a48'],
    sunX: 0.6,
  },
  dune: {
    width: 1080,
    height: 1080,
    sky: ['#fff1d6', '#ffd08a'],
    sun: '#ffffff',
    hills: ['#e8a75d', '#cf7f45', '#8c4a2f'],
    sunX: 0.4,
  },
  orchard: {
    width: 1080,
    height: 1350,
    sky: ['#fdeef4', '#fbd3dd'],
    sun: '#fff8f0',
    hills: ['#e58fa5', '#8fb573', '#4c7a4b'],
    sunX: 0.5,
  },
  glacier: {
    width: 1080,
    height: 566,
    sky: ['#e9f5ff', '#bcdcf5'],
    sun: '#ffffff',
    hills: ['#9cc8e8', '#6ba3cf', '#37719f'],
    sunX: 0.8,
  },
}

const formats = {
  jpg: { contentType: 'image/jpeg', encode: (image: Sharp) => image.jpeg({ quality: 86 }) },
  png: { contentType: 'image/png', encode: (image: Sharp) => image.png({ compressionLevel: 9 }) },
}

const drawnSamples = Object.entries(samples).flatMap(([name, sample]) =>
  Object.entries(formats).map(([ending, { contentType, encode }]): [string, SampleFile] => [
    `${name}.${ending}`,
    { contentType, make: () => encode(sharp(Buffer.from(draw(sample)))).toBuffer() },
  ]),
)
const files = new Map<string, SampleFile>([...drawnSamples, ...Object.entries(oddSamples)])

/** Every file under `/samples/`. */
export const sampleNames: readonly string[] = [...files.keys()]

const made = new Map<string, Promise<Buffer>>()

/** Serves the samples of one sandbox. */
export function makeSamples(): (call: Call) => Promise<Answer | undefined> {
  const seen = new Set<string>()
  /** Undefined when there is no such file, or no longer. */
  return async (call) => {
    const name = call.path.slice(1)
    const file = files.get(name)
    if (!file) return undefined
    if (name === 'gone.jpg' && call.method === 'GET') {
      if (seen.has(call.rawQuery)) return undefined
      seen.add(call.rawQuery)
    }
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

/** One range, as Meta's fetcher asks for films. Several at once are answered with the whole, as RFC 9110 allows. */
function inRange(bytes: Buffer, range: string | undefined, headers: Record<string, string>): Answer {
  const match = /^bytes=(\d*)-(\d*)$/.exec(range ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return { status: 200, headers, body: bytes }
  const size = bytes.length
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  if (start > end) return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, body: '' }
  const body = bytes.subarray(start, end + 1)
  return { status: 206, headers: { ...headers, 'content-range': `bytes ${start}-${end}/${size}` }, body }
}

/** A low sun over three ranges of hills. */
function draw({ width, height, sky, sun, hills, sunX }: Sample): string {
  const range = (level: number, color: string, phase: number) => {
    const top = height * level
    const swing = height * 0.06
    const points = Array.from({ length: 9 }, (_, i) => {
      const x = (width * i) / 8
      return `${x.toFixed(0)},${(top + Math.sin(i * 1.3 + phase) * swing).toFixed(0)}`
    })
    return `<polygon fill="${color}" points="0,${height} ${points.join(' ')} ${width},${height}"/>`
  }
  const radius = Math.min(width, height) * 0.11
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${width * sunX}" cy="${height * 0.36}" r="${radius * 1.8}" fill="${sun}" opacity="0.25"/>
    <circle cx="${width * sunX}" cy="${height * 0.36}" r="${radius}" fill="${sun}"/>
    ${range(0.56, hills[0], 0)}${range(0.7, hills[1], 2)}${range(0.85, hills[2], 4)}
  </svg>`
}
