import { parsePublicUrl } from '../../outbound/guard'
import { isSandbox } from '../settings'

/**
 * Parses a user's Ghost site URL. The operator's sandbox may be on this machine, so it need not be public.
 *
 * @throws AddressRefused
 */
export function parseSite(given: string): { url: URL; isOfSandbox: boolean } {
  if (URL.canParse(given) && isSandbox(new URL(given))) return { url: new URL(given), isOfSandbox: true }
  return { url: parsePublicUrl(given), isOfSandbox: false }
}
