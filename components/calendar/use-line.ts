import { useCallback, useMemo, useRef } from 'react'
import type { CalendarStory } from './calendar-data'

/** What the server made of stories: where they stand, and the word by which it knows that nobody else changed them. */
export type Standing = ReadonlyMap<string, { at: string; updated_at: string }>

/**
 * Moves of one story stand in a line: each waits for the one before and is made of what that has left, or the server
 * would take it for another person's. What was read of the story may be older, and may stay so for a while.
 */
export function useLine() {
  const last = useRef(new Map<string, { sent: Promise<unknown>; updatedAt: Promise<string | null> }>())
  const stand = useCallback(
    <Sent extends { stories: Standing }>(
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
  /** Whether no other move of a story stands behind this one, which alone says where the story is in the end. */
  const isLast = useCallback((id: string, sent: Promise<unknown>): boolean => last.current.get(id)?.sent === sent, [])
  return useMemo(() => ({ stand, isLast }), [stand, isLast])
}

const newest = (story: CalendarStory, updatedAt: string | null | undefined): CalendarStory =>
  updatedAt && updatedAt > story.updated_at ? { ...story, updated_at: updatedAt } : story
