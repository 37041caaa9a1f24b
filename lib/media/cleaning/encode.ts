import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { limitConcurrency } from '@/lib/concurrency/limit-concurrency'
import { AppError } from '@/lib/errors'
import { pixelsMax } from '@/lib/media-files/limits'

/** No visible loss at this quality. */
const quality = 95
const encodeTimeoutSeconds = 30

/** Encoding takes up to 300 MB of memory for the largest image. */
const oneAtATime = limitConcurrency(1)

/**
 * Encodes an image upright in its own type, with its color profile and without any other metadata.
 *
 * @param change edits the upright image before it is encoded
 * @throws validation_error on `file` when it cannot be decoded completely
 */
export async function encodeUpright(
  path: string,
  mime: string,
  change: (upright: Sharp) => Sharp = (upright) => upright,
): Promise<Buffer> {
  const image = sharp(path, { limitInputPixels: pixelsMax, animated: true, failOn: 'error' })
  const { space, depth } = await image.metadata()
  // `VP8L` marks lossless WebP (RFC 9649, section 2.6).
  const isLossless = mime === 'image/webp' && (await readFile(path)).includes('VP8L')
  const upright = change(image.autoOrient()).timeout({ seconds: encodeTimeoutSeconds })
  // Browsers do not show CMYK, so it becomes sRGB.
  const own = space === 'cmyk' ? upright : upright.keepIccProfile()
  // Keeps 16 bits per channel: converting to 8 bits with a profile crashes now and then (sharp 0.35.5).
  if (mime === 'image/png' && depth === 'ushort') own.toColourspace(space)
  try {
    return await oneAtATime(() => encoded(own, mime, isLossless).toBuffer())
  } catch (cause) {
    const message = 'is damaged and cannot be read completely. Replace it.'
    const issue = { path: 'file', code: 'broken', message }
    throw new AppError('validation_error', `file ${message}`, { issues: [issue] }, { cause })
  }
}

function encoded(image: Sharp, mime: string, isLossless: boolean): Sharp {
  if (mime === 'image/png') return image.png()
  if (mime === 'image/webp') return image.webp({ quality, lossless: isLossless, effort: 0 })
  if (mime === 'image/gif') return image.gif()
  return image.jpeg({ quality, chromaSubsampling: '4:4:4' })
}
