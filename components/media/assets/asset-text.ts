import type { Asset } from '@/lib/media/contract'
import type { AssetKind } from '@/lib/media-files/types'

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** “812 bytes”, “48 kB”, “1.2 MB”, with 1,024 bytes per kB. */
export function sizeText(bytes: number): string {
  if (bytes < 1_024) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  if (bytes < 1_048_576) return `${whole.format(bytes / 1_024)} kB`
  if (bytes < 1_073_741_824) return `${tenths.format(bytes / 1_048_576)} MB`
  return `${tenths.format(bytes / 1_073_741_824)} GB`
}

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

export const countText = (count: number): string => (count === 1 ? '1 file' : `${count} files`)

/** Opens the composer with the files in this order. */
export const composeUrl = (projectId: string, assets: Pick<Asset, 'id'>[]): string =>
  `/${projectId}/compose?media=${assets.map(({ id }) => id).join(',')}`
