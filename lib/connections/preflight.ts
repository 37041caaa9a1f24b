import type { ChannelId } from '@/lib/channels/ids'
import type { Database } from '@/lib/db/pool'
import { isUsable } from './refreshable'
import { listOpenStates } from './repository'

export type PreflightReason = 'ok' | 'missing_connection' | 'expired_connection'

/** Whether posts could leave for these channels now. Goes into answers as it is. */
export type Preflight = {
  ok: boolean
  available: ChannelId[]
  missing: ChannelId[]
  expired: ChannelId[]
  reasons: Record<string, PreflightReason>
}

/**
 * Looks at the connection of each channel. One that the network revoked counts as expired: the remedy is the same. One
 * whose access is over and can be renewed is as good as any, because the publisher renews it when the post is due.
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
