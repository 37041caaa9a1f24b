import type { ChannelId } from '@/lib/channel-ids'
import { channelNames } from '@/lib/channels/names'
import { canRenew } from '@/lib/connections/refreshable'
import type { Finding } from './finding'
import type { ForecastConnection, ForecastRow } from './repository'

type Problem = Pick<Finding, 'kind' | 'message' | 'remedy'>

/** Connections that are missing, or that end before the post and cannot be renewed. */
export function connectionFindings(
  rows: readonly ForecastRow[],
  connections: ReadonlyMap<ChannelId, ForecastConnection>,
  now: Date,
): Finding[] {
  return rows.flatMap((row): Finding[] => {
    const problem = problemOf(row, connections.get(row.channel), now)
    return problem ? [{ row, severity: 'error', ...problem }] : []
  })
}

function problemOf(
  { channel, scheduled_at }: ForecastRow,
  connection: ForecastConnection | undefined,
  now: Date,
): Problem | null {
  const name = channelNames[channel]
  if (!connection) {
    const message = `No ${name} account is connected.`
    return { kind: 'connection_missing', message, remedy: 'Connect an account before this time.' }
  }
  if (connection.status !== 'active') {
    const message = `${name} rejects this connection.`
    return { kind: 'connection_missing', message, remedy: 'Reconnect the account.' }
  }
  const end = endOf(connection, now)
  if (end === null || end > scheduled_at) return null
  const remedy = 'Reconnect the account.'
  if (end <= now) return { kind: 'token_expires', message: `The connection to ${name} has expired.`, remedy }
  const day = end.toISOString().slice(0, 10)
  return { kind: 'token_expires', message: `The connection to ${name} expires on ${day}, before this post.`, remedy }
}

/** A job renews the token again and again, until the refresh token ends. Null if there is no end. */
function endOf(connection: ForecastConnection, now: Date): Date | null {
  const { expires_at, refresh_expires_at } = connection
  if (expires_at === null || !canRenew(connection, now)) return expires_at
  return refresh_expires_at && refresh_expires_at < expires_at ? expires_at : refresh_expires_at
}
