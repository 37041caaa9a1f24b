import { type TrackingValues, trackingNames } from './template'

/**
 * Adds tracking values to an address. What the address says already is kept byte for byte, and a `utm_` parameter in
 * it wins: whoever wrote it there meant it. An address that is not http is returned as it is.
 */
export function withUtm(address: string, values: Partial<TrackingValues>): string {
  if (!URL.canParse(address) || !/^https?:/i.test(address)) return address
  const present = new URL(address).searchParams
  const missing = trackingNames.flatMap((name) => {
    const value = values[name]
    return value && !present.has(`utm_${name}`) ? [`utm_${name}=${encodeURIComponent(value)}`] : []
  })
  if (missing.length === 0) return address
  const hashAt = address.indexOf('#')
  const before = hashAt === -1 ? address : address.slice(0, hashAt)
  const fragment = hashAt === -1 ? '' : address.slice(hashAt)
  const joint = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&'
  return before + joint + missing.join('&') + fragment
}
