import { contract, idParams } from '@/lib/api/contract'
import { Asset } from '../contract'

/** Types of cover images. */
export const posterTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

export const setAssetPoster = contract({
  method: 'PUT',
  path: '/api/v1/media/:id/poster',
  tag: 'Media',
  summary: 'Set the cover image of a video',
  description:
    'The body is a JPEG, PNG or WebP of up to 10 MB. It is stored as a JPEG of at most 1,920 pixels a side, `poster_url`, and ' +
    'becomes `preview_url`. Use `poster_url` as `cover_image_url` of a channel. A second image replaces the first.',
  scope: 'media:write',
  params: idParams,
  file: { as: 'raw', types: [...posterTypes] },
  answers: { 200: Asset },
  errors: ['not_found', 'conflict', 'unsupported_media_type'],
})
