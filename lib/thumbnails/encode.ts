import sharp, { type Sharp } from 'sharp'
import { pixelsMax } from '@/lib/media-files/limits'

/** Max bytes of a thumbnail: a page may show a hundred. */
export const thumbnailBytesMax = 10_000
/** Max pixels of a side. */
const sideMax = 480
/** Max pixels of a side of a large view: twice the width of a dialog. */
const viewSideMax = 1_600
/** Tried in order, the first that fits is used: below quality 50 a smaller image looks better. */
const attempts = [
  { side: 480, quality: 80 },
  { side: 480, quality: 60 },
  { side: 320, quality: 70 },
  { side: 320, quality: 50 },
  { side: 240, quality: 60 },
  { side: 160, quality: 50 },
  { side: 80, quality: 50 },
]
/** Rendering a hostile SVG could take forever. */
const renderTimeoutSeconds = 20

/**
 * A WebP of at most `thumbnailBytesMax` with the same aspect ratio. Animations use the first frame. Only SVGs are
 * enlarged.
 */
export async function encodeThumbnail(bytes: Buffer, mime: string): Promise<Buffer> {
  const image = await decode(bytes, mime, sideMax)
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  let thumbnail = data
  for (const { side, quality } of attempts) {
    thumbnail = await sharp(data, { raw })
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer()
    if (thumbnail.length <= thumbnailBytesMax) break
  }
  return thumbnail
}

/** A WebP for a dialog, instead of an original of several megabytes. */
export async function encodeLargeView(bytes: Buffer, mime: string): Promise<Buffer> {
  const image = await decode(bytes, mime, viewSideMax)
  return image.webp({ quality: 80 }).toBuffer()
}

async function decode(bytes: Buffer, mime: string, side: number): Promise<Sharp> {
  const isSvg = mime === 'image/svg+xml'
  const density = isSvg ? await densityFor(bytes, side) : undefined
  return sharp(bytes, { limitInputPixels: pixelsMax, ...(density ? { density } : {}) })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: !isSvg })
    .timeout({ seconds: renderTimeoutSeconds })
    .toColourspace('srgb')
}

/** At 72 dpi an SVG has the size it declares. sharp takes 1 to 100,000. */
async function densityFor(bytes: Buffer, side: number): Promise<number> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  return Math.min(100_000, Math.max(1, (72 * side) / Math.max(width, height, 1)))
}
