import { parsePublicUrl } from '../../outbound/guard'
import { isSandbox } from '../settings'

/**
 * The address of a Ghost site as somebody typed it. The sandbox stands on this machine; it is the operator who put it
 * there, so it need not be public.
 *
 * @throws AddressRefused
 */
export function parseSite(given: string): { url: URL; isOfSandbox: boolean } {
  if (URL.canParse(given) && isSandbox(new URL(given))) return { url: new URL(given), isOfSandbox: true }
  return { url: parsePublicUrl(given), isOfSandbox: false }
}
