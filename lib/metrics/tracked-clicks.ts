import type { Database } from '@/lib/db/pool'
import type { ClaimedSync } from './claim'

/** Clicks on our own tracked links, by queue item. Posts without such a link are left out. */
export async function trackedClicksOf(
  _db: Database,
  _syncs: readonly Pick<ClaimedSync, 'project_id' | 'queue_item_id'>[],
): Promise<Map<string, number>> {
  return new Map()
}
