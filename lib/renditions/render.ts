import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import type { MediaFacts } from '@/lib/channels/media-facts'
import type { Recipe } from '@/lib/channels/media-rules'
import { pixelsMax } from '@/lib/media/limits'
import { MediaFault } from '@/lib/outbound/media'
import { fastStart } from './fast-start'

/** Nobody sees the loss of the first; below the last one a smaller picture looks better than a worse one. */
const qualities = [92, 80] as const
/** What is still too large is made smaller by what it is too large, and a little more. */
const margin = 0.95
const shrinksMax = 8

const maxPixels = pixelsMax

/**
 * Writes a file anew by a recipe: upright, in sRGB, without what a camera noted in it, its place above all.
 *
 * @throws MediaFault when the file turns out to be broken or cannot be made small enough
 */
export async function render(from: string, facts: MediaFacts, recipe: Recipe, to: string): Promise<void> {
  if (recipe.to === 'fast_start') return renderFilm(from, to)
  try {
    await writeFile(to, await renderPicture(from, facts, recipe))
  } catch (error) {
    if (error instanceof MediaFault) throw error
    throw new MediaFault('not_media', false, 'The picture is broken: it cannot be read to its end. Replace it.')
  }
}

async function renderFilm(from: string, to: string): Promise<void> {
  const stream = await fastStart(from)
  const remedy = 'Export it for the web (“fast start”).'
  if (!stream)
    throw new MediaFault('not_media', false, `The index of the film stands at its end and cannot be moved. ${remedy}`)
  await pipeline(stream, createWriteStream(to))
}

async function renderPicture(from: string, facts: MediaFacts, recipe: Recipe): Promise<Buffer> {
  const pixels = (facts.width ?? 0) * (facts.height ?? 0)
  if (pixels > maxPixels && facts.mime !== 'image/svg+xml') {
    const [has, most] = [pixels, maxPixels].map((count) => Math.round(count / 1_000_000))
    const message = `The picture has ${has} million pixels, and has to be converted for this network, which is done for up to ${most} million. Save it smaller.`
    throw new MediaFault('too_many_pixels', false, message)
  }
  const maxBytes = recipe.maxBytes ?? Number.POSITIVE_INFINITY
  const [best, smallest] = qualities
  const source = await sourceOf(from, facts)
  let width = widthWithin(facts, recipe)
  let bytes = await encode(source, recipe, width, best)
  for (let shrinks = 0; bytes.length > maxBytes; shrinks++) {
    if (shrinks > shrinksMax)
      throw new MediaFault('too_large', false, 'The picture cannot be made small enough. Save it smaller.')
    if (shrinks > 0) width = Math.max(1, Math.floor(width * Math.sqrt(maxBytes / bytes.length) * margin))
    bytes = await encode(source, recipe, width, smallest)
  }
  return bytes
}

type Source = { input: string | Buffer; density: number | null }

const dotsPerInch = 72

/**
 * A drawing is drawn as large as its facts say. Its bytes are given without their path: what it names beside itself on
 * the disk is somebody else's.
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
  // What was clear becomes white: a JPEG has no transparency, and black is nobody's background.
  return sized.flatten({ background: '#fff' }).jpeg({ quality }).toBuffer()
}

/** The largest width within the recipe's limits, in the picture's own shape. */
function widthWithin({ width, height }: MediaFacts, recipe: Recipe): number {
  const [wide, high] = [width ?? 1, height ?? 1]
  const scales = [
    (recipe.maxWidth ?? wide) / wide,
    (recipe.maxHeight ?? high) / high,
    // A hair less, because the height is rounded too.
    Math.sqrt((0.999 * (recipe.maxPixels ?? 2 * wide * high)) / (wide * high)),
  ]
  const scale = Math.min(1, ...scales)
  return Math.max(1, scale === 1 ? wide : Math.floor(wide * scale))
}
