'use client'

import { useEffect, useRef } from 'react'
import { retryImport } from '@/components/ui/lazy/retry-import'
import { useReorder } from './reorder-context'

// Loaded when a row that can be moved is first shown.
const loadAdapter = () => import('@atlaskit/pragmatic-drag-and-drop/element/adapter')

const kind = 'queue-item'

/**
 * Makes a row a place where posts can be dropped, and draggable by its handle if it has one.
 *
 * @param key the id of its post, or the time of a free slot
 */
export function useRowDrag(key: string) {
  const row = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const reorder = useReorder()
  useEffect(() => {
    const element = row.current
    if (!element || !reorder) return
    let isUnmounted = false
    let stop = (): void => {}
    const idOf = (data: Record<string | symbol, unknown>): string | null =>
      data.kind === kind && typeof data.id === 'string' ? data.id : null
    const start = (adapter: Awaited<ReturnType<typeof loadAdapter>>): void => {
      if (isUnmounted) return
      const dragHandle = handle.current
      const stopDragging =
        dragHandle &&
        adapter.draggable({
          element,
          dragHandle,
          canDrag: () => dragHandle.ariaDisabled !== 'true',
          getInitialData: () => ({ kind, id: key }),
          onDragStart: () => element.setAttribute('data-dragged', ''),
          onDrop: ({ location: { current } }) => {
            element.removeAttribute('data-dragged')
            if (current.dropTargets.length > 0) return
            const { clientX, clientY } = current.input
            const under = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-place]')
            if (under?.dataset.place) reorder.explainDrop(key, under.dataset.place)
          },
        })
      const stopDropping = adapter.dropTargetForElements({
        element,
        canDrop: ({ source }) => {
          const [id, to] = [idOf(source.data), reorder.placeOf(key)]
          return id !== null && to !== undefined && reorder.canMove(id, to)
        },
        onDragEnter: ({ source }) => reorder.store.show(idOf(source.data) ?? '', reorder.placeOf(key) ?? null),
        onDragLeave: ({ source }) => reorder.store.show(idOf(source.data) ?? '', null),
        onDrop: ({ source }) => {
          const [id, to] = [idOf(source.data), reorder.placeOf(key)]
          if (id && to) reorder.moveTo(id, to)
        },
      })
      stop = () => {
        stopDragging?.()
        stopDropping()
      }
    }
    // Without drag and drop, the keyboard and the menu still move posts.
    retryImport(loadAdapter).then(start, () => {})
    return () => {
      isUnmounted = true
      stop()
    }
  }, [key, reorder])
  return { row, handle }
}
