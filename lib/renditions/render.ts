import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import type { Recipe } from '@/lib/channels/media/media-rules'
import { pixelsMax } from '@/lib/media-files/limits'
import type { MediaFacts } from '@/lib/media-files/media-facts'
import { MediaError } from '@/lib/outbound/media'
import { fastStart } from './fast-start'

/** The first has no visible loss. Below the last, a smaller image looks better than a lower quality. */
const qualities = [92, 80] as const
/** Shrinks an image that is too large by a little more than needed. */
const margin = 0.95
const shrinksMax = 8

const maxPixels = pixelsMax

/**
 * Creates a rendition by a recipe: upright, in sRGB and without metadata.
 *
 * @throws MediaError when the file is damaged or cannot be made small enough
 */
export async function render(from: string, facts: MediaFacts, recipe: Recipe, to: string): Promise<void> {
  if (recipe.to === 'fast_start') return renderVideo(from, to)
  try {
    await writeFile(to, await renderImage(from, facts, recipe))
  } catch (error) {
    if (error instanceof MediaError) throw error
    throw new MediaError('not_media', false, 'The image is damaged and cannot be read completely. Replace it.')
  }
}

async function renderVideo(from: string, to: string): Promise<void> {
  const stream = await fastStart(from)
  const remedy = 'Export it for the web (“fast start”).'
  if (!stream)
    throw new MediaError('not_media', false, `The index of the video is at its end and cannot be moved. ${remedy}`)
  await pipeline(stream, createWriteStream(to))
}

async function renderImage(from: string, facts: MediaFacts, recipe: Recipe): Promise<Buffer> {
  const pixels = (facts.width ?? 0) * (facts.height ?? 0)
  if (pixels > maxPixels && facts.mime !== 'image/svg+xml') {
    const [has, most] = [pixels, maxPixels].map((count) => Math.round(count / 1_000_000))
    const message = `The image has ${has} million pixels. At most ${most} million can be converted for this network. Make it smaller.`
    throw new MediaError('too_many_pixels', false, message)
  }
  const maxBytes = recipe.maxBytes ?? Number.POSITIVE_INFINITY
  const [best, smallest] = qualities
  const source = await sourceOf(from, facts)
  let width = widthWithin(facts, recipe)
  let bytes = await encode(source, recipe, width, best)
  for (let shrinks = 0; bytes.length > maxBytes; shrinks++) {
    if (shrinks > shrinksMax)
      throw new MediaError('too_large', false, 'The image cannot be made small enough. Make it smaller.')
    if (shrinks > 0) width = Math.max(1, Math.floor(width * Math.sqrt(maxBytes / bytes.length) * margin))
    bytes = await encode(source, recipe, width, smallest)
  }
  return bytes
}

type Source = { input: string | Buffer; density: number | null }

const dotsPerInch = 72

/**
 * Draws an SVG in the size of its facts. sharp gets its bytes, not its path, so that it cannot load other files.
 */
async function sourceOf(from: string, { mime, width }: MediaFacts): Promise<Source> {
  if (mime !== 'image/svg+xml') return { input: from, density: null }
  const input = await readFile(from)
  const own = (await sharp(input, { limitInputPixels: maxPixels }).metadata()).width
  return { input, density: (dotsPerInch * (width ?? own)) / own }
}

function encode({ input, density }: Source, { to }: Recipe, width: number, quality: number): Promise<Buffer> {
  const options = { limitInputPixels: maxPixels, failOn: 'error', ...(density ? { density } : {}) } as const
  const sized = sharp(input, options).autoOrient().resize({ width, withoutEnlargement: true })
  if (to === 'image/png') return sized.png({ compressionLevel: 9 }).toBuffer()
  // JPEG has no transparency. White instead of sharp's default black.
  return sized.flatten({ background: '#fff' }).jpeg({ quality }).toBuffer()
}

/** The largest width within the limits of the recipe, with the same aspect ratio. */
function widthWithin({ width, height }: MediaFacts, recipe: Recipe): number {
  const [wide, high] = [width ?? 1, height ?? 1]
  const scales = [
    (recipe.maxWidth ?? wide) / wide,
    (recipe.maxHeight ?? high) / high,
    // Slightly less, because the height is rounded too.
    Math.sqrt((0.999 * (recipe.maxPixels ?? 2 * wide * high)) / (wide * high)),
  ]
  const scale = Math.min(1, ...scales)
  return Math.max(1, scale === 1 ? wide : Math.floor(wide * scale))
}
