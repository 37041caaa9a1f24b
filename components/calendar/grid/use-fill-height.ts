import { type RefObject, useLayoutEffect, useState } from 'react'

/** The height of `fillMargin`. */
const taken = { phone: 20, other: 36 }
const isPhone = '(width < 48rem)'

/**
 * The height from the top of an element to the bottom of the window, in pixels. Null on the server.
 *
 * @param min the page scrolls in lower windows
 */
export function useFillHeight(element: RefObject<HTMLElement | null>, min: number): number | null {
  const [height, setHeight] = useState<number | null>(null)
  useLayoutEffect(() => {
    const measure = (): void => {
      if (!element.current) return
      const main = element.current.closest('main')
      const own = window.matchMedia(isPhone).matches ? taken.phone : taken.other
      const padding = main ? Number.parseFloat(getComputedStyle(main).paddingBottom) : 0
      const top = element.current.getBoundingClientRect().top + window.scrollY
      setHeight(Math.max(min, Math.floor(window.innerHeight - top - padding + own)))
    }
    measure()
    // Banners above the calendar come and go.
    const watcher = new ResizeObserver(measure)
    watcher.observe(document.body)
    window.addEventListener('resize', measure)
    return () => {
      watcher.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [element, min])
  return height
}
