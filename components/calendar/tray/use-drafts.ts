import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { refreshStories, storyKeys } from '@/components/stories/query-keys'
import { formatTime } from '@/components/time/formats'
import { instantOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { CalendarStory } from '@/lib/calendar/contract'
import { bulkReschedule, editStory, listStories, restoreSchedule } from '@/lib/openapi/operations.generated'
import { headlineOf } from '@/lib/stories/content/headline'
import type { ListedStory } from '@/lib/stories/resource-contract'
import { storyTitle } from '../data/calendar-data'
import { PlannedToast } from './planned-toast'

export type Draft = Pick<ListedStory, 'id' | 'title' | 'caption' | 'channels' | 'slides'>

/** More drafts than this are in the list of stories. */
export const draftsMax = 100

export const draftTitle = (draft: Pick<Draft, 'title' | 'caption'>): string => headlineOf(draft) || 'Untitled'

export const draftsKey = (projectId: string) => [...storyKeys.all(projectId), 'without-time'] as const

/** Drafts without a time, newest first. */
export function useDrafts(projectId: string) {
  return useQuery({
    queryKey: draftsKey(projectId),
    queryFn: async ({ signal }): Promise<Draft[]> => {
      const query = { project_id: projectId, status: 'draft', limit: String(draftsMax) }
      const { stories } = await call(listStories, query, { signal })
      return stories.filter(({ scheduled_at }) => scheduled_at === null)
    },
    refetchInterval: 60_000,
  })
}

/** Gives a draft a time. It stays a draft, as drafts that are moved in the calendar do. */
export function useScheduleDraft(projectId: string) {
  const queries = useQueryClient()
  const toast = useToast()
  const { timeZone, locale } = useZone()
  const removeTime = useRemoveTime(projectId)
  const publishAt = useMutation({
    mutationFn: ({ id, at }: { id: string; at: string }) => call(editStory, { id, scheduled_at: at }),
    onSuccess: (_, { at }) => toast(`Scheduled for ${formatTime(at, 'short', timeZone, locale)}.`),
    onError: (error) => toast(`Not scheduled: ${error.message}`, 'bad'),
    onSettled: () => refreshStories(queries, projectId),
  })
  return useMutation({
    mutationFn: async ({ draft, local }: { draft: Draft; local: string }) => {
      const at = instantOf(local, timeZone)
      if (!at) throw new Error('Enter a date and a time.')
      const scheduled_at = at.toISOString()
      const { skipped } = await call(bulkReschedule, { project_id: projectId, story_ids: [draft.id], scheduled_at })
      if (skipped[0]) throw new Error(`The draft was not moved: ${skipped[0].reason}.`)
      return scheduled_at
    },
    onMutate: ({ draft }) => {
      queries.setQueryData<Draft[]>(draftsKey(projectId), (drafts) => drafts?.filter(({ id }) => id !== draft.id))
    },
    onSuccess: (at, { draft }) => {
      const undo = { label: 'Undo', onUndo: () => removeTime.mutate({ id: draft.id, title: draftTitle(draft) }) }
      const text = `Draft planned for ${formatTime(at, 'short', timeZone, locale)}. Not scheduled yet.`
      const close = toast(
        createElement(PlannedToast, {
          text,
          onSchedule: () => {
            close()
            publishAt.mutate({ id: draft.id, at })
          },
        }),
        'good',
        undo,
      )
    },
    onSettled: () => refreshStories(queries, projectId),
  })
}

/** What undo needs to give a story its time back. */
type Timed = Pick<CalendarStory, 'id' | 'status' | 'at' | 'own_times'>
type Untimed = { id: string; title: string; before?: Timed }

/** Takes the time from a story, which makes it a draft again. Undo restores the time, and with it a scheduled story. */
export function useRemoveTime(projectId: string) {
  const queries = useQueryClient()
  const toast = useToast()
  const restore = useMutation({
    mutationFn: (before: Timed) => restoreTime(projectId, before),
    onSettled: () => refreshStories(queries, projectId),
  })
  return useMutation({
    mutationFn: ({ id }: Untimed) => call(editStory, { id, scheduled_at: null }),
    onSuccess: (_, { title, before }) => {
      const onUndo = (): void => {
        if (before) restore.mutate(before, { onError: (error) => toast(`Not undone: ${error.message}`, 'bad') })
      }
      toast(`“${title}” is a draft without a time.`, 'good', before && { label: 'Undo', onUndo })
    },
    onSettled: () => refreshStories(queries, projectId),
  })
}

/** The server knows the times and approvals of a scheduled story, but not those of a draft. */
async function restoreTime(project_id: string, { id, status, at, own_times }: Timed): Promise<void> {
  if (status !== 'draft') {
    await call(restoreSchedule, { id })
    return
  }
  await call(bulkReschedule, { project_id, story_ids: [id], scheduled_at: at })
  for (const { queue_item_id, scheduled_at } of own_times)
    await call(bulkReschedule, { project_id, queue_item_ids: [queue_item_id], scheduled_at })
}

export const untimed = (story: CalendarStory): Untimed => ({ id: story.id, title: storyTitle(story), before: story })
