'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { refreshStories } from '@/components/stories/query-keys'
import { StoryTimeField } from '@/components/story-time/story-time-field'
import { channelTimesText } from '@/components/time/channel-times-list'
import { formatTime } from '@/components/time/formats'
import { instantOf, localOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { Dialog } from '@/components/ui/dialog'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { bulkReschedule } from '@/lib/openapi/operations.generated'
import type { QueueItem } from '@/lib/queue-items/schema'
import { movablePosts, undoReschedule } from './undo-reschedule'

type Props = {
  title: string
  /** The posts to move. */
  items: readonly [QueueItem, ...QueueItem[]]
  /** Moves all posts of the story, also those that are not listed. */
  isWholeStory?: boolean
  onClose: () => void
}

export function RescheduleDialog({ title, items, isWholeStory = false, onClose }: Props) {
  const { timeZone, locale } = useZone()
  const [first] = items
  const earliest = items.flatMap(({ scheduled_at }) => scheduled_at ?? []).sort()[0]
  const [local, setLocal] = useState(() => (earliest ? localOf(earliest, timeZone) : ''))
  const [error, setError] = useState<string | null>(null)
  const queries = useQueryClient()
  const toast = useToast()
  const undo = async (moved: Parameters<typeof undoReschedule>[0]): Promise<void> => {
    try {
      await undoReschedule(moved, isWholeStory)
      toast('Moved back.')
    } catch (cause) {
      toast(`Not moved back. ${cause instanceof Error ? cause.message : ''}`, 'bad')
    }
    await refreshStories(queries, first.project_id)
  }
  const move = useMutation({
    mutationFn: async (at: string) => {
      const before = isWholeStory ? await movablePosts(first) : items
      const { updated } = await call(bulkReschedule, {
        project_id: first.project_id,
        ...(isWholeStory ? { story_ids: [first.story_id] } : { queue_item_ids: items.map(({ id }) => id) }),
        scheduled_at: at,
        shift_own_times: isWholeStory,
      })
      const moved = new Set(updated.map(({ queue_item_id }) => queue_item_id))
      return before.filter(({ id }) => moved.has(id))
    },
    onSuccess: async (moved, at) => {
      if (moved.length === 0) return setError('This post can no longer be moved.')
      const onUndo = (): Promise<void> => undo(moved)
      toast(`Rescheduled to ${formatTime(at, 'short', timeZone, locale)}.`, 'good', { label: 'Undo', onUndo })
      onClose()
      await refreshStories(queries, first.project_id)
    },
  })
  const submit = (): void => {
    const at = instantOf(local, timeZone)
    if (!at) setError('Enter a date and a time.')
    else if (at < new Date()) setError('This time is in the past.')
    else move.mutate(at.toISOString())
  }
  const hasOwnTimes = new Set(items.map(({ scheduled_at }) => scheduled_at)).size > 1
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm
        submitLabel="Reschedule"
        isBusy={move.isPending}
        error={move.error}
        errorTitle="Not rescheduled"
        onSubmit={submit}
        onClose={onClose}
      >
        <StoryTimeField
          projectId={first.project_id}
          channels={items.map(({ channel }) => channel)}
          label="New time"
          hint={hasOwnTimes ? channelTimesText : undefined}
          value={local}
          error={error}
          onChange={(value) => {
            setLocal(value)
            setError(null)
          }}
        />
      </DialogForm>
    </Dialog>
  )
}
