import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFacts } from '../facts'
import { type Spooled, spoolFolder } from '../spool'
import { cleanFile } from './clean'

/** Holds that nothing that is kept says where it was taken, that pictures stand upright, and that all else stays as it was. */

let folder: string
let before: number
beforeAll(async () => {
  folder = await spoolFolder()
  before = readdirSync(folder).length
})
afterAll(() => expect(readdirSync(folder).length).toBe(before))

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** What is kept of a file, and what is known of it. */
async function kept(bytes: Buffer) {
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

/** Stripes, so that a turn and a loss are seen. */
const picture = (): Sharp => {
  const [width, height] = [48, 32]
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * 7 + (at >> 4)) % 256))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}
const pixelsOf = (bytes: Buffer, options = {}) => sharp(bytes, options).raw().toBuffer()
const insert = (bytes: Buffer, at: number, more: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])
const saysPlace = (bytes: Buffer) => /GPSL|52,31|\u00a9xyz|loci|ISO6709\+52|\+52\.5/.test(bytes.toString('latin1'))

const encoders = {
  jpeg: (own: Sharp) => own.jpeg(),
  'progressive jpeg': (own: Sharp) => own.jpeg({ progressive: true }),
  png: (own: Sharp) => own.png(),
  webp: (own: Sharp) => own.webp(),
  'lossless webp': (own: Sharp) => own.webp({ lossless: true }),
} as const

describe.each(Object.entries(encoders))('%s', (_, encode) => {
  test('with the place in EXIF loses it and no pixel', async () => {
    const sent = await encode(picture()).withExif(place).withIccProfile('p3').toBuffer()
    const { bytes, facts, isSame } = await kept(sent)
    expect([isSame, facts.hasLocation]).toEqual([false, false])
    const { exif, icc } = await sharp(bytes).metadata()
    expect([exif, icc !== undefined]).toEqual([undefined, true])
    expect((await pixelsOf(bytes)).equals(await pixelsOf(sent))).toBe(true)
  })

  test('with the place in XMP loses it and no pixel', async () => {
    const sent = await encode(picture()).withXmp(xmpPlace).toBuffer()
    const { bytes, isSame } = await kept(sent)
    expect(isSame).toBe(false)
    expect((await sharp(bytes).metadata()).xmp).toBeUndefined()
    expect((await pixelsOf(bytes)).equals(await pixelsOf(sent))).toBe(true)
  })

  test('with other notes keeps every byte', async () => {
    const sent = await encode(picture()).withExif({ IFD0: place.IFD0 }).withXmp(xmpOther).toBuffer()
    expect((await kept(sent)).isSame).toBe(true)
  })
})

describe('a JPEG', () => {
  test.each([3, 6, 8])(
    'turned by orientation %i stands upright, in its colours, and says no place',
    async (orientation) => {
      const sent = await picture().jpeg().withExif(place).withMetadata({ orientation }).withIccProfile('p3').toBuffer()
      const { bytes, facts } = await kept(sent)
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

  test('with the city in IPTC loses it', async () => {
    const sent = await picture().jpeg().toBuffer()
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
    expect((await kept(insert(sent, 2, segment(dataset(90, 'Berlin'))))).bytes.equals(sent)).toBe(true)
    expect((await kept(insert(sent, 2, segment(dataset(80, 'Ann'))))).isSame).toBe(true)
  })

  test('loses the pictures and films that phones hang behind it, when they have notes', async () => {
    const sent = await picture().jpeg().toBuffer()
    const second = await picture().jpeg().withExif(place).toBuffer()
    expect((await kept(Buffer.concat([sent, second]))).bytes.equals(sent)).toBe(true)
    const film = readFileSync(new URL('../../sandbox/films/upright.mp4', import.meta.url))
    expect((await kept(Buffer.concat([sent, film]))).bytes.equals(sent)).toBe(true)
    expect((await kept(Buffer.concat([sent, Buffer.from('padding')]))).isSame).toBe(true)
  })
})

test('a PNG of sixteen bits stands upright with all of them, each time', async () => {
  const sent = await picture()
    .withIccProfile('p3')
    .toColourspace('rgb16')
    .png()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const valuesOf = (own: Sharp) => own.keepIccProfile().toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer()
  const wanted = await valuesOf(sharp(sent).autoOrient())
  for (let round = 0; round < 20; round++) {
    const { bytes, facts } = await kept(sent)
    expect(facts).toMatchObject({ width: 32, height: 48, orientation: 1 })
    expect(await sharp(bytes).metadata()).toMatchObject({ space: 'rgb16', depth: 'ushort', hasProfile: true })
    expect((await valuesOf(sharp(bytes))).equals(wanted)).toBe(true)
  }
})

describe('what moves', () => {
  const frames = async (end: (own: Sharp) => Sharp) => {
    const pages = await Promise.all([0, 90, 180].map((hue) => picture().modulate({ hue }).png().toBuffer()))
    return end(sharp(pages, { join: { animated: true } })).toBuffer()
  }

  test('a GIF with the place keeps its pictures and loses the place', async () => {
    const sent = await frames((own) => own.gif({ delay: [50, 100, 150] }))
    // XMP specification, part 3: the packet stands there as it is, with a trailer that leads a reader of pieces out of it.
    const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0])
    const note = (text: string) =>
      Buffer.concat([Buffer.from([0x21, 0xff, 0x0b]), Buffer.from(`XMP DataXMP${text}`), trailer])
    const behindHead = 13 + 3 * 2 ** (((sent[10] ?? 0) & 7) + 1)
    const { bytes, facts } = await kept(insert(sent, behindHead, note(xmpPlace)))
    expect(bytes.equals(sent)).toBe(true)
    expect(facts).toMatchObject({ frames: 3, isAnimated: true, durationSeconds: 0.3 })
    expect((await kept(insert(sent, behindHead, note(xmpOther)))).isSame).toBe(true)
  })

  test('a WebP with the place keeps its pictures and loses the place', async () => {
    const sent = await frames((own) => own.webp({ delay: [50, 100, 150] }).withExif(place))
    const { bytes, facts, isSame } = await kept(sent)
    expect([isSame, facts.frames, facts.durationSeconds]).toEqual([false, 3, 0.3])
    // The head no longer says that there are EXIF or XMP (RFC 9649, section 2.7.1).
    expect([(sent[20] ?? 0) & 0x0c, (bytes[20] ?? 0) & 0x0c]).toEqual([0x08, 0])
    expect((await pixelsOf(bytes, { animated: true })).equals(await pixelsOf(sent, { animated: true }))).toBe(true)
  })
})

describe('a film', () => {
  const film = readFileSync(new URL('../../sandbox/films/upright.mp4', import.meta.url))
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
  const text = (words: string) => Buffer.from(words, 'latin1')

  /** The film with more in its index, which stands at the end so that nothing else moves. */
  function withMore(more: Buffer): Buffer {
    const at = film.indexOf('moov', 0, 'latin1') - 4
    const size = film.readUInt32BE(at)
    const old = Buffer.from(film)
    old.write('free', at + 4, 'latin1')
    return Buffer.concat([old, box('moov', film.subarray(at + 8, at + size), more)])
  }

  const key = (name: string) => box('mdta', text(name))
  const value = (number: number, words: string) =>
    Buffer.concat([count(8 + 16 + words.length), count(number), box('data', count(1), count(0), text(words))])
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
    ['as Android writes it', box('udta', box('\u00a9xyz', text('\0\x12\x15\xc7+52.5167+013.4/')))],
    ['as 3GPP writes it', box('udta', box('loci', count(0), text('..Berlin\0\0+52.5')))],
    ['as QuickTime writes it', box('meta', handler, keys, list)],
    ['as ISO writes it', box('udta', box('meta', count(0), handler, keys, list))],
    ['in XMP', box('udta', box('XMP_', text(xmpPlace)))],
    ['of one track', box('trak', box('udta', box('loci', count(0), text('+52.5'))))],
  ])('loses the place %s, and nothing moves', async (_, more) => {
    const sent = withMore(more)
    expect(saysPlace(sent)).toBe(true)
    const { bytes, facts, isSame } = await kept(sent)
    expect([isSame, saysPlace(bytes), bytes.length]).toEqual([false, false, sent.length])
    const path = join(folder, randomUUID())
    await writeFile(path, film)
    const { bytes: _bytes, sha256: _sha256, moovFirst: _first, ...same } = await readFacts(path, 'the film')
    await rm(path)
    expect(facts).toMatchObject(same)
    if (more.includes(list)) expect(bytes.includes('Ann')).toBe(true)
  })

  test('loses the place of a part that follows the index', async () => {
    const part = box('moof', box('traf', box('udta', box('loci', text('+52.5')))))
    const { bytes, isSame } = await kept(Buffer.concat([film, part]))
    expect([isSame, saysPlace(bytes)]).toEqual([false, false])
  })

  test('without one keeps every byte', async () => {
    expect((await kept(film)).isSame).toBe(true)
    expect((await kept(withMore(box('udta', box('\u00a9nam', text('\0\x03\x15\xc7Ann')))))).isSame).toBe(true)
  })
})

test('a drawing is as large as it says', async () => {
  const sized = (attributes: string) => kept(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`))
  expect((await sized('width="200" height="120"')).facts).toMatchObject({ width: 200, height: 120 })
  expect((await sized('viewBox="0 0 24 12"')).facts).toMatchObject({ width: 24, height: 12 })
})

describe('what is not taken', () => {
  const refusal = (bytes: Buffer) =>
    kept(bytes).then(
      () => null,
      (error: unknown) => error,
    )
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#000' }, limitInputPixels: false })

  test.each([
    ['a page', async () => Buffer.from('<!DOCTYPE html><html><svg/></html>')],
    ['an archive', async () => Buffer.from('PK\u0003\u0004 and more')],
    ['an AVIF', async () => flat(8, 8).avif().toBuffer()],
    ['a TIFF', async () => flat(8, 8).tiff().toBuffer()],
    [
      'a film of QuickTime',
      async () => {
        const film = readFileSync(new URL('../../sandbox/films/upright.mp4', import.meta.url))
        const other = Buffer.from(film)
        other.write('qt  ', 8, 'latin1')
        return other
      },
    ],
    ['a packed drawing', async () => (await import('node:zlib')).gzipSync('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [
      'a drawing that does not begin as one',
      async () => Buffer.from('<?x?><svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'),
    ],
    ['a head without a picture', async () => (await flat(8, 8).png().toBuffer()).subarray(0, 12)],
  ])('%s is refused with the six that are', async (_, make) => {
    expect(await refusal(await make())).toMatchObject({
      code: 'unsupported_media_type',
      message: expect.stringContaining('Taken are JPEG, PNG, GIF, WebP, SVG and MP4.'),
    })
  })

  test('what unpacks to more than a hundred million pixels, in one picture or in many', async () => {
    const bomb = await flat(10_001, 10_000).png({ compressionLevel: 9 }).toBuffer()
    const code = { extra: { issues: [expect.objectContaining({ path: 'file', code: 'too_many_pixels' })] } }
    expect(await refusal(bomb)).toMatchObject(code)
    const one = await flat(2_000, 2_000).gif({ effort: 1 }).toBuffer()
    const pictureAt = 13 + 3 * 2 ** (((one[10] ?? 0) & 7) + 1)
    const again = Array.from({ length: 26 }, () => one.subarray(pictureAt, -1))
    const moving = Buffer.concat([one.subarray(0, pictureAt), ...again, one.subarray(-1)])
    expect(await refusal(moving)).toMatchObject(code)
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"/>')
    expect(await refusal(drawing)).toMatchObject(code)
  })

  test('a picture on its side that is broken in the middle', async () => {
    const { data } = await sharp(Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, at) => (at * 7919) % 251)), {
      raw: { width: 300, height: 300, channels: 3 },
    })
      .jpeg({ quality: 100 })
      .withMetadata({ orientation: 6 })
      .toBuffer({ resolveWithObject: true })
    expect(await refusal(data.subarray(0, data.length / 2))).toMatchObject({
      extra: {
        issues: [{ path: 'file', code: 'broken', message: 'is broken: it cannot be read to its end. Replace it.' }],
      },
    })
  })
})
