'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { useMay } from '@/components/projects/role'
import { refreshStories } from '@/components/stories/query-keys'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { FirstComment } from '@/lib/first-comments/schema'
import { retryFirstComments } from '@/lib/openapi/operations.generated'
import type { StoryDetail } from '@/lib/stories/contract'

type Item = StoryDetail['content_queue'][number]

const labels: Record<FirstComment['status'], string> = {
  pending: 'First comment: waiting',
  sending: 'First comment: checking with the network',
  posted: 'First comment posted',
  failed: 'First comment failed',
}

/** The first comment of a channel. `planned` is its text before the post is public. */
export function FirstCommentStatus({ item, planned }: { item: Item; planned: string | null }) {
  const mayPublish = useMay('stories:publish')
  const comment = item.first_comment
  const text = comment?.text ?? planned?.trim()
  if (!text) return null
  return (
    <div className="relative z-10 mt-2 flex flex-col items-start gap-1 text-sm">
      <p className="flex items-center gap-2">
        <MessageSquare aria-hidden size={16} className="shrink-0" />
        <span className={comment?.status === 'failed' ? 'font-medium text-bad' : undefined}>
          {comment ? labels[comment.status] : 'First comment'}
        </span>
        {comment?.url && (
          <a href={comment.url} target="_blank" rel="noreferrer" className="font-medium text-accent hover:underline">
            View comment<span className="sr-only"> on {channelNames[item.channel]} (opens in a new tab)</span>
          </a>
        )}
      </p>
      <p className="line-clamp-2 whitespace-pre-wrap wrap-anywhere text-ink-soft">{text}</p>
      {comment?.error && <p className="wrap-anywhere">{comment.error}</p>}
      {comment?.status === 'failed' && mayPublish && <RetryButton item={item} />}
    </div>
  )
}

function RetryButton({ item: { story_id, project_id, channel } }: { item: Item }) {
  const queries = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(retryFirstComments, { id: story_id, channels: [channel] }),
    onSuccess: () => {
      toast('The comment is sent again now.')
      return refreshStories(queries, project_id)
    },
  })
  return (
    <>
      <Button isSmall isBusy={isPending} onClick={() => mutate()}>
        Retry comment<span className="sr-only"> on {channelNames[channel]}</span>
      </Button>
      {error && <ErrorNote error={error} title="Not retried" />}
    </>
  )
}
