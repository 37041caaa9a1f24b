'use client'

import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { useNow } from '@/components/time/use-now'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { PageHeader } from '@/components/ui/page-header'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import type { SocialConnection } from '@/lib/connections/contract'
import type { ConnectionHealth } from '@/lib/connections/health/contract'
import type { LastPost } from '@/lib/connections/last-posts/contract'
import { deleteConnection } from '@/lib/openapi/operations.generated'
import { accountOf } from './connection-banner'
import { ConnectionCard, EmptyConnectionCard } from './connection-card'
import { stateOf } from './connection-state'
import { useLastPosts } from './last-posts'
import { useHealth } from './use-connection-health'
import { connectionsKey, useConnectionsQuery } from './use-connections'
import { useConsent } from './use-consent'
import { usePastPosts } from './use-past-posts'

const ApiKeysDialog = lazyComponent(() => import('./api-keys-dialog').then((it) => it.default))
const ConnectGhostDialog = lazyComponent(() => import('./connect-ghost-dialog').then((it) => it.default))

type Props = {
  projectId: string
  initial: SocialConnection[]
  health: ConnectionHealth[]
  posts: LastPost[]
  now: string
}

/** All channels, connected or not. */
export function ConnectionList({ projectId, initial, health: initialHealth, posts, now: renderedAt }: Props) {
  const lastPosts = useLastPosts(projectId, posts)
  const pastPosts = usePastPosts(projectId)
  const { data: connections = [], error } = useConnectionsQuery(projectId, initial)
  const health = useHealth(projectId, initialHealth)
  const now = useNow(renderedAt, 60_000)
  const [keysFor, setKeysFor] = useState<{ channel: ChannelId; account: SocialConnection | null } | null>(null)
  const [isGhostOpen, setIsGhostOpen] = useState(false)
  const consent = useConsent(projectId)
  const mayConnect = useMay('connections:write')
  const [disconnecting, setDisconnecting] = useState<SocialConnection | null>(null)
  const queries = useQueryClient()
  const toast = useToast()
  const disconnect = async (connection: SocialConnection): Promise<void> => {
    await call(deleteConnection, { id: connection.id })
    await queries.invalidateQueries({ queryKey: connectionsKey(projectId) })
    toast(`${channelNames[connection.channel]} disconnected.`)
  }
  const connectionOf = (channel: ChannelId): SocialConnection | undefined =>
    connections.find((connection) => connection.channel === channel)
  const firstFree = channelIds.find((channel) => !connectionOf(channel)?.connected) ?? 'instagram'
  const connect = (channel: ChannelId): void => {
    const known = connectionOf(channel)
    if (channel === 'ghost') setIsGhostOpen(true)
    else consent.mutate({ channel, connectionId: known?.status === 'disconnected' ? undefined : known?.id })
  }
  // The ID of a sandbox account is of no use with the keys of a real one.
  const openKeys = (channel: ChannelId): void => {
    const known = connectionOf(channel)
    setKeysFor({ channel, account: known?.connected && !known.sandbox ? known : null })
  }
  const actionsFor = (channel: ChannelId) => ({
    mayConnect,
    isRedirecting: consent.isPending && consent.variables?.channel === channel,
    problem: consent.error && consent.variables?.channel === channel && (
      <ErrorNote
        error={consent.error}
        title="Could not connect"
        action={
          <Button isSmall onClick={() => openKeys(channel)}>
            Connect with API keys
          </Button>
        }
      />
    ),
    onConnect: () => connect(channel),
    onUseKeys: () => openKeys(channel),
  })
  const all = channelIds.flatMap((channel) => {
    const connection = connectionOf(channel)
    const state = connection && stateOf(connection, now)
    return connection && state && state !== 'disconnected' ? [{ channel, connection, state }] : []
  })
  // Those that need a reconnect come first.
  const open = [
    ...all.filter(({ state }) => state !== 'connected'),
    ...all.filter(({ state }) => state === 'connected'),
  ]
  const missing = channelIds.filter((channel) => !open.some((one) => one.channel === channel))
  return (
    <>
      <PageHeader
        title="Connections"
        action={
          mayConnect && (
            <Button
              icon={<KeyRound aria-hidden size={16} />}
              onClick={() => setKeysFor({ channel: firstFree, account: null })}
            >
              Connect with API keys
            </Button>
          )
        }
      />
      <RoleNote scope="connections:write" className="mb-4 text-ink-soft" />
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="The list may be out of date" />
        </div>
      )}
      {open.length > 0 && (
        <ul aria-label="Connected accounts" className="mb-8 grid gap-3 md:grid-cols-2 xl:grid-cols-3">
          {open.map(({ channel, connection, state }) => (
            <ConnectionCard
              key={channel}
              connection={connection}
              state={state}
              health={health.get(channel)}
              posts={lastPosts(channel)}
              pastPosts={pastPosts(connection.id)}
              {...actionsFor(channel)}
              onDisconnect={() => setDisconnecting(connection)}
            />
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <section aria-labelledby="add-account">
          <h2 id="add-account" className="mb-3 font-semibold">
            {open.length > 0 ? 'Add a network' : 'Connect your first account'}
          </h2>
          <ul className="grid items-start gap-3 md:grid-cols-2 xl:grid-cols-3">
            {missing.map((channel) => (
              <EmptyConnectionCard
                key={channel}
                channel={channel}
                wasConnected={connectionOf(channel) !== undefined}
                {...actionsFor(channel)}
              />
            ))}
          </ul>
        </section>
      )}
      {keysFor && (
        <ApiKeysDialog projectId={projectId} {...keysFor} connections={connections} onClose={() => setKeysFor(null)} />
      )}
      {isGhostOpen && (
        <ConnectGhostDialog
          projectId={projectId}
          isReconnect={connectionOf('ghost')?.connected ?? false}
          onClose={() => setIsGhostOpen(false)}
        />
      )}
      {disconnecting && (
        <ConfirmDialog
          title={`Disconnect ${channelNames[disconnecting.channel]}?`}
          confirmLabel="Disconnect"
          onConfirm={() => disconnect(disconnecting)}
          onClose={() => setDisconnecting(null)}
        >
          <p>
            We delete the stored keys of {accountOf(disconnecting)}. Published posts stay online. Scheduled posts fail
            unless you reconnect before their time.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
