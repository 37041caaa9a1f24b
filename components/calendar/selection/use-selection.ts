import { useCallback, useMemo, useState } from 'react'
import type { CalendarStory } from '@/lib/calendar/contract'
import { type CalendarCard, wholeOf } from '../data/cards'

/** Max stories per bulk move. */
export const selectedMax = 200

/** The selected stories. A card selects its whole story. The selection is preserved when another period is shown. */
export function useSelection(shown: readonly CalendarCard[]) {
  const [stories, setStories] = useState<ReadonlyMap<string, CalendarStory>>(new Map())
  const [isSelecting, setIsSelecting] = useState(false)
  const [anchor, setAnchor] = useState<string | null>(null)
  const toggle = useCallback(
    (card: CalendarCard, isRange = false) => {
      const from = shown.findIndex(({ key }) => key === anchor)
      const to = shown.findIndex(({ key }) => key === card.key)
      setStories((before) => {
        const after = new Map(before)
        if (isRange && from >= 0 && to >= 0) {
          for (const each of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) after.set(each.id, wholeOf(each))
        } else if (!after.delete(card.id)) after.set(card.id, wholeOf(card))
        return new Map([...after].slice(0, selectedMax))
      })
      setAnchor(card.key)
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
    const fresh = new Map(shown.map((card) => [card.id, wholeOf(card)]))
    return [...stories].map(([id, story]) => fresh.get(id) ?? story)
  }, [stories, shown])
  return { ids, chosen, isSelecting, setIsSelecting, toggle, clear }
}
