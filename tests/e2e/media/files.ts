import { deflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { pngChunk } from '@/tests/support/fuzz/png-chunk'

/** Files to upload in the browser. */
export type GivenFile = { name: string; mimeType: string; buffer: Buffer }

/** A PNG of one color. With `level` 0 it is not compressed and needs several chunks. */
export function anImageFile(name: string, { width = 320, height = 240, level = 6 } = {}): GivenFile {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7)
  const row = Buffer.alloc(1 + width * 3)
  for (let x = 0; x < width; x++) row.set([(hue * 3) % 200, (hue * 7) % 220, (x * 255) / width], 1 + x * 3)
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)), { level })
  const sign = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const buffer = Buffer.concat([
    sign,
    pngChunk('IHDR', head),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
  return { name, mimeType: 'image/png', buffer }
}

/** Starts like a PNG. Only the server detects that it is not one. */
export const aBrokenFile = (name: string): GivenFile => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(300, 'x')]),
})

/** Chooses files as in the file dialog. */
export const choose = (page: Page, files: GivenFile[]): Promise<void> =>
  page.locator('main input[type=file]').setInputFiles(files, { timeout: 60_000 })
