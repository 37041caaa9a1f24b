'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { issueFor } from '@/components/errors/form-issues'
import { RoleNote, useIsAtLeast } from '@/components/projects/role'
import { refreshStories } from '@/components/stories/keys'
import { headlineOf } from '@/components/stories/story-text'
import { formatTime } from '@/components/time/formats'
import { useNow } from '@/components/time/use-now'
import { useZone } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { TextArea } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { approveQueueItem, rejectQueueItem } from '@/lib/api/operations.generated'
import type { QueueItem } from '@/lib/queue/contract'

/** Once on a screen on which something waits for an approval. */
export const ReviewNote = ({ items }: { items: readonly { status: string }[] }) =>
  items.some(({ status }) => status === 'pending') ? <RoleNote least="admin" to="approve posts" /> : null

/** For an item that waits for an approval, and for those who may decide. `ReviewNote` tells the others who can. */
export function ReviewButtons({ item }: { item: QueueItem }) {
  const mayDecide = useIsAtLeast('admin')
  const [isRejecting, setIsRejecting] = useState(false)
  const queries = useQueryClient()
  const toast = useToast()
  const network = channelNames[item.channel]
  const { timeZone, locale } = useZone()
  const now = useNow(item.scheduled_at ?? item.updated_at)
  const approve = useMutation({
    mutationFn: () => call(approveQueueItem, { id: item.id }),
    onSuccess: () => {
      const at = item.scheduled_at
      const isAhead = at !== null && Date.parse(at) > now.getTime()
      toast(`Approved for ${network}. It goes out ${isAhead ? formatTime(at, 'short', timeZone, locale) : 'now'}.`)
      return refreshStories(queries, item.project_id)
    },
  })
  if (!mayDecide) return null
  return (
    <div className="relative z-10 flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Button
          isSmall
          tone="primary"
          icon={<Check aria-hidden size={15} />}
          isBusy={approve.isPending}
          onClick={() => approve.mutate()}
        >
          Approve<span className="sr-only"> for {network}</span>
        </Button>
        <Button isSmall icon={<X aria-hidden size={15} />} onClick={() => setIsRejecting(true)}>
          Reject<span className="sr-only"> for {network}</span>
        </Button>
      </div>
      {approve.error && <ErrorNote error={approve.error} title="Not approved" />}
      {isRejecting && <RejectDialog item={item} onClose={() => setIsRejecting(false)} />}
    </div>
  )
}

function RejectDialog({ item, onClose }: { item: QueueItem; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const queries = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(rejectQueueItem, { id: item.id, reason }),
    onSuccess: async () => {
      toast(`Rejected for ${channelNames[item.channel]}. The reason stands with the post.`)
      onClose()
      await refreshStories(queries, item.project_id)
    },
  })
  return (
    <Dialog title={`Reject for ${channelNames[item.channel]}?`} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <p className="wrap-anywhere">
          “{headlineOf({ title: item.title, caption: item.primary_caption })}” will not be posted there. Other channels
          of the story are decided by themselves.
        </p>
        <TextArea
          label="Why"
          hint="Its author reads this."
          required
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={issueFor(error, 'reason', 'The reason')}
        />
        {error && !issueFor(error, 'reason', '') && <ErrorNote error={error} title="Not rejected" />}
        <DialogButtons>
          <Button onClick={onClose}>Not now</Button>
          <Button tone="danger" type="submit" isBusy={isPending}>
            Reject
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
