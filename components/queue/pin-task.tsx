'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pin, PinOff } from 'lucide-react'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { refreshStories } from '@/components/stories/query-keys'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { markPin } from '@/lib/openapi/operations.generated'
import { pinOf, type pinTask } from '@/lib/queue-items/pin-state'
import type { QueueItem } from '@/lib/queue-items/schema'

type Props = { item: QueueItem; task: NonNullable<ReturnType<typeof pinTask>> }

/** What to do in the app of the network, and a button for when it is done. */
export function PinTask({ item, task }: Props) {
  const queries = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(markPin, { id: item.id, state: task === 'pin' ? 'done' : 'removed' }),
    onSuccess: () => {
      toast(task === 'pin' ? 'Marked as pinned.' : 'Marked as unpinned.')
      return refreshStories(queries, item.project_id)
    },
  })
  const network = channelNames[item.channel]
  const until = pinOf(item)?.until
  return (
    <div className="relative z-10 mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="flex items-start gap-2">
        {task === 'pin' ? (
          <Pin aria-hidden size={16} className="mt-1 shrink-0" />
        ) : (
          <PinOff aria-hidden size={16} className="mt-1 shrink-0" />
        )}
        <span>
          {task === 'pin' ? `Pin this post in the ${network} app` : `Unpin this post in the ${network} app`}
          {until && task === 'pin' && (
            <>
              {', until '}
              <Time at={until} />
            </>
          )}
          .
        </span>
      </p>
      <Button isSmall isBusy={isPending} onClick={() => mutate()}>
        {task === 'pin' ? 'Mark as pinned' : 'Mark as unpinned'}
      </Button>
      {error && <ErrorNote error={error} title="Not saved" />}
    </div>
  )
}
