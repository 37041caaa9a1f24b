'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { storyKeys } from '@/components/stories/query-keys'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { startEditing, stopEditing } from '@/lib/openapi/operations.generated'

/** The server forgets an editor after 40 seconds. */
const heartbeatMs = 15_000

/**
 * Says that the user is editing a story, while the page is visible.
 *
 * @param storyId null while it is not saved
 * @returns the other editors and the number of comments; undefined until known
 */
export function useEditing(projectId: string, storyId: string | null): AnswerTo<typeof startEditing> | undefined {
  const { data } = useQuery({
    queryKey: [...storyKeys.one(projectId, storyId ?? ''), 'editing'],
    queryFn: ({ signal }) => call(startEditing, { id: storyId ?? '' }, { signal }),
    enabled: storyId !== null,
    refetchInterval: heartbeatMs,
    staleTime: 0,
    gcTime: 0,
    // The next heartbeat tries again.
    retry: false,
  })
  useEffect(() => {
    if (storyId === null) return
    // Without an answer, the presence expires.
    const stop = (): void => void call(stopEditing, { id: storyId }, { keepalive: true }).catch(() => {})
    window.addEventListener('pagehide', stop)
    return () => {
      window.removeEventListener('pagehide', stop)
      stop()
    }
  }, [storyId])
  return storyId === null ? undefined : data
}
