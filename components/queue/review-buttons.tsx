'use client'

import { Check, X } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { ErrorNote } from '@/components/errors/error-note'
import { issueFor } from '@/components/errors/form-issues'
import { RoleNote, useIsAtLeast } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextArea } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { headlineOf } from '@/lib/stories/content/headline'
import { channelList } from './queue-stories'
import { type PendingItems, useApprove, useReject, wantsChanges } from './use-review'

/** Tells members without access who can approve. Once per screen. */
export const ReviewNote = ({ items }: { items: readonly { status: string }[] }) =>
  items.some(({ status }) => status === 'pending') ? <RoleNote least="admin" to="approve posts" /> : null

/** Approve and reject, for owners and admins. One post, or all pending posts of a story. */
export function ReviewButtons({ items }: { items: PendingItems }) {
  const mayApprove = useIsAtLeast('admin')
  const [isRejecting, setIsRejecting] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const approve = useApprove(items, button)
  if (!mayApprove) return null
  const channels = channelList(items)
  return (
    <>
      <div className="relative z-10 flex shrink-0 gap-1.5">
        <Button
          isSmall
          ref={button}
          data-approve
          icon={<Check aria-hidden size={16} />}
          isBusy={approve.isPending}
          onClick={() => approve.mutate({ isAnyway: false })}
        >
          Approve<span className="sr-only"> for {channels}</span>
        </Button>
        <Button isSmall tone="ghost" icon={<X aria-hidden size={16} />} onClick={() => setIsRejecting(true)}>
          Reject<span className="sr-only"> for {channels}</span>
        </Button>
      </div>
      {approve.error && (
        <div className="relative z-10 w-full">
          {wantsChanges(approve.error) ? (
            <Notice
              tone="warn"
              role="alert"
              title="The client asked for changes"
              action={
                <Button isSmall isBusy={approve.isPending} onClick={() => approve.mutate({ isAnyway: true })}>
                  Approve anyway
                </Button>
              }
            >
              Edit the story, or approve it as it is.
            </Notice>
          ) : (
            <ErrorNote error={approve.error} title="Post not approved" />
          )}
        </div>
      )}
      {isRejecting && <RejectDialog items={items} button={button} onClose={() => setIsRejecting(false)} />}
    </>
  )
}

type RejectProps = { items: PendingItems; button: RefObject<HTMLButtonElement | null>; onClose: () => void }

function RejectDialog({ items, button, onClose }: RejectProps) {
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
