'use client'

import type { PendingPost } from '@/components/stories/pending-posts'
import { StatusText } from '@/components/stories/status-badges'
import { useSecondsLeft, useUndoPost } from '@/components/stories/use-pending-posts'

/** The status of a story that is posted in less than a minute, with an undo button. */
export function PostingCountdown({ post }: { post: PendingPost }) {
  const secondsLeft = useSecondsLeft(post)
  const { undo, isUndoing } = useUndoPost(post)
  return (
    <span className="flex flex-wrap items-center gap-x-2 tabular-nums">
      <StatusText tone="info" label={`Posting in ${secondsLeft} s`} />
      <button
        type="button"
        disabled={isUndoing}
        onClick={undo}
        className="relative z-10 min-h-6 rounded-md text-sm font-medium text-accent hover:underline disabled:opacity-50 lg:pl-3.5 pointer-coarse:min-h-11"
      >
        Undo<span className="sr-only"> posting “{post.headline}”</span>
      </button>
    </span>
  )
}
