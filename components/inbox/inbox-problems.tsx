'use client'

import { channelNames } from '@/components/channels/channel-names'
import { inboxErrorText, useHealth } from '@/components/connections/use-connection-health'
import { useConnections } from '@/components/connections/use-connections'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

/** Accounts whose comments and messages cannot be read. Revoked ones have the banner of the project. */
export function InboxProblems({ projectId }: { projectId: string }) {
  const health = useHealth(projectId)
  const connected = useConnections(projectId).filter((connection) => connection.connected)
  return connected.map(({ id, channel }) => {
    const error = health.get(channel)?.inbox_error
    if (!error) return null
    return (
      <div key={id} className="mb-3">
        <Notice
          role="status"
          tone="warn"
          title={`${channelNames[channel]} inbox not up to date`}
          action={
            <ButtonLink isSmall href={`/${projectId}/connections#${channel}`}>
              Go to connections
            </ButtonLink>
          }
        >
          {inboxErrorText(error)}
        </Notice>
      </div>
    )
  })
}
