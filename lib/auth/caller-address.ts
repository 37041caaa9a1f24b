import ipaddr from 'ipaddr.js'
import { trustedProxies } from '@/lib/env'

/**
 * The address that a request comes from. Each proxy appends the one that it saw to `X-Forwarded-For`, so only the
 * last `TRUSTED_PROXIES` entries are known; the ones before them are whatever the caller wrote. Without a proxy the
 * front has replaced the header by the address of the connection.
 */
export function callerAddress(forwardedFor: string | null | undefined): string {
  const entries = (forwardedFor ?? '').split(',').map((entry) => entry.trim())
  return entries.at(-Math.min(trustedProxies() || 1, entries.length))?.slice(0, 64) || 'unknown'
}

/**
 * What attempts of one caller are counted by. Of an IPv6 address that is its /64: a single household or server gets
 * that many addresses and could use a new one for each attempt.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.IPv6.parse(address)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`)}/64`
}
