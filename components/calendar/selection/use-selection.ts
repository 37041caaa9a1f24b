import { useCallback, useMemo, useState } from 'react'
import type { CalendarStory } from '../data/calendar-data'

/** Max stories per bulk move. */
export const selectedMax = 200

/** The selected stories. The selection is preserved when another period is shown. */
export function useSelection(shown: readonly CalendarStory[]) {
  const [stories, setStories] = useState<ReadonlyMap<string, CalendarStory>>(new Map())
  const [isSelecting, setIsSelecting] = useState(false)
  const [anchor, setAnchor] = useState<string | null>(null)
  const toggle = useCallback(
    (story: CalendarStory, isRange = false) => {
      const from = shown.findIndex(({ id }) => id === anchor)
      const to = shown.findIndex(({ id }) => id === story.id)
      setStories((before) => {
        const after = new Map(before)
        if (isRange && from >= 0 && to >= 0) {
          for (const each of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) after.set(each.id, each)
        } else if (!after.delete(story.id)) after.set(story.id, story)
        return new Map([...after].slice(0, selectedMax))
      })
      setAnchor(story.id)
    },
    [shown, anchor],
  )
  const clear = useCallback(() => {
    setStories(new Map())
    setIsSelecting(false)
    setAnchor(null)
  }, [])
  const ids = useMemo(() => new Set(stories.keys()), [stories])
  /** The current version of visible stories, else the version when selected. */
  const chosen = useMemo(() => {
    const fresh = new Map(shown.map((story) => [story.id, story]))
    return [...stories].map(([id, story]) => fresh.get(id) ?? story)
  }, [stories, shown])
  return { ids, chosen, isSelecting, setIsSelecting, toggle, clear }
}
