import ipaddr from 'ipaddr.js'
import { trustedProxies } from '@/lib/env'

/**
 * The entry of a forwarded header that is known. Each proxy appends what it saw, so only the last `TRUSTED_PROXIES`
 * entries are; those before them are whatever the caller wrote.
 */
function knownEntry(header: string): string | undefined {
  const entries = header.split(',').map((entry) => entry.trim())
  return entries.at(-Math.min(trustedProxies() || 1, entries.length))
}

/** The address that a request comes from. Without a proxy, lib/front has put the connection's into the header. */
export const callerAddress = (forwardedFor: string | null | undefined): string =>
  knownEntry(forwardedFor ?? '')?.slice(0, 64) || 'unknown'

/** The host that a browser asked for. A proxy may ask us under another name and say so in `X-Forwarded-Host`. */
export function requestedHost(headers: Pick<Headers, 'get'>): string | null {
  const forwarded = trustedProxies() > 0 ? headers.get('x-forwarded-host') : null
  return (forwarded && knownEntry(forwarded)) || headers.get('host')
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
