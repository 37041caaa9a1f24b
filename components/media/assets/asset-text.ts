import type { Asset } from '@/lib/media/contract'
import type { AssetKind } from '@/lib/media-files/types'

/** “0:07”, “12:30”. */
export const durationText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

export const kindOf = ({ mime_type }: Pick<Asset, 'mime_type'>): AssetKind => {
  if (mime_type === 'image/svg+xml') return 'drawing'
  return mime_type.startsWith('video/') ? 'film' : 'picture'
}

export const kindLabels: Record<AssetKind, { one: string; many: string }> = {
  picture: { one: 'Image', many: 'Images' },
  film: { one: 'Video', many: 'Videos' },
  drawing: { one: 'Graphic', many: 'Graphics' },
}

/** Opens the composer with the files in this order. */
export const composeUrl = (projectId: string, assets: Pick<Asset, 'id'>[]): string =>
  `/${projectId}/compose?media=${assets.map(({ id }) => id).join(',')}`
