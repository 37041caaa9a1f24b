'use client'

import { useEffect, useRef, useState } from 'react'
import { retryImport } from '@/components/ui/lazy/retry-import'

// Loaded when a tile is first shown.
const loadAdapter = () => import('@atlaskit/pragmatic-drag-and-drop/element/adapter')

type Options = {
  listId: string
  index: number
  /** Must be stable. */
  onMove: (from: number, to: number) => void
}

/** `dragged`: this tile is being dragged. `before`, `after`: where the dragged tile would be dropped. */
type DragState = 'idle' | 'dragged' | 'before' | 'after'

/** Drags a tile to another position of its list. */
export function useSlideDrag({ listId, index, onMove }: Options) {
  const row = useRef<HTMLLIElement>(null)
  const [drag, setDrag] = useState<DragState>('idle')
  useEffect(() => {
    const element = row.current
    if (!element) return
    let isUnmounted = false
    let stop = (): void => {}
    const start = (adapter: Awaited<ReturnType<typeof loadAdapter>>): void => {
      if (isUnmounted) return
      const indexOf = (data: Record<string | symbol, unknown>): number | null =>
        data.listId === listId && typeof data.index === 'number' ? data.index : null
      const stopDragging = adapter.draggable({
        element,
        getInitialData: () => ({ listId, index }),
        onDragStart: () => setDrag('dragged'),
        onDrop: () => setDrag('idle'),
      })
      const stopDropping = adapter.dropTargetForElements({
        element,
        canDrop: ({ source }) => indexOf(source.data) !== null,
        onDrag: ({ source }) => {
          const from = indexOf(source.data)
          if (from !== null && from !== index) setDrag(from < index ? 'after' : 'before')
        },
        onDragLeave: () => setDrag((current) => (current === 'dragged' ? current : 'idle')),
        onDrop: ({ source }) => {
          setDrag('idle')
          const from = indexOf(source.data)
          if (from !== null && from !== index) onMove(from, index)
        },
      })
      stop = () => {
        stopDragging()
        stopDropping()
      }
    }
    // Without drag and drop, buttons and keys still move slides.
    retryImport(loadAdapter).then(start, () => {})
    return () => {
      isUnmounted = true
      stop()
    }
  }, [listId, index, onMove])
  return { row, drag }
}
