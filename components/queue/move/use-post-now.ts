'use client'

import { useQueryClient } from '@tanstack/react-query'
import { addPendingPost } from '@/components/stories/pending-posts'
import { refreshStories } from '@/components/stories/query-keys'
import { failureOf, usePostNow as usePostStoryNow } from '@/components/stories/story-actions'
import { retryImport } from '@/components/ui/lazy/retry-import'
import { useToast } from '@/components/ui/toast'
import type { QueueItem } from '@/lib/queue-items/schema'
import type { StoryStatus } from '@/lib/stories/status'

const loadPostNow = () => import('./post-now')

/** Posts some channels of a story in a minute, with an undo. Its other posts keep their times. */
export function usePostNow(
  items: readonly [QueueItem, ...QueueItem[]],
  { headline, status }: { headline: string; status: StoryStatus },
): () => Promise<void> {
  const [{ story_id: id, project_id }] = items
  const queries = useQueryClient()
  const toast = useToast()
  const postStory = usePostStoryNow({ id, project_id, status }, headline)
  return async () => {
    try {
      const { postNow } = await retryImport(loadPostNow)
      const result = await postNow(items, headline)
      if (result.kind === 'story') return await postStory()
      if (result.kind === 'waiting') toast('Sent for approval. Once approved, it is posted.')
      else addPendingPost(result.post)
      await refreshStories(queries, project_id)
    } catch (error) {
      toast(`Not posted. ${failureOf(error)}`, 'bad')
    }
  }
}
