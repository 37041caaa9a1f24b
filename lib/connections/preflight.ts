import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import { isUsable } from './refreshable'
import { listOpenStates } from './repository'

export type PreflightReason = 'ok' | 'missing_connection' | 'expired_connection'

/** Whether these channels can publish now. Part of responses. */
export type Preflight = {
  ok: boolean
  available: ChannelId[]
  missing: ChannelId[]
  expired: ChannelId[]
  reasons: Record<string, PreflightReason>
}

/**
 * Checks the connection of each channel. Revoked counts as expired, because the remedy is the same. Expired but
 * refreshable counts as available: the publisher refreshes it when a post is due.
 */
export async function preflight(
  db: Database,
  projectId: string,
  channels: readonly ChannelId[],
  now: Date,
): Promise<Preflight> {
  const open = await listOpenStates(db, projectId, channels)
  const reasonOf = (channel: ChannelId): PreflightReason => {
    const connection = open.find((row) => row.channel === channel)
    if (!connection) return 'missing_connection'
    return isUsable(connection, now) ? 'ok' : 'expired_connection'
  }
  const reasons = new Map(channels.map((channel) => [channel, reasonOf(channel)]))
  const having = (wanted: PreflightReason): ChannelId[] =>
    [...reasons].flatMap(([channel, reason]) => (reason === wanted ? [channel] : []))
  const available = having('ok')
  return {
    ok: available.length === reasons.size,
    available,
    missing: having('missing_connection'),
    expired: having('expired_connection'),
    reasons: Object.fromEntries(reasons),
  }
}
