'use client'

import { FolderPlus, FolderSync, History, Inbox, KeyRound, RefreshCw, Trash2, Unplug } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ChannelAvatar } from '@/components/channels/channel-avatar'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import type { Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { type MenuItem, MoreMenu } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import type { ChannelId } from '@/lib/channel-ids'
import type { SocialConnection } from '@/lib/connections/contract'
import type { ConnectionHealth } from '@/lib/connections/health/contract'
import type { LastPost } from '@/lib/connections/last-posts/contract'
import type { AccountPastPosts } from '@/lib/past-posts/contract'
import { type ConnectionState, isBroken, stateBadges } from './connection-state'
import { ConnectionSummary } from './connection-summary'
import { LastPosts } from './last-posts'
import { PastPosts } from './past-posts'
import { photoUrlOf } from './preview-account'
import { SandboxBadge } from './sandbox-badge'
import { healthBadge, inboxErrorText } from './use-connection-health'
import { useChangePastPosts } from './use-past-posts'
import { useRefreshBoards } from './use-pinterest-boards'

const ImportPastPostsDialog = lazyComponent(() => import('./import-past-posts-dialog').then((it) => it.default))
const RemovePastPostsDialog = lazyComponent(() => import('./remove-past-posts-dialog').then((it) => it.default))
const PinterestBoards = lazyComponent(() => import('./pinterest-boards').then((it) => it.default))

type Actions = {
  mayConnect: boolean
  /** The browser is navigating to the network. */
  isRedirecting: boolean
  /** Why the last attempt to connect failed. */
  problem: ReactNode
  onConnect: () => void
  onUseKeys: () => void
}

type Props = Actions & {
  connection: SocialConnection
  state: ConnectionState
  health: ConnectionHealth | undefined
  posts: LastPost[]
  pastPosts: AccountPastPosts | undefined
  onDisconnect: () => void
}

const textTones: Record<Tone, string> = {
  good: 'text-good',
  info: 'text-info',
  warn: 'text-warn',
  bad: 'text-bad',
  quiet: 'text-quiet',
}

/** A connected account: its health, its last posts, and “Reconnect” while it needs that. */
export function ConnectionCard({
  connection,
  state,
  health,
  posts,
  pastPosts,
  mayConnect,
  isRedirecting,
  problem,
  onConnect,
  onUseKeys,
  onDisconnect,
}: Props) {
  const { channel, account_name, account_id, handle, project_id: projectId } = connection
  const network = channelNames[channel]
  const badge = (state === 'connected' && healthBadge(health)) || stateBadges[state]
  // “Connected” and “No posts yet” say the same.
  const isPlain =
    state === 'connected' &&
    !connection.last_refresh_at &&
    [`${network} works.`, `${network} is connected but not used yet.`].includes(health?.summary ?? '')
  const needsReconnect = state !== 'connected'
  const hasBoards = channel === 'pinterest' && connection.connected
  const mayCreateBoards = !connection.missing_scopes.some(({ name }) => name === 'boards:write')
  const refreshBoards = useRefreshBoards(projectId)
  const [isCreatingBoard, setIsCreatingBoard] = useState(false)
  const toast = useToast()
  const refresh = (): void =>
    refreshBoards.mutate(undefined, { onSuccess: ({ is_stale }) => is_stale || toast('Boards refreshed.') })
  const past = useChangePastPosts(projectId, connection.id)
  const [isChoosingPast, setIsChoosingPast] = useState(false)
  const [isRemovingPast, setIsRemovingPast] = useState(false)
  const isImporting = pastPosts?.last_import?.status === 'running'
  const items: MenuItem[] = [
    ...(hasBoards && mayCreateBoards
      ? [{ label: 'New board', icon: <FolderPlus size={16} />, onSelect: () => setIsCreatingBoard(true) }]
      : []),
    ...(hasBoards ? [{ label: 'Refresh boards', icon: <FolderSync size={16} />, onSelect: refresh }] : []),
    ...(needsReconnect
      ? []
      : [
          {
            label: connection.sandbox ? 'Connect a real account' : `Reconnect ${network}`,
            icon: <RefreshCw size={16} />,
            onSelect: onConnect,
          },
        ]),
    ...(state === 'connected' && !isImporting
      ? [{ label: 'Import past posts', icon: <History size={16} />, onSelect: () => setIsChoosingPast(true) }]
      : []),
    ...(pastPosts && (pastPosts.imported_posts > 0 || isImporting)
      ? [
          {
            label: isImporting ? 'Stop and remove imported posts…' : 'Remove imported posts…',
            icon: <Trash2 size={16} />,
            onSelect: () => setIsRemovingPast(true),
          },
        ]
      : []),
    {
      label: connection.sandbox ? 'Connect with API keys' : 'Update API keys',
      icon: <KeyRound size={16} />,
      onSelect: onUseKeys,
    },
    { label: `Disconnect ${network}`, icon: <Unplug size={16} />, isDanger: true, onSelect: onDisconnect },
  ]
  return (
    <li id={channel} className="panel flex min-w-0 scroll-mt-20 flex-col gap-2 p-4 target:border-accent">
      <div className="flex items-start gap-3">
        <ChannelAvatar
          channel={channel}
          name={account_name ?? handle}
          photoUrl={photoUrlOf(connection.project_id, connection.picture_url)}
          size="large"
        />
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold" title={account_name ?? account_id}>
            {account_name ?? account_id}
          </h2>
          <p className="flex flex-wrap gap-x-2 text-sm text-ink-soft">
            {network}
            {handle && <span className="min-w-0 wrap-anywhere">@{handle}</span>}
          </p>
        </div>
        {mayConnect && <MoreMenu label={`More about ${network}`} className="-mt-1 -mr-1.5" items={items} />}
      </div>
      <div className="text-sm">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className={classes('flex items-center gap-1.5 font-medium', textTones[badge.tone])}>
            <badge.Icon aria-hidden size={16} className="shrink-0" />
            {badge.label}
          </p>
          {posts.length === 0 && <p className="text-ink-soft">No posts yet.</p>}
          {connection.sandbox && (
            <span className="ml-auto">
              <SandboxBadge />
            </span>
          )}
          {hasBoards && (
            <PinterestBoards
              connection={connection}
              refresh={refreshBoards}
              isCreating={isCreatingBoard}
              onCreated={() => setIsCreatingBoard(false)}
            />
          )}
        </div>
        {!isPlain && (
          <p className="pt-0.5 wrap-anywhere text-ink-soft">
            <ConnectionSummary connection={connection} state={state} health={health} />
          </p>
        )}
        {health?.inbox_error && !isBroken(state) && (
          <p className="flex gap-1.5 pt-1 wrap-anywhere text-warn">
            <Inbox aria-hidden size={16} className="mt-0.5 shrink-0" />
            <span>{inboxErrorText(health.inbox_error)}</span>
          </p>
        )}
      </div>
      {needsReconnect && mayConnect && (
        <Button tone="primary" className="self-start" isBusy={isRedirecting} onClick={onConnect}>
          Reconnect<span className="sr-only"> {network}</span>
        </Button>
      )}
      {problem}
      {isChoosingPast && (
        <ImportPastPostsDialog network={network} start={past.start} onClose={() => setIsChoosingPast(false)} />
      )}
      {isRemovingPast && (
        <RemovePastPostsDialog
          {...{ network, isImporting }}
          count={pastPosts?.imported_posts ?? 0}
          onRemove={() => past.remove.mutateAsync()}
          onClose={() => setIsRemovingPast(false)}
        />
      )}
      {pastPosts && (
        <PastPosts
          projectId={projectId}
          account={pastPosts}
          onRetry={mayConnect && state === 'connected' ? () => setIsChoosingPast(true) : undefined}
        />
      )}
      <LastPosts posts={posts} projectId={projectId} />
    </li>
  )
}

type EmptyProps = Actions & {
  channel: ChannelId
  wasConnected: boolean
  /** The channel has a sandbox account, which the new account replaces. */
  isSandbox?: boolean
}

/** A network without an account. */
export function EmptyConnectionCard({
  channel,
  wasConnected,
  isSandbox = false,
  mayConnect,
  isRedirecting,
  problem,
  onConnect,
}: EmptyProps) {
  return (
    <li id={channel} className="flex min-w-0 scroll-mt-20 flex-col gap-3 rounded-xl bg-sunken p-3 target:ring-2">
      <div className="flex items-center gap-3">
        <span className="flex size-8 shrink-0 items-center justify-center text-ink-soft">
          <ChannelIcon channel={channel} size={20} />
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="font-medium">{channelNames[channel]}</h3>
          <p className="text-sm text-ink-soft">
            {isSandbox ? 'Sandbox account' : wasConnected ? stateBadges.disconnected.text : 'Not connected'}
          </p>
        </div>
        {mayConnect && (
          <Button isBusy={isRedirecting} onClick={onConnect}>
            Connect<span className="sr-only"> {channelNames[channel]}</span>
          </Button>
        )}
      </div>
      {problem}
    </li>
  )
}
