import { contract } from '@/lib/api/contract'
import { Account } from '../contract'

/** Accepted photo types. All are stored as WebP. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const

export const putPhoto = contract({
  method: 'PUT',
  path: '/api/v1/account/photo',
  tag: 'Accounts',
  summary: 'Upload your photo',
  description:
    'The body is the image file. It is cropped to a centered square of 256 × 256 pixels. At most 50 megapixels.',
  scope: 'session',
  file: { as: 'raw', types: photoTypes },
  answers: { 200: Account },
  errors: ['unsupported_media_type'],
})

export const deletePhoto = contract({
  method: 'DELETE',
  path: '/api/v1/account/photo',
  tag: 'Accounts',
  summary: 'Remove your photo',
  scope: 'session',
  answers: { 200: Account },
})
