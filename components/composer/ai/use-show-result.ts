import { type RefObject, useEffect, useRef } from 'react'

/**
 * Scrolls to new suggestions and focuses the first one, so that the next Tab reaches its buttons.
 *
 * @param result a new object or text for each result; nothing happens without one
 */
export function useShowResult(result: unknown): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!result) return
    const first = list.current?.querySelector<HTMLElement>('article') ?? list.current
    first?.scrollIntoView({ block: 'start' })
    first?.focus({ preventScroll: true })
  }, [result])
  return list
}
