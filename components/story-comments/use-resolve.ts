'use client'

import { useMutation } from '@tanstack/react-query'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { editStoryComment } from '@/lib/openapi/operations.generated'
import type { StoryComment } from '@/lib/story-comments/contract'
import { useRefreshComments } from './use-comments'

/** Resolves a comment, with undo, or opens it again. */
export function useResolve({ id, project_id: projectId, story_id: storyId }: StoryComment) {
  const toast = useToast()
  const refresh = useRefreshComments(projectId, storyId)
  const send = async (resolved: boolean): Promise<void> => {
    await call(editStoryComment, { id, resolved })
    await refresh()
  }
  const fail = (error: Error): void => void toast(`The comment was not changed. ${error.message}`, 'bad')
  return useMutation({
    mutationFn: send,
    onSuccess: (_, resolved) => {
      if (resolved) toast('Comment resolved.', 'good', { label: 'Undo', onUndo: () => void send(false).catch(fail) })
    },
    onError: fail,
  })
}
