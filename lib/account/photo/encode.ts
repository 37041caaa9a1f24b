import sharp from 'sharp'
import { AppError, invalid } from '@/lib/errors'
import { atMost } from '@/lib/media/at-most'

export const photoSide = 256
const quality = 82
/** Phones take photos of up to 48 megapixels. */
const pixelsMax = 50_000_000
const encodedWithinSeconds = 10

const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

/** An image of 50 megapixels takes a processor about a second, so one at a time. */
const inTurn = atMost(1)

/** Makes the square WebP of an image, without its metadata. The first frame of an animation. */
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
