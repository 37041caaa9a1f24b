'use client'

import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { useNow } from '@/components/time/use-now'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { PageHeader } from '@/components/ui/page-header'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { deleteConnection } from '@/lib/api/operations.generated'
import { type ChannelId, channelIds } from '@/lib/channels/ids'
import type { SocialConnection } from '@/lib/connections/contract'
import type { ConnectionHealth } from '@/lib/connections/health-contract'
import type { LastPost } from '@/lib/connections/last-posts-contract'
import { ConnectDialog } from './connect-dialog'
import { accountOf } from './connection-banner'
import { Meaning, type Standing } from './connection-meaning'
import { type ConnectionState, isBroken, stateFaces, stateOf } from './connection-state'
import { GhostDialog } from './ghost-dialog'
import { LastPosts, useLastPosts } from './last-posts'
import { PinterestBoards } from './pinterest-boards'
import { connectionsKey, useConnectionsQuery } from './use-connections'
import { useConsent } from './use-consent'
import { healthFace, useHealth } from './use-health'

type Props = {
  projectId: string
  initial: SocialConnection[]
  health: ConnectionHealth[]
  posts: LastPost[]
  now: string
}

/** Every channel has its place, connected or not, so that nobody has to know the list. */
export function ConnectionList({ projectId, initial, health: initialHealth, posts, now: renderedAt }: Props) {
  const lastPosts = useLastPosts(projectId, posts)
  const { data: connections = [], error } = useConnectionsQuery(projectId, initial)
  const health = useHealth(projectId, initialHealth)
  const now = useNow(renderedAt, 60_000)
  const [byHand, setByHand] = useState<ChannelId | null>(null)
  const [isGhostOpen, setIsGhostOpen] = useState(false)
  const consent = useConsent(projectId)
  const mayConnect = useMay('connections:write')
  const [closing, setClosing] = useState<SocialConnection | null>(null)
  const queries = useQueryClient()
  const toast = useToast()
  const disconnect = async (connection: SocialConnection): Promise<void> => {
    await call(deleteConnection, { id: connection.id })
    await queries.invalidateQueries({ queryKey: connectionsKey(projectId) })
    toast(`${channelNames[connection.channel]} is disconnected.`)
  }
  const of = (channel: ChannelId): SocialConnection | undefined =>
    connections.find((connection) => connection.channel === channel)
  const firstFree = channelIds.find((channel) => !of(channel)?.connected) ?? 'instagram'
  const connect = (channel: ChannelId): void => {
    const known = of(channel)
    if (channel === 'ghost') setIsGhostOpen(true)
    else consent.mutate({ channel, connectionId: known?.status === 'disconnected' ? undefined : known?.id })
  }
  return (
    <>
      <PageHeader
        title="Connections"
        action={
          mayConnect && (
            <Button icon={<KeyRound aria-hidden size={16} />} onClick={() => setByHand(firstFree)}>
              I already hold credentials
            </Button>
          )
        }
      >
        The accounts that stories of this project go out through, one for each channel.
      </PageHeader>
      <RoleNote scope="connections:write" className="-mt-3 mb-5 text-ink-soft" />
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="The list may be out of date" />
        </div>
      )}
      <ul className="panel divide-y divide-line">
        {channelIds.map((channel) => {
          const connection = of(channel)
          return (
            <ConnectionRow
              key={channel}
              channel={channel}
              connection={connection}
              state={connection ? stateOf(connection, now) : null}
              health={health.get(channel)}
              posts={lastPosts(channel)}
              isLeaving={consent.isPending && consent.variables?.channel === channel}
              problem={consent.variables?.channel === channel ? consent.error : null}
              mayConnect={mayConnect}
              onConnect={() => connect(channel)}
              onByHand={() => setByHand(channel)}
              onDisconnect={setClosing}
            />
          )
        })}
      </ul>
      {byHand && (
        <ConnectDialog
          projectId={projectId}
          channel={byHand}
          connections={connections}
          onClose={() => setByHand(null)}
        />
      )}
      {isGhostOpen && (
        <GhostDialog
          projectId={projectId}
          isReconnect={of('ghost')?.connected ?? false}
          onClose={() => setIsGhostOpen(false)}
        />
      )}
      {closing && (
        <ConfirmDialog
          title={`Disconnect ${channelNames[closing.channel]}?`}
          confirmLabel="Disconnect"
          onConfirm={() => disconnect(closing)}
          onClose={() => setClosing(null)}
        >
          <p>
            The stored keys of {accountOf(closing)} are erased. What was posted stays online, and what is scheduled for
            it fails unless you connect an account again before its time.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function ConnectionRow({
  channel,
  connection,
  state,
  health,
  posts,
  isLeaving,
  problem,
  mayConnect,
  onConnect,
  onByHand,
  onDisconnect,
}: {
  channel: ChannelId
  connection: SocialConnection | undefined
  state: ConnectionState | null
  health: ConnectionHealth | undefined
  posts: LastPost[]
  /** The person is on the way to the network. */
  isLeaving: boolean
  problem: Error | null
  mayConnect: boolean
  onConnect: () => void
  onByHand: () => void
  onDisconnect: (connection: SocialConnection) => void
}) {
  const isOpen = connection !== undefined && state !== 'disconnected'
  const face = (state === 'connected' && healthFace(health)) || (state ? stateFaces[state] : null)
  return (
    <li id={channel} className="flex scroll-mt-20 flex-wrap items-start gap-x-4 gap-y-3 p-4 target:bg-accent-wash">
      <span className="pt-0.5">
        <ChannelIcon channel={channel} size={22} />
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="font-semibold">{channelNames[channel]}</h2>
          {face && (
            <Badge tone={face.tone} Icon={face.Icon}>
              {face.word}
            </Badge>
          )}
        </div>
        {connection && isOpen ? (
          <>
            <ConnectionDetail connection={connection} state={state ?? 'connected'} health={health} />
            <LastPosts posts={posts} projectId={connection.project_id} />
          </>
        ) : (
          <p className="text-ink-soft">{state === 'disconnected' ? 'You disconnected it.' : 'Not connected.'}</p>
        )}
      </div>
      {mayConnect && (
        <div className="flex gap-2">
          <Button
            isSmall
            tone={state && isBroken(state) ? 'primary' : 'secondary'}
            isBusy={isLeaving}
            onClick={onConnect}
          >
            {isOpen ? 'Reconnect' : 'Connect'}
            <span className="sr-only"> {channelNames[channel]}</span>
          </Button>
          {isOpen && (
            <Button isSmall tone="ghost" onClick={() => onDisconnect(connection)}>
              Disconnect<span className="sr-only"> {channelNames[channel]}</span>
            </Button>
          )}
        </div>
      )}
      {problem && (
        <div className="basis-full">
          <ErrorNote
            error={problem}
            title="Not begun"
            action={
              <Button isSmall onClick={onByHand}>
                Use credentials that I hold
              </Button>
            }
          />
        </div>
      )}
      {channel === 'pinterest' && connection?.connected && (
        // Keeps its room while the boards are asked for, so that nothing moves when they come.
        <div className="min-h-26 basis-full sm:pl-9.5">
          <PinterestBoards connection={connection} />
        </div>
      )}
    </li>
  )
}

function ConnectionDetail({ connection, state, health }: Standing) {
  const { account_name, account_id, handle, metadata } = connection
  return (
    <div className="text-ink-soft">
      <p className="wrap-anywhere">
        <span className="text-ink">{account_name ?? account_id}</span>
        {handle && ` @${handle}`}
        {metadata.default_board_name && `, board “${metadata.default_board_name}”`}
      </p>
      <p className="text-sm">
        <Meaning connection={connection} state={state} health={health} />
      </p>
    </div>
  )
}
