'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { channelNames, nameChannels } from '@/components/channels/channel-names'
import { useNow } from '@/components/time/use-now'
import { Time } from '@/components/time/zone'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import type { ChannelId } from '@/lib/channel-ids'
import type { SocialConnection } from '@/lib/connections/contract'
import { listQueue } from '@/lib/openapi/operations.generated'
import { isBroken, stateOf } from './connection-state'
import { useConnections } from './use-connections'

type Props = { projectId: string; initial: SocialConnection[]; now: string }

/** Shown on every screen of a project: accounts with failing posts. */
export function ConnectionBanner({ projectId, initial, now: renderedAt }: Props) {
  const connections = useConnections(projectId, initial)
  const now = useNow(renderedAt, 60_000)
  const states = connections.map((connection) => ({ connection, state: stateOf(connection, now) }))
  const broken = states.filter(({ state }) => isBroken(state))
  const expiring = states.filter(({ state }) => state === 'expiring')
  const disconnected = states
    .filter(({ state }) => state === 'disconnected')
    .map(({ connection }) => connection.channel)
  const waiting = useWaitingChannels(projectId, disconnected)
  const isOnConnections = usePathname() === `/${projectId}/connections`
  const reconnect = isOnConnections ? undefined : (
    <ButtonLink isSmall href={`/${projectId}/connections`}>
      Go to connections
    </ButtonLink>
  )
  if (broken.length + expiring.length + waiting.length === 0) return null
  return (
    <div role="status" className="mb-5 flex flex-col gap-2">
      {broken.length > 0 && (
        <Notice
          tone="bad"
          title={`${nameChannels(broken.map(channelOf))}: posts fail until you reconnect`}
          action={reconnect}
        >
          {broken.map(({ connection, state }) => (
            <p key={connection.id}>
              {state === 'expired' ? 'Connection expired: ' : 'The network revoked access: '}
              {accountOf(connection)}.
            </p>
          ))}
        </Notice>
      )}
      {waiting.length > 0 && (
        <Notice
          tone="bad"
          title={`${nameChannels(waiting)}: scheduled posts, but no connected account`}
          action={reconnect}
        >
          These posts will fail. Connect an account or cancel the posts in the queue.
        </Notice>
      )}
      {expiring.length > 0 && (
        <Notice
          tone="warn"
          title={`${nameChannels(expiring.map(channelOf))}: connection expires soon`}
          action={reconnect}
        >
          {expiring.map(({ connection }) => (
            <p key={connection.id}>
              {accountOf(connection)}: {connection.expires_at && <Time at={connection.expires_at} />}
            </p>
          ))}
        </Notice>
      )}
    </div>
  )
}

const channelOf = ({ connection }: { connection: SocialConnection }): ChannelId => connection.channel

export const accountOf = ({ channel, account_name, handle, account_id }: SocialConnection): string =>
  `“${account_name ?? handle ?? account_id}” on ${channelNames[channel]}`

/** Disconnected channels with scheduled posts. */
function useWaitingChannels(projectId: string, disconnected: ChannelId[]): ChannelId[] {
  const { data } = useQuery({
    queryKey: ['queue', projectId, 'waiting', disconnected],
    queryFn: async ({ signal }) => {
      const input = { project_id: projectId, status: 'approved,pending', channel: disconnected.join(','), limit: 200 }
      const { items } = await call(listQueue, input, { signal })
      return [...new Set(items.map(({ channel }) => channel))]
    },
    enabled: disconnected.length > 0,
    staleTime: 60_000,
  })
  return disconnected.length > 0 ? (data ?? []) : []
}
