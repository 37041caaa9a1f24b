/** Supported upload types and their display names. */
export const supportedTypes = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'image/svg+xml': 'SVG',
  'video/mp4': 'MP4',
} as const

export const supportedMimes = Object.keys(supportedTypes) as (keyof typeof supportedTypes)[]

/** Values of the API: `drawing` is an SVG, `picture` any other image, `film` a video. */
export const assetKinds = ['picture', 'film', 'drawing'] as const
export type AssetKind = (typeof assetKinds)[number]

export const assetSorts = ['newest', 'oldest', 'name', 'size'] as const
export type AssetSort = (typeof assetSorts)[number]
