'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useToast } from '@/components/ui/toast'
import { useDelayedDelete } from '@/components/ui/use-delayed-delete'
import { call } from '@/lib/api/client'
import type { CorpusCaption } from '@/lib/captions/corpus/contract'
import { changeCorpusCaptions, deleteCorpusCaption, seedCorpus } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import { refreshCaptions } from './use-captions'

/** Most captions per request. */
const batchMax = 100

/** Approves captions, or takes the approval back, with undo. Seeds the corpus. */
export function useCaptionActions(projectId: string) {
  const queries = useQueryClient()
  const toast = useToast()
  const run = async (work: () => Promise<unknown>, failure: string): Promise<void> => {
    try {
      await work()
    } catch (error) {
      toast(`${failure} ${error instanceof Error ? error.message : ''}`, 'bad')
    }
    await refreshCaptions(queries, projectId)
  }
  const change = async (
    action: 'approve' | 'unapprove' | 'delete' | 'undo_seed',
    ids: readonly string[],
  ): Promise<void> => {
    for (let from = 0; from < ids.length; from += batchMax)
      await call(changeCorpusCaptions, { id: projectId, action, ids: ids.slice(from, from + batchMax) })
  }
  const setApproved = (captions: readonly CorpusCaption[], approved: boolean): Promise<void> => {
    const ids = captions.filter((caption) => caption.approved !== approved).map(({ id }) => id)
    const [action, back] = approved ? (['approve', 'unapprove'] as const) : (['unapprove', 'approve'] as const)
    return run(async () => {
      await change(action, ids)
      toast(`${plural(ids.length, 'caption')} ${approved ? 'approved' : 'back in review'}.`, 'good', {
        label: 'Undo',
        onUndo: () => void run(() => change(back, ids), 'Not undone.'),
      })
    }, 'Not changed.')
  }
  const removeAll = async (ids: readonly string[]): Promise<void> => {
    await change('delete', ids)
    toast(`${plural(ids.length, 'caption')} deleted.`)
    await refreshCaptions(queries, projectId)
  }
  const seed = (): Promise<void> =>
    run(async () => {
      const { created, ids } = await call(seedCorpus, { id: projectId, limit: 200 })
      if (created === 0) return toast('No new captions in published posts.')
      toast(`${plural(created, 'caption')} added for review.`, 'good', {
        label: 'Undo',
        onUndo: () => void run(() => change('undo_seed', ids), 'Not undone.'),
      })
    }, 'Not added.')
  return { setApproved, removeAll, seed }
}

export function useDeleteCaption(projectId: string) {
  const queries = useQueryClient()
  return useDelayedDelete<CorpusCaption>({
    nameOf: () => 'Caption',
    send: ({ id }) => call(deleteCorpusCaption, { id }, { keepalive: true }),
    refresh: () => refreshCaptions(queries, projectId),
  })
}
