'use client'

import { ErrorNote } from '@/components/errors/error-note'
import { ShowMore } from '@/components/ui/data/show-more'
import { Skeleton } from '@/components/ui/skeleton'
import { useDelayedDelete } from '@/components/ui/use-delayed-delete'
import { call } from '@/lib/api/client'
import { deleteStoryComment } from '@/lib/openapi/operations.generated'
import type { StoryComment } from '@/lib/story-comments/contract'
import { CommentRow } from './comment-row'
import { NewComment } from './new-comment'
import { useComments, useRefreshComments } from './use-comments'

type Props = { projectId: string; storyId: string; hasClient: boolean }

/** The comments of the team and the client on a story, and a field for a new one. For all members. */
export function TeamComments({ projectId, storyId, hasClient }: Props) {
  const { query, comments } = useComments(projectId, storyId)
  const refresh = useRefreshComments(projectId, storyId)
  const { remove, withoutDeleted } = useDelayedDelete<StoryComment>({
    nameOf: () => 'Comment',
    send: ({ id }) => call(deleteStoryComment, { id }, { keepalive: true }),
    refresh,
  })
  const shown = withoutDeleted(comments)
  return (
    <div className="flex flex-col gap-4">
      {query.error && (
        <ErrorNote
          isReading
          error={query.error}
          title="The comments could not be loaded"
          onRetry={() => void query.refetch()}
        />
      )}
      <ShowMore isSmall query={query} label="Show earlier comments" />
      {query.isPending && <LoadingComments />}
      {shown.length > 0 && (
        <ul aria-label="Comments" className="flex flex-col gap-4">
          {shown.map((comment) => (
            <CommentRow key={comment.id} comment={comment} onDelete={() => remove(comment)} />
          ))}
        </ul>
      )}
      <NewComment key={storyId} {...{ projectId, storyId, hasClient }} />
    </div>
  )
}

const LoadingComments = () => (
  <div role="status" className="flex flex-col gap-3">
    <span className="sr-only">Loading comments</span>
    <Skeleton className="h-10 w-full" />
    <Skeleton className="h-10 w-3/4" />
  </div>
)
