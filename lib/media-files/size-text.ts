import { formatNumber, plural } from '@/lib/text/number-text'

const units = ['kB', 'MB', 'GB', 'TB'] as const

/** “812 bytes”, “3.6 kB”, “48 kB”, “1.2 MB”: a kB has 1,024 bytes. */
export function sizeText(bytes: number): string {
  if (bytes < 1_024) return plural(bytes, 'byte')
  const power = Math.min(units.length, Math.floor(Math.log2(bytes) / 10))
  const size = bytes / 1_024 ** power
  const isWhole = power === 1 && size >= 10
  return `${formatNumber(isWhole ? Math.round(size) : Math.round(size * 10) / 10)} ${units[power - 1]}`
}
