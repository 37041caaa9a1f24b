import { parsePublicUrl } from '../../outbound/guard'
import { parseUrl } from '../../parse-url'
import { isSandbox } from '../settings'

/**
 * Parses a user's Ghost site URL. The operator's sandbox may be on this machine, so it need not be public.
 *
 * @throws AddressRefused
 */
export function parseSite(given: string): { url: URL; isOfSandbox: boolean } {
  const url = parseUrl(given)
  if (url && isSandbox(url)) return { url, isOfSandbox: true }
  return { url: parsePublicUrl(given), isOfSandbox: false }
}
