/** What is taken in, by the names that people know it by. */
export const takenTypes = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'image/svg+xml': 'SVG',
  'video/mp4': 'MP4',
} as const

export const takenMimes = Object.keys(takenTypes) as (keyof typeof takenTypes)[]

/** What people tell apart: an SVG is a drawing, every other image a picture. */
export const assetKinds = ['picture', 'film', 'drawing'] as const
export type AssetKind = (typeof assetKinds)[number]
