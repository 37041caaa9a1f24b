import { channels } from '@/lib/channels/registry'
import type { Database } from '@/lib/db/pool'
import type { PublishContext } from '../claim/publish-context'
import { settleFailed } from '../settle/failed'
import type { PublishResult } from '../settle/publish-result'

/** Fails a row whose outcome cannot be determined. A user has to check the account before sending the post again. */
export function settleUnknown(db: Database, context: PublishContext, why: string): Promise<PublishResult> {
  const { name } = channels[context.claim.channel]
  return settleFailed(db, context, {
    reason: 'outcome_unknown',
    category: 'other',
    code: 'outcome_unknown',
    detail: `It is not known whether ${name} has this post: ${why}. Check the account before sending it again.`,
    wasAttempted: true,
  })
}
