import type { Context } from '@/lib/api/context'
import type { Sound } from '@/lib/api/sound'
import { type Issue, invalid, issuesIn } from '@/lib/errors'
import { AddressRefused, assertPublicHost, parseWebhookUrl } from '@/lib/outbound/guard'

/**
 * Whether events may be sent there, as far as it can be told now: at each delivery the address is checked once more. It
 * looks the name up, so no transaction may be open.
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

/** What there is against the address of a request whose form is at fault as well. */
export async function addressFaults(_: Context, { members: { url } }: Sound): Promise<Issue[]> {
  if (typeof url !== 'string') return []
  try {
    await checkAddress(url.trim())
    return []
  } catch (error) {
    const issues = issuesIn(error)
    if (!issues) throw error
    return issues
  }
}
