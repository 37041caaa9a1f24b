'use client'

import { type RefObject, useState } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { issueFor } from '@/components/errors/form-issues'
import { Dialog } from '@/components/ui/dialog'
import { TextArea } from '@/components/ui/field'
import { headlineOf } from '@/lib/stories/content/headline'
import { channelList } from './queue-stories'
import { type PendingItems, useReject } from './use-review'

type Props = { items: PendingItems; button: RefObject<HTMLButtonElement | null>; onClose: () => void }

/** Asks why posts are rejected. */
export function RejectDialog({ items, button, onClose }: Props) {
  const [reason, setReason] = useState('')
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
          “{headlineOf({ title, caption: primary_caption })}” will not be published there. This does not affect other
          channels of the story.
        </p>
        <TextArea
          label="Reason"
          hint="Shown to the author."
          required
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={issueFor(error, 'reason', 'The reason')}
        />
      </DialogForm>
    </Dialog>
  )
}
