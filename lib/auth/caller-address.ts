import { env } from '@/lib/env'

/**
 * The address that a request comes from. Each proxy appends the one that it saw to `X-Forwarded-For`, so only the
 * last `TRUSTED_PROXIES` entries are known; the ones before them are whatever the caller wrote.
 */
export function callerAddress(forwardedFor: string | null | undefined): string {
  const entries = (forwardedFor ?? '').split(',').map((entry) => entry.trim())
  return entries.at(-Math.min(env().TRUSTED_PROXIES, entries.length))?.slice(0, 64) || 'unknown'
}
