'use client'

import { useDelayedDelete } from '@/components/ui/use-delayed-delete'
import { call } from '@/lib/api/client'
import { deleteStoryComment } from '@/lib/openapi/operations.generated'
import type { StoryComment } from '@/lib/story-comments/contract'
import { useRefreshComments } from './use-comments'

export type CommentDeletion = ReturnType<typeof useCommentDeletion>

/** Deletes comments with undo. The deletion is sent at the latest when the component that uses it is closed. */
export function useCommentDeletion(projectId: string, storyId: string) {
  return useDelayedDelete<StoryComment>({
    nameOf: () => 'Comment',
    send: ({ id }) => call(deleteStoryComment, { id }, { keepalive: true }),
    refresh: useRefreshComments(projectId, storyId),
  })
}
