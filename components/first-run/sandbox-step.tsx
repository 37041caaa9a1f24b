'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { connectionsKey, useConnections } from '@/components/connections/use-connections'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { call } from '@/lib/api/client'
import { channelIds } from '@/lib/channel-ids'
import type { SocialConnection } from '@/lib/connections/contract'
import { connectSandboxAccounts } from '@/lib/openapi/operations.generated'
import { ConnectedList } from './connect-step'
import { FeedLink } from './feed-link'
import { StepFrame } from './step-frame'

type Props = {
  projectId: string
  connections: SocialConnection[]
  sandboxUrl: string | null
  onBack: () => void
  onDone: () => void
}

/** Connects one sandbox account per channel. */
export function SandboxStep({ projectId, connections: initial, sandboxUrl, onBack, onDone }: Props) {
  const connections = useConnections(projectId, initial)
    .filter(({ connected }) => connected)
    .sort((one, other) => channelIds.indexOf(one.channel) - channelIds.indexOf(other.channel))
  const mayConnect = useMay('connections:write')
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(connectSandboxAccounts, { id: projectId }),
    onSettled: () => queries.invalidateQueries({ queryKey: connectionsKey(projectId) }),
  })
  const isComplete = connections.length === channelIds.length
  return (
    <StepFrame
      title="Use sandbox accounts"
      text={
        <>
          The sandbox replaces the networks. Its <FeedLink url={sandboxUrl} /> shows what you publish.
        </>
      }
      onBack={onBack}
      action={
        isComplete ? (
          <Button tone="primary" onClick={onDone}>
            Continue
          </Button>
        ) : (
          mayConnect && (
            <Button tone="primary" isBusy={isPending} onClick={() => mutate()}>
              Connect {channelIds.length - connections.length} accounts
            </Button>
          )
        )
      }
    >
      <RoleNote scope="connections:write" className="text-ink-soft" />
      {error && <ErrorNote error={error} title="Could not connect" />}
      {connections.length > 0 && <ConnectedList connections={connections} />}
      {connections.length === 0 && (
        <ul aria-label="Channels" className="panel grid grid-cols-2 gap-x-4 p-2 sm:grid-cols-4">
          {channelIds.map((channel) => (
            <li key={channel} className="flex min-h-10 items-center gap-2 px-2">
              <ChannelIcon channel={channel} size={18} />
              {channelNames[channel]}
            </li>
          ))}
        </ul>
      )}
    </StepFrame>
  )
}
