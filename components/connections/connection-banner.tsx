'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { channelNames, nameChannels } from '@/components/channels/channel-names'
import { useNow } from '@/components/time/use-now'
import { Time } from '@/components/time/zone'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import { listQueue } from '@/lib/api/operations.generated'
import type { ChannelId } from '@/lib/channels/ids'
import type { SocialConnection } from '@/lib/connections/contract'
import { isBroken, stateOf } from './connection-state'
import { useConnections } from './use-connections'

type Props = { projectId: string; initial: SocialConnection[]; now: string }

/** Says on every screen of a project when an account keeps posts from going out, before the first one fails. */
export function ConnectionBanner({ projectId, initial, now: renderedAt }: Props) {
  const connections = useConnections(projectId, initial)
  const now = useNow(renderedAt, 60_000)
  const states = connections.map((connection) => ({ connection, state: stateOf(connection, now) }))
  const broken = states.filter(({ state }) => isBroken(state))
  const expiring = states.filter(({ state }) => state === 'expiring')
  const closed = states.filter(({ state }) => state === 'disconnected').map(({ connection }) => connection.channel)
  const awaited = useAwaitedChannels(projectId, closed)
  const isOnConnections = usePathname() === `/${projectId}/connections`
  const reconnect = isOnConnections ? undefined : (
    <ButtonLink isSmall href={`/${projectId}/connections`}>
      Go to connections
    </ButtonLink>
  )
  if (broken.length + expiring.length + awaited.length === 0) return null
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
              {state === 'expired' ? 'The access to ' : 'The network withdrew the access to '}
              {accountOf(connection)}
              {state === 'expired' ? ' has expired.' : '.'}
            </p>
          ))}
        </Notice>
      )}
      {awaited.length > 0 && (
        <Notice
          tone="bad"
          title={`${nameChannels(awaited)}: posts wait for an account that is not connected`}
          action={reconnect}
        >
          They fail when their time comes. Connect the account again, or cancel the posts in the queue.
        </Notice>
      )}
      {expiring.length > 0 && (
        <Notice tone="warn" title={`${nameChannels(expiring.map(channelOf))}: the access ends soon`} action={reconnect}>
          {expiring.map(({ connection }) => (
            <p key={connection.id}>
              {accountOf(connection)} until {connection.expires_at && <Time at={connection.expires_at} />}
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

/** Those of the disconnected channels that still have posts waiting. Asked only when there are any such channels. */
function useAwaitedChannels(projectId: string, closed: ChannelId[]): ChannelId[] {
  const { data } = useQuery({
    queryKey: ['queue', projectId, 'awaited', closed],
    queryFn: async ({ signal }) => {
      const input = { project_id: projectId, status: 'approved,pending', channel: closed.join(','), limit: 200 }
      const { items } = await call(listQueue, input, { signal })
      return [...new Set(items.map(({ channel }) => channel))]
    },
    enabled: closed.length > 0,
    staleTime: 60_000,
  })
  return closed.length > 0 ? (data ?? []) : []
}
