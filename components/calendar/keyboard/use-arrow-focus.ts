import { type KeyboardEvent, type RefObject, useCallback, useEffect } from 'react'

const directions: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

const stopsIn = (root: HTMLElement | null): HTMLElement[] =>
  [...(root?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])].filter((stop) => stop.getClientRects().length > 0)

/**
 * Roving tabindex: the grid has one tab stop, and arrow keys move the focus. Stops are read from the DOM, because
 * FullCalendar re-renders them at any time.
 */
export function useArrowFocus(root: RefObject<HTMLElement | null>): (event: KeyboardEvent) => void {
  useEffect(() => {
    const element = root.current
    if (!element) return
    const ensureTabStop = (): void => {
      const stops = stopsIn(element)
      if (stops.some(({ tabIndex }) => tabIndex === 0)) return
      const first = stops.find((stop) => stop.dataset.story) ?? stops[0]
      if (first) first.tabIndex = 0
    }
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement) || target.dataset.stop === undefined) return
      for (const stop of stopsIn(element)) stop.tabIndex = stop === target ? 0 : -1
    }
    const watcher = new MutationObserver(ensureTabStop)
    watcher.observe(element, { childList: true, subtree: true })
    element.addEventListener('focusin', onFocus)
    ensureTabStop()
    return () => {
      watcher.disconnect()
      element.removeEventListener('focusin', onFocus)
    }
  }, [root])
  return useCallback(
    (event) => {
      const direction = directions[event.key]
      const from = event.target
      if (!direction || !(from instanceof HTMLElement) || from.dataset.stop === undefined) return
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const next = nearestStop(from, stopsIn(root.current), direction)
      event.preventDefault()
      next?.focus()
    },
    [root],
  )
}

/** The nearest stop in a direction. Sideways distance counts three times. */
function nearestStop(from: HTMLElement, stops: HTMLElement[], [dx, dy]: readonly [number, number]): HTMLElement | null {
  const centerOf = (element: HTMLElement) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  const here = centerOf(from)
  let best: { stop: HTMLElement; distance: number } | null = null
  for (const stop of stops) {
    if (stop === from) continue
    const there = centerOf(stop)
    const [x, y] = [there.x - here.x, there.y - here.y]
    const along = x * dx + y * dy
    const across = Math.abs(x * dy) + Math.abs(y * dx)
    if (along < 4) continue
    const distance = along + across * 3
    if (!best || distance < best.distance) best = { stop, distance }
  }
  return best?.stop ?? null
}
