'use client'

import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { goToComposer } from '@/components/composer-address/composer-address'
import { refreshStories } from '@/components/stories/query-keys'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import type { MomentStatus } from '@/lib/moments/kinds'
import { duplicateStory, type listMoments, updateMoment } from '@/lib/openapi/operations.generated'
import { momentKeys } from './moments-filter'

export type MomentPage = AnswerTo<typeof listMoments>
export type ListedMoment = MomentPage['moments'][number]

const doneTexts: Record<MomentStatus, string> = {
  new: 'Moment restored.',
  acted_on: 'Marked as acted on.',
  dismissed: 'Moment dismissed.',
}

/** Changes the status, with undo. The moment leaves lists of another status at once. */
export function useMomentStatus(projectId: string) {
  const queries = useQueryClient()
  const toast = useToast()
  const { mutate } = useMutation({
    mutationFn: ({ moment, status }: { moment: ListedMoment; status: MomentStatus; isUndo?: boolean }) =>
      call(updateMoment, { id: moment.id, status }),
    onMutate: async ({ moment, status }) => {
      await queries.cancelQueries({ queryKey: momentKeys.all(projectId) })
      const before = queries.getQueriesData<InfiniteData<MomentPage>>({ queryKey: momentKeys.all(projectId) })
      for (const [key, data] of before) {
        const filter = key[2] as { status?: string } | undefined
        const isShown = filter?.status === 'all' || filter?.status === status
        if (data) queries.setQueryData(key, { ...data, pages: data.pages.map(change(moment.id, status, isShown)) })
      }
      return { before }
    },
    onSuccess: (_, { moment, status, isUndo }) => {
      if (isUndo) return
      const undo = { label: 'Undo', onUndo: () => mutate({ moment, status: moment.status, isUndo: true }) }
      toast(doneTexts[status], 'good', undo)
    },
    onError: (error, _, context) => {
      for (const [key, data] of context?.before ?? []) queries.setQueryData(key, data)
      toast(`Not changed. ${error.message}`, 'bad')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: momentKeys.all(projectId) }),
  })
  return (moment: ListedMoment, status: MomentStatus) => mutate({ moment, status })
}

const change =
  (id: string, status: MomentStatus, isShown: boolean) =>
  (page: MomentPage): MomentPage => ({
    ...page,
    moments: page.moments.flatMap((moment) => {
      if (moment.id !== id) return [moment]
      return isShown ? [{ ...moment, status }] : []
    }),
  })

/** Drafts a copy of the story and opens it. A moment without a story opens an empty composer. */
export function useFollowUp(projectId: string) {
  const queries = useQueryClient()
  const router = useRouter()
  const toast = useToast()
  return useMutation({
    mutationFn: async ({ id, story_id, status }: ListedMoment): Promise<string> => {
      const draft = story_id ? (await call(duplicateStory, { id: story_id })).story : null
      if (status === 'new') await call(updateMoment, { id, status: 'acted_on' })
      return draft ? `/${projectId}/stories/${draft.id}/edit` : `/${projectId}/compose`
    },
    onSuccess: async (path) => {
      goToComposer(router, path)
      await queries.invalidateQueries({ queryKey: momentKeys.all(projectId) })
      await refreshStories(queries, projectId)
    },
    onError: (error) => toast(`Follow-up not created. ${error.message}`, 'bad'),
  })
}
