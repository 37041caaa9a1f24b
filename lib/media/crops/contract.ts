import { z } from 'zod'
import { contract, idParams } from '@/lib/api/contract'
import { Asset } from '../contract'

const start = z.number().min(0).max(1)
const length = z.number().gt(0).max(1)

/** A part of an image, in fractions of its width and height: `{x: 0, y: 0, width: 1, height: 1}` is all of it. */
export const CropArea = z
  .strictObject({ x: start, y: start, width: length, height: length })
  // Browsers add fractions with small rounding errors.
  .refine(({ x, width }) => x + width <= 1.001, { path: ['width'], error: 'must end within the image: x + width ≤ 1' })
  .refine(({ y, height }) => y + height <= 1.001, {
    path: ['height'],
    error: 'must end within the image: y + height ≤ 1',
  })
export type CropArea = z.output<typeof CropArea>

export const cropAsset = contract({
  method: 'POST',
  path: '/api/v1/media/:id/crops',
  tag: 'Media',
  summary: 'Crop, rotate or flip an image',
  description:
    'Creates a new asset from the original pixels; the file itself stays as it is. The image is turned upright by its EXIF ' +
    'orientation, then flipped, then rotated, then cropped, so `crop` refers to the rotated image. The result has the type of ' +
    'the file, no metadata, its tags, category and alt text, and `derived_from`. The same request returns the same asset. For JPEG, PNG, ' +
    'WebP and still GIF images of up to 50 million pixels; animations, SVGs and videos are refused with `unsupported_media_type`.',
  scope: 'media:write',
  idempotent: true,
  params: idParams,
  body: z.strictObject({
    crop: CropArea.optional().meta({ description: 'In fractions of the rotated image. Omitted: all of it.' }),
    rotate: z
      .literal([0, 90, 180, 270], { error: 'must be 0, 90, 180 or 270' })
      .default(0)
      .meta({ description: 'Degrees, clockwise.' }),
    flip: z.boolean().default(false).meta({
      description: 'Mirrors left and right, before it is rotated. With `rotate: 180` it mirrors top and bottom.',
    }),
    name: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'Defaults to the name of the file with the new size: `bread-1080x1350.jpg`.' }),
  }),
  answers: { 201: z.strictObject({ asset: Asset, file_url: z.string() }) },
  errors: ['not_found', 'payload_too_large', 'unsupported_media_type'],
})
