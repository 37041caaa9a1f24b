import { deflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** Files as a person has them, made where they are needed. */
export type GivenFile = { name: string; mimeType: string; buffer: Buffer }

const crcs = Array.from({ length: 256 }, (_, n) => {
  let crc = n
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc >>> 0
})
const crcOf = (bytes: Buffer): number => {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crcs[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

/** PNG, section 5.3: length, type, bytes, checksum. */
function pieceOf(type: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), bytes])
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(bytes.length)
  crc.writeUInt32BE(crcOf(named))
  return Buffer.concat([length, named, crc])
}

/** A picture of one colour; `level` 0 lets it be as large as its pixels, so that sending it takes several chunks. */
export function aPictureFile(name: string, { width = 320, height = 240, level = 6 } = {}): GivenFile {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7)
  const row = Buffer.alloc(1 + width * 3)
  for (let x = 0; x < width; x++) row.set([(hue * 3) % 200, (hue * 7) % 220, (x * 255) / width], 1 + x * 3)
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)), { level })
  const sign = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const buffer = Buffer.concat([sign, pieceOf('IHDR', head), pieceOf('IDAT', pixels), pieceOf('IEND', Buffer.alloc(0))])
  return { name, mimeType: 'image/png', buffer }
}

/** Begins as a picture does and is none: only the server sees that. */
export const aBrokenFile = (name: string): GivenFile => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(300, 'x')]),
})

/** Chooses files as the browser's own dialog would give them. */
export const choose = (page: Page, files: GivenFile[]): Promise<void> =>
  page.locator('main input[type=file]').setInputFiles(files, { timeout: 60_000 })
