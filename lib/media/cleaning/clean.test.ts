import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Spooled, spoolFolder } from '@/lib/api/spool'
import { readFacts } from '@/lib/media-files/facts'
import { pngChunk } from '@/tests/support/fuzz/png-chunk'
import { cleanFile } from './clean'

let folder: string
let before: number
beforeAll(async () => {
  folder = await spoolFolder()
  before = readdirSync(folder).length
})
afterAll(() => expect(readdirSync(folder).length).toBe(before))

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Cleans a file and returns the result. */
async function cleaned(bytes: Buffer) {
  const path = join(folder, randomUUID())
  await writeFile(path, bytes)
  const spooled: Spooled = { path, bytes: bytes.length, sha256: hashOf(bytes), filename: null, declaredType: null }
  try {
    const { path: own, facts } = await cleanFile(spooled)
    const made = await readFile(own)
    expect(facts).toMatchObject({ bytes: made.length, sha256: hashOf(made) })
    if (own !== path) await rm(own)
    return { bytes: made, facts, isSame: own === path }
  } finally {
    await rm(path)
  }
}

const place = {
  IFD0: { Copyright: 'Ann' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' },
}
const xmp = (inner: string) =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">${inner}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
const xmpPlace = xmp('<exif:GPSLatitude>52,31.0N</exif:GPSLatitude>')
const xmpOther = xmp('<dc:creator>Ann</dc:creator>')

/** Stripes make rotation and loss visible. */
const image = (): Sharp => {
  const [width, height] = [48, 32]
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * 7 + (at >> 4)) % 256))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}
const pixelsOf = (bytes: Buffer, options = {}) => sharp(bytes, options).raw().toBuffer()
const insert = (bytes: Buffer, at: number, more: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])
const hasPlace = (bytes: Buffer) => /GPSL|52,31|\u00a9xyz|loci|ISO6709\+52|\+52\.5/.test(bytes.toString('latin1'))

const encoders = {
  jpeg: (own: Sharp) => own.jpeg(),
  'progressive jpeg': (own: Sharp) => own.jpeg({ progressive: true }),
  png: (own: Sharp) => own.png(),
  webp: (own: Sharp) => own.webp(),
  'lossless webp': (own: Sharp) => own.webp({ lossless: true }),
} as const

/** The largest difference of a channel value. */
async function largestChange(before: Buffer, after: Buffer, options = {}): Promise<number> {
  const [wanted, found] = [await pixelsOf(before, options), await pixelsOf(after, options)]
  expect(found.length).toBe(wanted.length)
  return found.reduce((most, value, at) => Math.max(most, Math.abs(value - (wanted[at] ?? 0))), 0)
}
/** Lossy WebP is encoded again; every other format keeps its pixels. */
const toleranceOf = (format: string): number => (format === 'webp' ? 40 : 0)

describe.each(Object.entries(encoders))('%s', (format, encode) => {
  test('with a location in EXIF loses it, not its pixels or color profile', async () => {
    const sent = await encode(image()).withExif(place).withIccProfile('p3').toBuffer()
    const { bytes, facts, isSame } = await cleaned(sent)
    expect([isSame, facts.hasLocation]).toEqual([false, false])
    const { exif, icc } = await sharp(bytes).metadata()
    expect([exif, icc !== undefined]).toEqual([undefined, true])
    expect(await largestChange(sent, bytes)).toBeLessThanOrEqual(toleranceOf(format))
  })

  test('with a location in XMP loses it, not its pixels', async () => {
    const sent = await encode(image()).withXmp(xmpPlace).toBuffer()
    const { bytes, isSame } = await cleaned(sent)
    expect(isSame).toBe(false)
    expect((await sharp(bytes).metadata()).xmp).toBeUndefined()
    expect(await largestChange(sent, bytes)).toBeLessThanOrEqual(toleranceOf(format))
  })

  test('with other metadata keeps every byte', async () => {
    const sent = await encode(image()).withExif({ IFD0: place.IFD0 }).withXmp(xmpOther).toBuffer()
    expect((await cleaned(sent)).isSame).toBe(true)
  })
})

describe('a JPEG', () => {
  test.each([3, 6, 8])(
    'with orientation %i is stored upright, with its color profile and without location',
    async (orientation) => {
      const sent = await image().jpeg().withExif(place).withMetadata({ orientation }).withIccProfile('p3').toBuffer()
      const { bytes, facts } = await cleaned(sent)
      const known = await sharp(bytes).metadata()
      expect(known).toMatchObject({ width: orientation === 3 ? 48 : 32, height: orientation === 3 ? 32 : 48 })
      expect([known.orientation ?? 1, facts.orientation, known.exif, known.icc !== undefined]).toEqual([
        1,
        1,
        undefined,
        true,
      ])
      const wanted = await sharp(sent).keepIccProfile().autoOrient().raw().toBuffer()
      const found = await pixelsOf(bytes)
      const worst = found.reduce((most, value, at) => Math.max(most, Math.abs(value - (wanted[at] ?? 0))), 0)
      expect(worst).toBeLessThan(40)
    },
  )

  test('loses the city in IPTC', async () => {
    const sent = await image().jpeg().toBuffer()
    const dataset = (number: number, text: string) =>
      Buffer.concat([Buffer.from([0x1c, 2, number, 0, text.length]), Buffer.from(text)])
    const segment = (iptc: Buffer) => {
      const head = Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1')
      const size = Buffer.alloc(4)
      size.writeUInt32BE(iptc.length)
      const data = Buffer.concat([head, size, iptc])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(data.length + 2)
      return Buffer.concat([Buffer.from([0xff, 0xed]), length, data])
    }
    expect((await cleaned(insert(sent, 2, segment(dataset(90, 'Berlin'))))).bytes.equals(sent)).toBe(true)
    expect((await cleaned(insert(sent, 2, segment(dataset(80, 'Ann'))))).isSame).toBe(true)
  })

  test('loses appended images and videos that have metadata', async () => {
    const sent = await image().jpeg().toBuffer()
    const second = await image().jpeg().withExif(place).toBuffer()
    expect((await cleaned(Buffer.concat([sent, second]))).bytes.equals(sent)).toBe(true)
    const video = readFileSync(new URL('../../../sandbox/samples/upright.mp4', import.meta.url))
    expect((await cleaned(Buffer.concat([sent, video]))).bytes.equals(sent)).toBe(true)
    expect((await cleaned(Buffer.concat([sent, Buffer.from('padding')]))).isSame).toBe(true)
  })
})

test('a rotated 16-bit PNG keeps 16 bits', async () => {
  const sent = await image()
    .withIccProfile('p3')
    .toColourspace('rgb16')
    .png()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const valuesOf = (own: Sharp) => own.keepIccProfile().toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer()
  const wanted = await valuesOf(sharp(sent).autoOrient())
  for (let round = 0; round < 20; round++) {
    const { bytes, facts } = await cleaned(sent)
    expect(facts).toMatchObject({ width: 32, height: 48, orientation: 1 })
    expect(await sharp(bytes).metadata()).toMatchObject({ space: 'rgb16', depth: 'ushort', hasProfile: true })
    expect((await valuesOf(sharp(bytes))).equals(wanted)).toBe(true)
  }
})

describe('a PNG with metadata that sharp does not read', () => {
  const chunk = (type: string, data: string) => pngChunk(type, Buffer.from(data))

  test.each([
    ['XMP behind the pixels', -12, chunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${xmpPlace}`)],
    ['a raw profile of ImageMagick', 33, chunk('tEXt', `Raw profile type xmp\0${xmpPlace}`)],
  ])('loses %s', async (_, at, more) => {
    const png = await image().png().toBuffer()
    const sent = insert(png, at < 0 ? png.length + at : at, more)
    const { bytes, isSame } = await cleaned(sent)
    expect([isSame, hasPlace(bytes), await largestChange(sent, bytes)]).toEqual([false, false, 0])
  })

  test('keeps every byte when it only has a title', async () => {
    expect((await cleaned(insert(await image().png().toBuffer(), 33, chunk('tEXt', 'Title\0Bread')))).isSame).toBe(true)
  })
})

describe('animations', () => {
  const frames = async (end: (own: Sharp) => Sharp) => {
    const pages = await Promise.all([0, 90, 180].map((hue) => image().modulate({ hue }).png().toBuffer()))
    return end(sharp(pages, { join: { animated: true } })).toBuffer()
  }

  test('a GIF loses the location, not its frames', async () => {
    const sent = await frames((own) => own.gif({ delay: [50, 100, 150] }))
    // XMP specification, part 3, section 1.1.2.
    const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0])
    const packet = (text: string) =>
      Buffer.concat([Buffer.from([0x21, 0xff, 0x0b]), Buffer.from(`XMP DataXMP${text}`), trailer])
    const afterHeader = 13 + 3 * 2 ** (((sent[10] ?? 0) & 7) + 1)
    const { bytes, facts } = await cleaned(insert(sent, afterHeader, packet(xmpPlace)))
    expect(hasPlace(bytes)).toBe(false)
    expect(await largestChange(sent, bytes, { animated: true })).toBe(0)
    expect(facts).toMatchObject({ frames: 3, isAnimated: true, durationSeconds: 0.3 })
    expect((await cleaned(insert(sent, afterHeader, packet(xmpOther)))).isSame).toBe(true)
  })

  test('a WebP loses the location, not its frames', async () => {
    const sent = await frames((own) => own.webp({ delay: [50, 100, 150] }).withExif(place))
    const { bytes, facts, isSame } = await cleaned(sent)
    expect([isSame, facts.frames, facts.durationSeconds]).toEqual([false, 3, 0.3])
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(await largestChange(sent, bytes, { animated: true })).toBeLessThanOrEqual(toleranceOf('webp'))
  })
})

describe('an MP4', () => {
  const video = readFileSync(new URL('../../../sandbox/samples/upright.mp4', import.meta.url))
  const box = (type: string, ...parts: Buffer[]) => {
    const data = Buffer.concat(parts)
    const head = Buffer.alloc(8)
    head.writeUInt32BE(data.length + 8)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, data])
  }
  const count = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  const text = (content: string) => Buffer.from(content, 'latin1')

  /** The video with more boxes in its index, which is moved to the end. */
  function withMore(more: Buffer): Buffer {
    const at = video.indexOf('moov', 0, 'latin1') - 4
    const size = video.readUInt32BE(at)
    const old = Buffer.from(video)
    old.write('free', at + 4, 'latin1')
    return Buffer.concat([old, box('moov', video.subarray(at + 8, at + size), more)])
  }

  const key = (name: string) => box('mdta', text(name))
  const value = (number: number, content: string) =>
    Buffer.concat([count(8 + 16 + content.length), count(number), box('data', count(1), count(0), text(content))])
  const handler = box('hdlr', Buffer.alloc(8), text('mdta'), Buffer.alloc(12))
  const keys = box(
    'keys',
    count(0),
    count(2),
    key('com.apple.quicktime.location.ISO6709'),
    key('com.apple.quicktime.make'),
  )
  const list = box('ilst', value(1, '+52.5+013.4/'), value(2, 'Ann'))

  test.each([
    ['of Android', box('udta', box('\u00a9xyz', text('\0\x12\x15\xc7+52.5167+013.4/')))],
    ['of 3GPP', box('udta', box('loci', count(0), text('..Berlin\0\0+52.5')))],
    ['of QuickTime', box('meta', handler, keys, list)],
    ['of ISO', box('udta', box('meta', count(0), handler, keys, list))],
    ['in XMP', box('udta', box('XMP_', text(xmpPlace)))],
    ['in a track', box('trak', box('udta', box('loci', count(0), text('+52.5'))))],
  ])('loses the location %s, and no byte moves', async (_, more) => {
    const sent = withMore(more)
    expect(hasPlace(sent)).toBe(true)
    const { bytes, facts, isSame } = await cleaned(sent)
    expect([isSame, hasPlace(bytes), bytes.length]).toEqual([false, false, sent.length])
    const path = join(folder, randomUUID())
    await writeFile(path, video)
    const { bytes: _bytes, sha256: _sha256, moovFirst: _first, ...same } = await readFacts(path, 'the file')
    await rm(path)
    expect(facts).toMatchObject(same)
    if (more.includes(list)) expect(bytes.includes('Ann')).toBe(true)
  })

  test('loses the location in a fragment', async () => {
    const fragment = box('moof', box('traf', box('udta', box('loci', text('+52.5')))))
    const { bytes, isSame } = await cleaned(Buffer.concat([video, fragment]))
    expect([isSame, hasPlace(bytes)]).toEqual([false, false])
  })

  test('without a location keeps every byte', async () => {
    expect((await cleaned(video)).isSame).toBe(true)
    expect((await cleaned(withMore(box('udta', box('\u00a9nam', text('\0\x03\x15\xc7Ann')))))).isSame).toBe(true)
  })
})

test('an SVG has the size that it declares', async () => {
  const sized = (attributes: string) => cleaned(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`))
  expect((await sized('width="200" height="120"')).facts).toMatchObject({ width: 200, height: 120 })
  expect((await sized('viewBox="0 0 24 12"')).facts).toMatchObject({ width: 24, height: 12 })
})

describe('refused', () => {
  const refusal = (bytes: Buffer) =>
    cleaned(bytes).then(
      () => null,
      (error: unknown) => error,
    )
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#000' }, limitInputPixels: false })

  test.each([
    ['an HTML page', async () => Buffer.from('<!DOCTYPE html><html><svg/></html>')],
    ['an archive', async () => Buffer.from('PK\u0003\u0004 and more')],
    ['an AVIF', async () => flat(8, 8).avif().toBuffer()],
    ['a TIFF', async () => flat(8, 8).tiff().toBuffer()],
    [
      'a QuickTime video',
      async () => {
        const video = readFileSync(new URL('../../../sandbox/samples/upright.mp4', import.meta.url))
        const other = Buffer.from(video)
        other.write('qt  ', 8, 'latin1')
        return other
      },
    ],
    ['a compressed SVG', async () => (await import('node:zlib')).gzipSync('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [
      'an SVG that does not start like one',
      async () => Buffer.from('<?x?><svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'),
    ],
    ['an image header without an image', async () => (await flat(8, 8).png().toBuffer()).subarray(0, 12)],
  ])('%s, with the supported types', async (_, make) => {
    expect(await refusal(await make())).toMatchObject({
      code: 'unsupported_media_type',
      message: expect.stringMatching(/^Unsupported file type.*\. Supported: JPEG, PNG, GIF, WebP, SVG, MP4\.$/),
    })
  })

  test('more than 100 million pixels, in one image or in all frames', async () => {
    const bomb = await flat(10_001, 10_000).png({ compressionLevel: 9 }).toBuffer()
    const code = { extra: { issues: [expect.objectContaining({ path: 'file', code: 'too_many_pixels' })] } }
    expect(await refusal(bomb)).toMatchObject(code)
    const one = await flat(2_000, 2_000).gif({ effort: 1 }).toBuffer()
    const frameAt = 13 + 3 * 2 ** (((one[10] ?? 0) & 7) + 1)
    const again = Array.from({ length: 26 }, () => one.subarray(frameAt, -1))
    const animation = Buffer.concat([one.subarray(0, frameAt), ...again, one.subarray(-1)])
    expect(await refusal(animation)).toMatchObject(code)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"/>')
    expect(await refusal(svg)).toMatchObject(code)
  })

  test('a rotated image that is damaged', async () => {
    const { data } = await sharp(Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, at) => (at * 7919) % 251)), {
      raw: { width: 300, height: 300, channels: 3 },
    })
      .jpeg({ quality: 100 })
      .withMetadata({ orientation: 6 })
      .toBuffer({ resolveWithObject: true })
    expect(await refusal(data.subarray(0, data.length / 2))).toMatchObject({
      extra: {
        issues: [{ path: 'file', code: 'broken', message: 'is damaged and cannot be read completely. Replace it.' }],
      },
    })
  })
})
