import sharp from 'sharp'

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'bmp' | 'tiff' | 'svg'
export type Image = { format: ImageFormat; width: number; height: number }

const signatures: [ImageFormat, (bytes: Buffer) => boolean][] = [
  ['jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))],
  ['gif', (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))],
  ['webp', (bytes) => /^RIFF.{4}WEBP/s.test(bytes.toString('latin1', 0, 12))],
  ['tiff', (bytes) => ['II*\0', 'MM\0*'].includes(bytes.toString('latin1', 0, 4))],
  [
    'svg',
    (bytes) =>
      /^\uFEFF?\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*(<!DOCTYPE[^>]*>\s*)?<svg[\s>]/i.test(
        bytes.toString('utf8', 0, 4_096),
      ),
  ],
  ['bmp', (bytes) => bytes.toString('latin1', 0, 2) === 'BM' && bytes.length > 26],
]

/**
 * What the bytes are, whatever their address or content type says: the networks look at the bytes too. Null when they
 * are no picture or a broken one.
 */
export async function examine(bytes: Buffer): Promise<Image | null> {
  const format = signatures.find(([, fits]) => fits(bytes))?.[0]
  if (!format) return null
  // sharp does not read BMP; its header has the size at fixed places, the height negative when rows run downwards.
  if (format === 'bmp') return { format, width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) }
  try {
    const { width, height, pageHeight } = await sharp(bytes).metadata()
    return width && height ? { format, width, height: pageHeight ?? height } : null
  } catch {
    return null
  }
}
