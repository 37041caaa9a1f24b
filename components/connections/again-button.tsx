'use client'

import { ErrorNote } from '@/components/errors/error-note'
import { Button, type ButtonTone } from '@/components/ui/button'
import type { ChannelId } from '@/lib/channels/ids'
import { useConsent } from './use-consent'

type Props = {
  projectId: string
  channel: ChannelId
  label: string
  /** Where the person wanted to be in the end. */
  returnTo: string
  tone?: ButtonTone
}

/** Begins the way to the network anew, from a page that says why it has to be gone again. */
export function AgainButton({ projectId, channel, label, returnTo, tone = 'primary' }: Props) {
  const { mutate, isPending, error } = useConsent(projectId)
  return (
    <>
      <Button tone={tone} isBusy={isPending} onClick={() => mutate({ channel, returnTo, isAgain: true })}>
        {label}
      </Button>
      {error && (
        <div className="basis-full">
          <ErrorNote error={error} title="Not begun" />
        </div>
      )}
    </>
  )
}
