'use client'

import { Send } from 'lucide-react'
import { createPortal } from 'react-dom'
import { Button } from '@/components/ui/button'
import { useToastPlace } from '@/components/ui/toast'
import type { PendingPost } from './pending-posts'
import { usePendingPosts, useSecondsLeft, useUndoPost } from './use-pending-posts'

/** The countdown of "Post now", on every page of the project. */
export const PostingSoon = ({ projectId }: { projectId: string }) =>
  usePendingPosts()
    .filter((post) => post.projectId === projectId)
    .map((post) => <Countdown key={post.storyId} post={post} />)

function Countdown({ post }: { post: PendingPost }) {
  const place = useToastPlace()
  const secondsLeft = useSecondsLeft(post)
  const { undo, isUndoing } = useUndoPost(post)
  if (!place || secondsLeft <= 0) return null
  return createPortal(
    <li className="pointer-events-auto order-last flex max-w-md items-center gap-3 rounded-xl border border-line bg-raised py-1.5 pr-1.5 pl-4 shadow-lg">
      <Send aria-hidden size={18} className="shrink-0 text-accent" />
      {/* Read out once, not each second. */}
      <p className="min-w-0 flex-1 tabular-nums">
        Posting “<span className="inline-block max-w-[min(11rem,36vw)] truncate align-bottom">{post.headline}</span>”{' '}
        {post.channels && `on ${post.channels} `}
        <span className="whitespace-nowrap">
          in <span aria-hidden>{secondsLeft} s</span>
          <span className="sr-only">a minute</span>.
        </span>
      </p>
      <Button isSmall tone="ghost" isBusy={isUndoing} onClick={undo}>
        Undo
      </Button>
    </li>,
    place,
  )
}
