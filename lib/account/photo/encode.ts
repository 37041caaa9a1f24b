import sharp from 'sharp'
import { limitConcurrency } from '@/lib/concurrency/limit-concurrency'
import { AppError, invalid } from '@/lib/errors'

export const photoSide = 256
const quality = 82
/** Phones take photos of up to 48 megapixels. */
const pixelsMax = 50_000_000
const encodedWithinSeconds = 10

const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

/** A 50-megapixel image takes about a second of CPU, so one at a time. */
const inTurn = limitConcurrency(1)

/** Converts an image to a square WebP without metadata. Uses the first frame of an animation. */
export function encodePhoto(path: string): Promise<Buffer> {
  return inTurn(async () => {
    const image = await sharp(path, { limitInputPixels: false })
      .metadata()
      .catch(() => null)
    if (!image || !formats.has(image.format)) {
      const message = 'The file is not a supported image. Supported: JPEG, PNG, WebP, GIF, AVIF.'
      throw new AppError('unsupported_media_type', message)
    }
    const pixels = image.width * image.height
    if (pixels > pixelsMax) {
      const megapixels = Math.ceil(pixels / 1_000_000)
      throw invalid('file', `has ${megapixels} megapixels. Send at most 50.`, 'too_many_pixels')
    }
    return sharp(path, { limitInputPixels: pixelsMax })
      .autoOrient()
      .resize(photoSide, photoSide, { fit: 'cover' })
      .webp({ quality })
      .timeout({ seconds: encodedWithinSeconds })
      .toBuffer()
      .catch(() => {
        throw invalid('file', 'is damaged. Save the image again and retry.', 'damaged')
      })
  })
}
