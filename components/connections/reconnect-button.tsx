'use client'

import { ErrorNote } from '@/components/errors/error-note'
import { Button, type ButtonTone } from '@/components/ui/button'
import type { ChannelId } from '@/lib/channel-ids'
import { useConsent } from './use-consent'

type Props = {
  projectId: string
  channel: ChannelId
  label: string
  /** Where to go after connecting. */
  returnTo: string
  tone?: ButtonTone
}

/** Starts a new consent on the network. */
export function ReconnectButton({ projectId, channel, label, returnTo, tone = 'primary' }: Props) {
  const { mutate, isPending, error } = useConsent(projectId)
  return (
    <>
      <Button tone={tone} isBusy={isPending} onClick={() => mutate({ channel, returnTo, isAgain: true })}>
        {label}
      </Button>
      {error && (
        <div className="basis-full">
          <ErrorNote error={error} title="Could not connect" />
        </div>
      )}
    </>
  )
}
