import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { ListEntry } from './list-entries'

/** Estimates, until an entry is measured. */
const heights: Record<ListEntry['kind'], number> = { day: 44, story: 57, slot: 57, rest: 40 }
/** Shorter lists are rendered whole. */
const virtualFrom = 100
/** The window on the server, which renders what fits. */
const serverRect = { width: 1_440, height: 900 }

/** An entry, or the height of those that are left out. */
export type Visible = { entry: ListEntry; index: number } | { gap: number; id: string }

/**
 * The entries in and near the window. The entry with the focus stays rendered, or the focus would be lost.
 *
 * @param resetKey scrolls to the top when it changes: another period is shown
 */
export function useVisibleEntries(
  entries: readonly ListEntry[],
  root: RefObject<HTMLElement | null>,
  resetKey: string,
) {
  const [margin, setMargin] = useState(0)
  const isVirtual = entries.length >= virtualFrom
  // Content above the list can change with every render: errors, the toolbar's lines.
  useLayoutEffect(() => {
    const top = Math.round((root.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    if (top !== margin) setMargin(top)
  })
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: (index) => heights[entries[index]?.kind ?? 'story'],
    getItemKey: (index) => entries[index]?.id ?? index,
    overscan: 12,
    scrollMargin: margin,
    initialRect: serverRect,
    enabled: isVirtual,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      const focused = focusedIndex(root.current)
      return focused === null || focused >= range.count || indexes.includes(focused)
        ? indexes
        : [...indexes, focused].sort((one, other) => one - other)
    },
  })
  useScrollToTop(root, resetKey)
  if (!isVirtual) return { visible: entries.map((entry, index): Visible => ({ entry, index })), measure: undefined }
  const visible: Visible[] = []
  let end = margin
  for (const item of virtualizer.getVirtualItems()) {
    const entry = entries[item.index]
    if (!entry) continue
    if (item.start > end) visible.push({ gap: item.start - end, id: `gap ${item.index}` })
    visible.push({ entry, index: item.index })
    end = item.end
  }
  const rest = virtualizer.getTotalSize() + margin - end
  if (rest > 0) visible.push({ gap: rest, id: 'gap' })
  return { visible, measure: virtualizer.measureElement }
}

function focusedIndex(root: HTMLElement | null): number | null {
  const focused = root?.contains(document.activeElement) ? document.activeElement : null
  const index = focused?.closest<HTMLElement>('[data-index]')?.dataset.index
  return index === undefined ? null : Number(index)
}

function useScrollToTop(root: RefObject<HTMLElement | null>, resetKey: string): void {
  const [shown, setShown] = useState(resetKey)
  useEffect(() => {
    if (shown === resetKey) return
    setShown(resetKey)
    if ((root.current?.getBoundingClientRect().top ?? 0) < 0) window.scrollTo({ top: 0 })
  }, [root, resetKey, shown])
}
