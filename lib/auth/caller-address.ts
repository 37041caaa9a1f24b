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
