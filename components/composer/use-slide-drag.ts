'use client'

import { useEffect, useRef, useState } from 'react'
import { loadPatiently } from '@/components/ui/load-patiently'

// Wanted only by who drags, and so not in the first load.
const loadAdapter = () => import('@atlaskit/pragmatic-drag-and-drop/element/adapter')

type Options = { listId: string; index: number; onMove: (from: number, to: number) => void }

/** Lets a row be dragged by its handle to the place of another row of the same list. The keyboard has its own buttons. */
export function useSlideDrag({ listId, index, onMove }: Options) {
  const row = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const [isDragged, setIsDragged] = useState(false)
  const [edge, setEdge] = useState<'top' | 'bottom' | null>(null)
  const move = useRef(onMove)
  move.current = onMove
  useEffect(() => {
    const [element, dragHandle] = [row.current, handle.current]
    if (!element || !dragHandle) return
    let isGone = false
    let end = (): void => {}
    const start = (adapter: Awaited<ReturnType<typeof loadAdapter>>): void => {
      if (isGone) return
      const indexOf = (data: Record<string | symbol, unknown>): number | null =>
        data.listId === listId && typeof data.index === 'number' ? data.index : null
      const stopDragging = adapter.draggable({
        element,
        dragHandle,
        getInitialData: () => ({ listId, index }),
        onDragStart: () => setIsDragged(true),
        onDrop: () => setIsDragged(false),
      })
      const stopTaking = adapter.dropTargetForElements({
        element,
        canDrop: ({ source }) => indexOf(source.data) !== null,
        onDrag: ({ source }) => {
          const from = indexOf(source.data)
          setEdge(from === null || from === index ? null : from < index ? 'bottom' : 'top')
        },
        onDragLeave: () => setEdge(null),
        onDrop: ({ source }) => {
          setEdge(null)
          const from = indexOf(source.data)
          if (from !== null && from !== index) move.current(from, index)
        },
      })
      end = () => {
        stopDragging()
        stopTaking()
      }
    }
    // Without it there are still the buttons.
    loadPatiently(loadAdapter).then(start, () => {})
    return () => {
      isGone = true
      end()
    }
  }, [listId, index])
  return { row, handle, isDragged, edge }
}
