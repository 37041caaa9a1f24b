import type { Asset } from '@/lib/media/contract'
import type { AssetKind } from '@/lib/media/types'

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** “812 bytes”, “48 kB”, “1.2 MB”: in the units of the limit, where a kB has 1,024 bytes. */
export function sizeWords(bytes: number): string {
  if (bytes < 1_024) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  if (bytes < 1_048_576) return `${whole.format(bytes / 1_024)} kB`
  if (bytes < 1_073_741_824) return `${tenths.format(bytes / 1_048_576)} MB`
  return `${tenths.format(bytes / 1_073_741_824)} GB`
}

/** “0:07”, “12:30”. */
export const durationWords = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

export const kindOf = ({ mime_type }: Pick<Asset, 'mime_type'>): AssetKind => {
  if (mime_type === 'image/svg+xml') return 'drawing'
  return mime_type.startsWith('video/') ? 'film' : 'picture'
}

export const kindWords: Record<AssetKind, { one: string; many: string }> = {
  picture: { one: 'Picture', many: 'Pictures' },
  film: { one: 'Film', many: 'Films' },
  drawing: { one: 'Drawing', many: 'Drawings' },
}

export const countWords = (count: number): string => (count === 1 ? '1 file' : `${count} files`)

/** The composer takes the files up in this order. */
export const composeWith = (projectId: string, assets: Pick<Asset, 'id'>[]): string =>
  `/${projectId}/compose?media=${assets.map(({ id }) => id).join(',')}`
