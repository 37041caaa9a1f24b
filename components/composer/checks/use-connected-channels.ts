'use client'

import { isBroken, stateOf } from '@/components/connections/connection-state'
import { useConnections } from '@/components/connections/use-connections'
import { useNow } from '@/components/time/use-now'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import type { SocialConnection } from '@/lib/connections/contract'

type Connected = { connections: SocialConnection[]; connected: ChannelId[]; now: Date }

/** The project's connections, and the channels that can publish now. */
export function useConnectedChannels(projectId: string, initial: SocialConnection[], renderedAt: string): Connected {
  const connections = useConnections(projectId, initial)
  const now = useNow(renderedAt, 60_000)
  const working = connections.filter((connection) => connection.connected && !isBroken(stateOf(connection, now)))
  const connected = channelIds.filter((id) => working.some(({ channel }) => channel === id))
  return { connections, connected, now }
}
