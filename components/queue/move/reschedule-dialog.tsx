'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { nameChannels } from '@/components/channels/channel-names'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { queueKeys, refreshStories } from '@/components/stories/query-keys'
import { StoryTimeField } from '@/components/story-time/story-time-field'
import { channelTimesText } from '@/components/time/channel-times-list'
import { formatTime } from '@/components/time/formats'
import { instantOf, localOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { Dialog } from '@/components/ui/dialog'
import { CheckField } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { bulkReschedule } from '@/lib/openapi/operations.generated'
import type { QueueItem } from '@/lib/queue-items/schema'
import { movablePosts, movedAlong, undoReschedule } from './move-posts'

type Props = {
  title: string
  /** The posts to move. The story can have others: the dialog offers to move them too. */
  items: readonly [QueueItem, ...QueueItem[]]
  onClose: () => void
}

export function RescheduleDialog({ title, items, onClose }: Props) {
  const { timeZone, locale } = useZone()
  const [first] = items
  const earliest = items.flatMap(({ scheduled_at }) => scheduled_at ?? []).sort()[0]
  const [local, setLocal] = useState(() => (earliest ? localOf(earliest, timeZone) : ''))
  const [error, setError] = useState<string | null>(null)
  const [movesOthers, setMovesOthers] = useState(false)
  const queries = useQueryClient()
  const toast = useToast()
  const { data: waiting } = useQuery({
    queryKey: [...queueKeys.all(first.project_id), 'movable', first.story_id],
    queryFn: () => movablePosts(first),
  })
  const others = waiting?.filter(({ id }) => items.every((item) => item.id !== id)) ?? []
  const otherNames = nameChannels(others.map(({ channel }) => channel))
  const time = instantOf(local, timeZone)
  const firstOfStory = waiting?.flatMap(({ scheduled_at }) => scheduled_at ?? []).sort()[0]
  // The endpoint moves a story by the time of its first post.
  const storyTime =
    earliest && firstOfStory && time
      ? instantOf(movedAlong(localOf(firstOfStory, timeZone), localOf(earliest, timeZone), local), timeZone)
      : null
  const isWhole = movesOthers && others.length > 0
  const undo = async (moved: Parameters<typeof undoReschedule>[0]): Promise<void> => {
    try {
      await undoReschedule(moved, isWhole)
      toast('Moved back.')
    } catch (cause) {
      toast(`Not moved back. ${cause instanceof Error ? cause.message : ''}`, 'bad')
    }
    await refreshStories(queries, first.project_id)
  }
  const move = useMutation({
    mutationFn: async () => {
      const before = isWhole ? await movablePosts(first) : items
      const { updated } = await call(bulkReschedule, {
        project_id: first.project_id,
        ...(isWhole ? { story_ids: [first.story_id] } : { queue_item_ids: items.map(({ id }) => id) }),
        scheduled_at: (isWhole ? storyTime : time)?.toISOString(),
        shift_own_times: isWhole,
      })
      const moved = new Set(updated.map(({ queue_item_id }) => queue_item_id))
      return before.filter(({ id }) => moved.has(id))
    },
    onSuccess: async (moved) => {
      if (moved.length === 0 || !time) return setError('This post can no longer be moved.')
      const onUndo = (): Promise<void> => undo(moved)
      toast(`Rescheduled to ${formatTime(time, 'short', timeZone, locale)}.`, 'good', { label: 'Undo', onUndo })
      onClose()
      await refreshStories(queries, first.project_id)
    },
  })
  const submit = (): void => {
    const now = new Date()
    if (!time) setError('Enter a date and a time.')
    else if (time < now) setError('This time is in the past.')
    else if (isWhole && storyTime && storyTime < now) setError(`The time for ${otherNames} would be in the past.`)
    else move.mutate()
  }
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
          value={local}
          error={error}
          onChange={(value) => {
            setLocal(value)
            setError(null)
          }}
        />
        {others.length > 0 && (
          <CheckField
            label={`Also move ${otherNames}`}
            hint={channelTimesText}
            checked={movesOthers}
            onChange={(event) => setMovesOthers(event.target.checked)}
          />
        )}
      </DialogForm>
    </Dialog>
  )
}
