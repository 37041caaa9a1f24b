'use client'

import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { ShowMore } from '@/components/ui/data/show-more'
import { Skeleton } from '@/components/ui/skeleton'
import { CommentRow } from './comment-row'
import { NewComment } from './new-comment'
import { type CommentDeletion, useCommentDeletion } from './use-comment-deletion'
import { useComments } from './use-comments'

type Props = { projectId: string; storyId: string; hasClient: boolean }

/** The comments of the team and the client on a story, and a field for a new one. For all members. */
export function TeamComments(props: Props) {
  return <CommentThread {...props} deletion={useCommentDeletion(props.projectId, props.storyId)} />
}

/** The same in a popover that may close before a deletion is sent. */
export function CommentThread({ projectId, storyId, hasClient, deletion }: Props & { deletion: CommentDeletion }) {
  const { query, comments } = useComments(projectId, storyId)
  const [showsResolved, setShowsResolved] = useState(false)
  const existing = deletion.withoutDeleted(comments)
  const resolvedCount = existing.filter(({ resolved }) => resolved).length
  const shown = showsResolved ? existing : existing.filter(({ resolved }) => !resolved)
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
      {resolvedCount > 0 && (
        <Button
          isSmall
          tone="ghost"
          className="self-start"
          aria-expanded={showsResolved}
          onClick={() => setShowsResolved(!showsResolved)}
        >
          {showsResolved ? 'Hide' : 'Show'} {resolvedCount} resolved
        </Button>
      )}
      {shown.length > 0 && (
        <ul aria-label="Comments" className="flex flex-col gap-4">
          {shown.map((comment) => (
            <CommentRow key={comment.id} comment={comment} onDelete={() => deletion.remove(comment)} />
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
