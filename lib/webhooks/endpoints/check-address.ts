import { invalid } from '@/lib/errors'
import { AddressRefused, assertPublicHost, parseWebhookUrl } from '@/lib/outbound/guard'

/**
 * Checks that events may be sent to a URL. The connection checks it again at each delivery. Resolves the host, so
 * call it outside a transaction.
 *
 * @throws validation_error at `url`
 */
export async function checkAddress(url: string): Promise<void> {
  try {
    await assertPublicHost(parseWebhookUrl(url))
  } catch (error) {
    if (error instanceof AddressRefused) throw invalid('url', error.message, 'address_refused')
    throw error
  }
}
