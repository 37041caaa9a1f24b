import { useCallback, useMemo, useRef } from 'react'
import type { CalendarStory } from '@/lib/calendar/contract'

/** Times of stories on the server, and `updated_at` for optimistic locking. */
export type StoryVersion = { at: string; updated_at: string }
export type StoryVersions = ReadonlyMap<string, StoryVersion>

/**
 * Queues the moves of a story. Each waits for the previous one and sends its `updated_at`, or the server would report a
 * conflict. The query cache can be older than the last move.
 */
export function useStoryVersions() {
  const last = useRef(new Map<string, { sent: Promise<unknown>; updatedAt: Promise<string | null> }>())
  const enqueue = useCallback(
    <Sent extends { stories: StoryVersions }>(
      stories: readonly CalendarStory[],
      send: (stories: CalendarStory[]) => Promise<Sent>,
    ): Promise<Sent> => {
      const before = stories.map(({ id }) => last.current.get(id)?.updatedAt ?? null)
      const sent = Promise.all(before).then((known) => send(stories.map((story, index) => newest(story, known[index]))))
      for (const [index, { id }] of stories.entries()) {
        const own = sent.then(({ stories: now }) => now.get(id)?.updated_at).catch(() => undefined)
        last.current.set(id, { sent, updatedAt: own.then(async (it) => it ?? (await before[index]) ?? null) })
      }
      return sent
    },
    [],
  )
  /** Whether this is the last move of a story. The last move sets the final time. */
  const isLast = useCallback((id: string, sent: Promise<unknown>): boolean => last.current.get(id)?.sent === sent, [])
  return useMemo(() => ({ enqueue, isLast }), [enqueue, isLast])
}

const newest = (story: CalendarStory, updatedAt: string | null | undefined): CalendarStory =>
  updatedAt && updatedAt > story.updated_at ? { ...story, updated_at: updatedAt } : story
