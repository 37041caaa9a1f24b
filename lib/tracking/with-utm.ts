import { parseUrl } from '@/lib/parse-url'
import { type TrackingValues, trackingNames } from '@/lib/projects/tracking-template'

/**
 * Adds tracking values to a URL. Existing parts are kept byte for byte, and existing `utm_` parameters win. URLs
 * other than http are returned unchanged.
 */
export function withUtm(address: string, values: Partial<TrackingValues>): string {
  const present = /^https?:/i.test(address) ? parseUrl(address)?.searchParams : undefined
  if (!present) return address
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
