'use client'

import { Check } from 'lucide-react'
import { useState } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { EmptyConnectionCard } from '@/components/connections/connection-card'
import { SandboxBadge } from '@/components/connections/sandbox-badge'
import { useConnections } from '@/components/connections/use-connections'
import { useConsent } from '@/components/connections/use-consent'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import type { SocialConnection } from '@/lib/connections/contract'
import { accountsOf } from './set-up'
import { StepFrame } from './step-frame'

const ConnectGhostDialog = lazyComponent(() =>
  import('@/components/connections/connect-ghost-dialog').then((it) => it.default),
)

type Props = { projectId: string; connections: SocialConnection[]; onBack: () => void; onDone: () => void }

/** Connects real accounts. The network sends the browser back to this step. */
export function ConnectStep({ projectId, connections: initial, onBack, onDone }: Props) {
  const all = useConnections(projectId, initial)
  const connections = accountsOf('real', { connections: all })
  const sandboxed = accountsOf('sandbox', { connections: all })
  const consent = useConsent(projectId)
  const mayConnect = useMay('connections:write')
  const [isGhostOpen, setIsGhostOpen] = useState(false)
  const missing = channelIds.filter((channel) => !connections.some((one) => one.channel === channel))
  const connect = (channel: ChannelId): void => {
    if (channel === 'ghost') setIsGhostOpen(true)
    else consent.mutate({ channel, returnTo: `/${projectId}/start?step=2&with=real` })
  }
  return (
    <StepFrame
      title="Connect your accounts"
      text="Start with one. Add the others on the Connections page."
      onBack={onBack}
      action={
        <Button tone={connections.length > 0 ? 'primary' : 'secondary'} onClick={onDone}>
          {connections.length > 0 ? 'Continue' : 'Connect later'}
        </Button>
      }
    >
      <RoleNote scope="connections:write" className="text-ink-soft" />
      {connections.length > 0 && <ConnectedList connections={connections} />}
      {missing.length > 0 && (
        <ul className="grid items-start gap-3 md:grid-cols-2">
          {missing.map((channel) => (
            <EmptyConnectionCard
              key={channel}
              channel={channel}
              wasConnected={false}
              isSandbox={sandboxed.some((one) => one.channel === channel)}
              mayConnect={mayConnect}
              isRedirecting={consent.isPending && consent.variables?.channel === channel}
              problem={
                consent.error &&
                consent.variables?.channel === channel && <ErrorNote error={consent.error} title="Could not connect" />
              }
              onConnect={() => connect(channel)}
              onUseKeys={() => {}}
            />
          ))}
        </ul>
      )}
      {isGhostOpen && (
        <ConnectGhostDialog projectId={projectId} isReconnect={false} onClose={() => setIsGhostOpen(false)} />
      )}
    </StepFrame>
  )
}

export const ConnectedList = ({ connections }: { connections: readonly SocialConnection[] }) => (
  <ul aria-label="Connected accounts" className="panel divide-y divide-line">
    {connections.map(({ channel, account_name, account_id, sandbox }) => (
      <li key={channel} className="flex min-h-12 items-center gap-3 px-4 py-2">
        <ChannelIcon channel={channel} size={18} />
        <span className="min-w-0 flex-1 truncate">
          <span className="font-medium">{channelNames[channel]}</span>{' '}
          <span className="text-ink-soft">{account_name ?? account_id}</span>
        </span>
        {sandbox && <SandboxBadge />}
        <span className="flex items-center gap-1.5 text-sm text-good max-sm:sr-only">
          <Check aria-hidden size={16} />
          Connected
        </span>
      </li>
    ))}
  </ul>
)
