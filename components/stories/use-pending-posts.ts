'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { goToComposer } from '@/components/composer-address/composer-address'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { editStory } from '@/lib/openapi/operations.generated'
import { type PendingPost, readPendingPosts, removePendingPost, subscribeToPendingPosts } from './pending-posts'
import { refreshStories } from './query-keys'
import { restoreTimes, type StoryTimes } from './story-times'

const none: readonly PendingPost[] = []

export const usePendingPosts = (): readonly PendingPost[] =>
  useSyncExternalStore(subscribeToPendingPosts, readPendingPosts, () => none)

/** The post of a story that is posted in less than a minute. */
export const usePendingPost = (storyId: string): PendingPost | undefined =>
  usePendingPosts().find((post) => post.storyId === storyId)

/**
 * Undo of "Post now": a scheduled story gets its time back. Any other story becomes a draft again and is opened.
 */
export function useUndoPost({ projectId, storyId, before }: PendingPost) {
  const router = useRouter()
  const queries = useQueryClient()
  const toast = useToast()
  const [isUndoing, setIsUndoing] = useState(false)
  const undo = useCallback(async (): Promise<void> => {
    setIsUndoing(true)
    try {
      if (before && isAhead(before)) {
        await restoreTimes(projectId, storyId, before)
        toast(`Not posted. ${before.at === null ? 'The post' : 'The story'} is scheduled as before.`)
      } else if (before?.at === null) {
        // As a draft, the other channels would lose their times.
        throw new Error('The earlier time has passed. Reschedule the post instead.')
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
  [at ?? [], own.map((item) => item.at)].flat().every((time) => Date.parse(time) > Date.now())

/** Whole seconds until a post. At 0 it is no longer pending. */
export function useSecondsLeft({ storyId, at }: PendingPost): number {
  const left = (): number => Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 500)
    return () => clearInterval(timer)
  })
  useEffect(() => {
    if (seconds <= 0) removePendingPost(storyId)
  }, [seconds, storyId])
  return seconds
}
