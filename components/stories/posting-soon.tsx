'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { goToComposer } from '@/components/composer-address/composer-address'
import {
  type PendingPost,
  readPendingPosts,
  removePendingPost,
  subscribeToPendingPosts,
} from '@/components/stories/pending-posts'
import { Button } from '@/components/ui/button'
import { useToast, useToastPlace } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { editStory } from '@/lib/openapi/operations.generated'
import { refreshStories } from './query-keys'
import { restoreTimes, type StoryTimes } from './story-times'

const none: readonly PendingPost[] = []

/**
 * The countdown of "Post now", on every page of the project. Undo gives a scheduled story its time back. Any other story
 * becomes a draft again and is opened.
 */
export function PostingSoon({ projectId }: { projectId: string }) {
  const posts = useSyncExternalStore(subscribeToPendingPosts, readPendingPosts, () => none)
  return posts
    .filter((post) => post.projectId === projectId)
    .map((post) => <Countdown key={post.storyId} post={post} />)
}

function Countdown({ post }: { post: PendingPost }) {
  const place = useToastPlace()
  const secondsLeft = useSecondsLeft(post.at)
  const isOver = secondsLeft <= 0
  useEffect(() => {
    if (isOver) removePendingPost(post.storyId)
  }, [isOver, post.storyId])
  const { undo, isUndoing } = useUndo(post)
  if (!place || isOver) return null
  return createPortal(
    <li className="pointer-events-auto order-last flex max-w-md items-center gap-3 rounded-xl border border-line bg-raised py-1.5 pr-1.5 pl-4 shadow-lg">
      <Send aria-hidden size={18} className="shrink-0 text-accent" />
      {/* Read out once, not each second. */}
      <p className="min-w-0 flex-1 tabular-nums">
        Posting in <span aria-hidden>{secondsLeft} s</span>
        <span className="sr-only">a minute</span>.
      </p>
      <Button isSmall tone="ghost" isBusy={isUndoing} onClick={undo}>
        Undo
      </Button>
    </li>,
    place,
  )
}

function useUndo({ projectId, storyId, before }: PendingPost) {
  const router = useRouter()
  const queries = useQueryClient()
  const toast = useToast()
  const [isUndoing, setIsUndoing] = useState(false)
  const undo = useCallback(async (): Promise<void> => {
    setIsUndoing(true)
    try {
      if (before && isAhead(before)) {
        await restoreTimes(projectId, storyId, before)
        toast('Not posted. The story is scheduled as before.')
      } else {
        await call(editStory, { id: storyId, scheduled_at: null })
        toast('Not posted. The story is a draft again.')
        goToComposer(router, `/${projectId}/stories/${storyId}/edit`)
      }
      removePendingPost(storyId)
      await refreshStories(queries, projectId)
    } catch (error) {
      toast(`Not undone. ${error instanceof Error ? error.message : ''}`.trim(), 'bad')
      setIsUndoing(false)
    }
  }, [projectId, storyId, before, toast, router, queries])
  return { undo, isUndoing }
}

const isAhead = ({ at, own }: StoryTimes): boolean =>
  [at, ...own.map((item) => item.at)].every((time) => Date.parse(time) > Date.now())

/** Whole seconds until a time. */
function useSecondsLeft(at: string): number {
  const left = (): number => Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 500)
    return () => clearInterval(timer)
  })
  return seconds
}
