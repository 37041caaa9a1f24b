import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { refreshStories, storyKeys } from '@/components/stories/query-keys'
import { formatTime } from '@/components/time/formats'
import { instantOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { CalendarStory } from '@/lib/calendar/contract'
import { bulkReschedule, editStory, listStories } from '@/lib/openapi/operations.generated'
import { headlineOf } from '@/lib/stories/content/headline'
import type { ListedStory } from '@/lib/stories/resource-contract'
import { storyTitle } from '../data/calendar-data'

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
      toast(`“${draftTitle(draft)}” moved to ${formatTime(at, 'short', timeZone, locale)}.`, 'good', undo)
    },
    onSettled: () => refreshStories(queries, projectId),
  })
}

/** Takes the time from a story, which makes it a draft again. */
export function useRemoveTime(projectId: string) {
  const queries = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ id }: { id: string; title: string }) => call(editStory, { id, scheduled_at: null }),
    onSuccess: (_, { title }) => {
      toast(`“${title}” is a draft without a time.`)
    },
    onSettled: () => refreshStories(queries, projectId),
  })
}

export const removedTimeOf = (story: CalendarStory) => ({ id: story.id, title: storyTitle(story) })
