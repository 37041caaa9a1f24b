'use client'

import { Check, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useIsAtLeast } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Notice } from '@/components/ui/notice'
import { channelList } from '../queue-stories'
import { type PendingItems, useApprove, wantsChanges } from './use-review'

const RejectDialog = lazyComponent(() => import('./reject-dialog').then((it) => it.RejectDialog))

/** Tells members without access who can approve. Once per screen. */
export const ReviewNote = ({ items }: { items: readonly { status: string }[] }) =>
  items.some(({ status }) => status === 'pending') ? <RoleNote least="admin" to="approve posts" /> : null

/** Approve and reject, for owners and admins. One post, or all pending posts of a story. */
export function ReviewButtons({ items }: { items: PendingItems }) {
  const mayApprove = useIsAtLeast('admin')
  const [isRejecting, setIsRejecting] = useState(false)
  const [reason, setReason] = useState('')
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
      {isRejecting && (
        <RejectDialog {...{ items, button, reason }} onReasonChange={setReason} onClose={() => setIsRejecting(false)} />
      )}
    </>
  )
}
