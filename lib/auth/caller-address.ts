import ipaddr from 'ipaddr.js'
import { trustedProxies } from '@/lib/env'

/**
 * The trusted entry of a forwarded header. Each proxy appends what it saw, so only the last `TRUSTED_PROXIES` entries
 * can be trusted; callers can forge earlier ones.
 */
function knownEntry(header: string): string | undefined {
  const entries = header.split(',').map((entry) => entry.trim())
  return entries.at(-Math.min(trustedProxies() || 1, entries.length))
}

/** The client's IP address. Without a proxy, lib/http-server sets the header from the connection. */
export const callerAddress = (forwardedFor: string | null | undefined): string =>
  knownEntry(forwardedFor ?? '')?.slice(0, 64) || 'unknown'

/** The host that the browser requested. A proxy may use another host and send the original in `X-Forwarded-Host`. */
export function requestedHost(headers: Pick<Headers, 'get'>): string | null {
  const forwarded = trustedProxies() > 0 ? headers.get('x-forwarded-host') : null
  return (forwarded && knownEntry(forwarded)) || headers.get('host')
}

/**
 * The network by which attempts are counted. For IPv6 the /64, because one household or server can use any address in
 * it.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.IPv6.parse(address)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`)}/64`
}
