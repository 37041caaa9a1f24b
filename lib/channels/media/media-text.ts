import type { Range } from './media-rules'

const names: Record<string, string> = {
  'image/svg+xml': 'SVG',
  'video/quicktime': 'MOV',
  'video/x-matroska': 'MKV',
  avc: 'H.264',
  hevc: 'H.265',
  av1: 'AV1',
}
export const typeName = (mime: string): string => names[mime] ?? mime.replace(/^\w+\//, '').toUpperCase()
export const codecName = (codec: string): string => names[codec] ?? codec.toUpperCase()

export function size(bytes: number): string {
  if (bytes >= 1_000_000_000) return `${round(bytes / 1_000_000_000)} GB`
  return bytes >= 1_000_000 ? `${round(bytes / 1_000_000)} MB` : `${Math.max(1, Math.round(bytes / 1_000))} KB`
}

export function seconds(count: number): string {
  if (count >= 3_600) return counted(count / 3_600, 'hour')
  return count >= 180 ? counted(count / 60, 'minute') : counted(count, 'second')
}

/** A ratio as text, such as 4:5. */
export function ratioText(ratio: number): string {
  for (let high = 1; high <= 20; high++) {
    const wide = Math.round(ratio * high)
    if (wide > 0 && wide <= 20 && Math.abs(wide / high / ratio - 1) < 0.004) return `${wide}:${high}`
  }
  return ratio >= 1 ? `${round(ratio)}:1` : `1:${round(1 / ratio)}`
}

const counted = (count: number, unit: string): string => `${round(count)} ${unit}${round(count) === '1' ? '' : 's'}`
export const round = (value: number): string => String(Math.round(value * 100) / 100)
export const million = (count: number): string => `${round(count / 1_000_000)} million`
export const dimensions = (width?: number, height?: number): string =>
  width && height ? `${width} × ${height} pixels` : `${width ?? height} pixels in ${width ? 'width' : 'height'}`
export const between = ({ min, max }: Range): string =>
  min === undefined ? `up to ${max}` : max === undefined ? `at least ${min}` : `${min} to ${max}`
export const listOf = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`
