'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, CalendarRange, ChevronDown, ListPlus, Send } from 'lucide-react'
import { useState } from 'react'
import { refreshStories } from '@/components/stories/query-keys'
import { failureOf, usePostNow } from '@/components/stories/story-actions'
import { queueBlockerOf } from '@/components/story-time/queue-blocker'
import { useNextSlots } from '@/components/story-time/use-story-times'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Menu } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { RequestTo } from '@/lib/api/operation'
import { editStory, scheduleStory } from '@/lib/openapi/operations.generated'
import { headlineOf } from '@/lib/stories/content/headline'
import type { StoryDetail } from '@/lib/stories/contract'

const ScheduleDialog = lazyComponent(() => import('./schedule-dialog').then((it) => it.ScheduleDialog))
const SlotsDialog = lazyComponent(() => import('@/components/posting-slots/slots-dialog').then((it) => it.SlotsDialog))

type Props = { story: StoryDetail; now: Date }

/** The ways to publish a draft: at a time first, at once last. */
export function ScheduleDraft({ story, now }: Props) {
  const { project_id: projectId, channels } = story
  const [open, setOpen] = useState<'time' | 'slots' | null>(null)
  const slots = useNextSlots({ projectId, channels })
  const queueBlocker = queueBlockerOf(slots)
  const schedule = useSchedule(story)
  const toast = useToast()
  const postNow = usePostNow(story, headlineOf(story))
  const addToQueue = (): void =>
    schedule.mutate(
      { add_to_queue: true },
      { onError: (error) => void toast(`Not added to the queue. ${failureOf(error)}`, 'bad') },
    )
  return (
    <div className="flex">
      <Button
        tone="primary"
        className="rounded-r-none"
        icon={<CalendarClock aria-hidden size={16} />}
        isBusy={schedule.isPending && open === null}
        onClick={() => setOpen('time')}
      >
        Schedule
      </Button>
      <Menu
        label="More ways to publish"
        items={[
          {
            label: 'Add to queue',
            icon: <ListPlus aria-hidden size={16} />,
            disabledBecause: queueBlocker ?? undefined,
            onSelect: addToQueue,
          },
          ...(queueBlocker === null
            ? []
            : [
                {
                  label: 'Set posting slots…',
                  icon: <CalendarRange aria-hidden size={16} />,
                  onSelect: () => setOpen('slots'),
                },
              ]),
          { label: 'Post now', icon: <Send aria-hidden size={16} />, onSelect: () => void postNow() },
        ]}
        trigger={<ChevronDown size={16} />}
        triggerClassName="flex control-size items-center justify-center rounded-r-lg border-l border-on-accent/25 bg-accent-fill text-on-accent hover:bg-accent-fill-hover"
      />
      {open === 'time' && (
        <ScheduleDialog
          story={story}
          now={now}
          error={schedule.error}
          isBusy={schedule.isPending}
          onSchedule={(scheduled_at_local, timezone) =>
            schedule.mutate({ scheduled_at_local, timezone }, { onSuccess: () => setOpen(null) })
          }
          onClose={() => {
            setOpen(null)
            schedule.reset()
          }}
        />
      )}
      {open === 'slots' && (
        <SlotsDialog projectId={projectId} channel={slots?.withoutSlots[0] ?? null} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}

type When = Pick<RequestTo<typeof scheduleStory>, 'add_to_queue' | 'scheduled_at_local' | 'timezone'>

/** Schedules the draft, with undo. */
function useSchedule({ id, project_id }: StoryDetail) {
  const queries = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (when: When) => call(scheduleStory, { id, ...when }),
    onSuccess: async ({ enqueue }, { add_to_queue }) => {
      const isWaiting = enqueue.skipped.some(({ reason }) => reason === 'awaiting_approval')
      const done = add_to_queue ? 'Added to the queue.' : 'Story scheduled.'
      toast(isWaiting ? `${done} Once approved, it is published.` : done, 'good', {
        label: 'Undo',
        onUndo: async () => {
          try {
            await call(editStory, { id, scheduled_at: null })
          } catch (error) {
            toast(`Still scheduled. ${failureOf(error)}`, 'bad')
          }
          await refreshStories(queries, project_id)
        },
      })
      await refreshStories(queries, project_id)
    },
  })
}
