import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import sharp, { type Sharp } from 'sharp'
import type { MediaFacts } from '@/lib/channels/media-facts'
import type { Recipe } from '@/lib/channels/media-rules'
import { MediaFault } from '@/lib/outbound/media'
import { fastStart } from './fast-start'

/** Nobody sees the loss of the first; below the last one a smaller picture looks better than a worse one. */
const qualities = [92, 86, 80, 74]
const shrinkBy = 0.85
const shrinksMax = 12

const maxPixels = 268_402_689

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
  const upright = sharp(from, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient()
  const size = sizeWithin(facts, recipe)
  for (let shrinks = 0; shrinks <= shrinksMax; shrinks++) {
    const scale = shrinkBy ** shrinks
    const width = Math.max(1, Math.floor(size.width * scale))
    const sized = upright.clone().resize({ width, withoutEnlargement: true })
    for (const encode of encoders(sized, recipe)) {
      const bytes = await encode()
      if (recipe.maxBytes === null || bytes.length <= recipe.maxBytes) return bytes
    }
  }
  throw new MediaFault('too_large', false, 'The picture cannot be made small enough. Save it smaller.')
}

const encoders = (picture: Sharp, { to }: Recipe): (() => Promise<Buffer>)[] =>
  to === 'image/png'
    ? [() => picture.clone().png({ compressionLevel: 9 }).toBuffer()]
    : qualities.map(
        (quality) => () =>
          // What was clear becomes white: a JPEG has no transparency, and black is nobody's background.
          picture.clone().flatten({ background: '#fff' }).jpeg({ quality }).toBuffer(),
      )

/** The largest size within the recipe's limits, in the picture's own shape. */
function sizeWithin({ width, height }: MediaFacts, recipe: Recipe): { width: number } {
  const [wide, high] = [width ?? 1, height ?? 1]
  const scales = [
    (recipe.maxWidth ?? wide) / wide,
    (recipe.maxHeight ?? high) / high,
    Math.sqrt((recipe.maxPixels ?? wide * high) / (wide * high)),
  ]
  const scale = Math.min(1, ...scales)
  return { width: Math.max(1, scale === 1 ? wide : Math.floor(wide * scale)) }
}
