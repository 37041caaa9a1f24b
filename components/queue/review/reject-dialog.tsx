'use client'

import type { RefObject } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { issueFor } from '@/components/errors/form-issues'
import { Dialog } from '@/components/ui/dialog'
import { TextArea } from '@/components/ui/field'
import { headlineOf } from '@/lib/stories/content/headline'
import { channelList } from '../queue-stories'
import { type PendingItems, useReject } from './use-review'

type Props = {
  items: PendingItems
  button: RefObject<HTMLButtonElement | null>
  /** Kept by the caller, so that a closed dialog loses nothing. */
  reason: string
  onReasonChange: (reason: string) => void
  onClose: () => void
}

/** Asks why posts are rejected. */
export function RejectDialog({ items, button, reason, onReasonChange, onClose }: Props) {
  const { mutate, isPending, error } = useReject(items, button, onClose)
  const { title, primary_caption } = items[0]
  return (
    <Dialog title={`Reject for ${channelList(items)}?`} onClose={onClose}>
      <DialogForm
        submitLabel="Reject"
        isDanger
        isBusy={isPending}
        error={error}
        errorTitle="Post not rejected"
        fields={['reason']}
        onSubmit={() => mutate(reason)}
        onClose={onClose}
      >
        <p className="wrap-anywhere">
          “{headlineOf({ title, caption: primary_caption })}” will not be published on {channelList(items)}.
        </p>
        <TextArea
          label="Reason"
          hint="Shown to the author."
          required
          maxLength={500}
          value={reason}
          onChange={(event) => onReasonChange(event.target.value)}
          error={issueFor(error, 'reason', 'The reason')}
        />
      </DialogForm>
    </Dialog>
  )
}
