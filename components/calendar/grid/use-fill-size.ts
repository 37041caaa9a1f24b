import { type RefObject, useLayoutEffect, useState } from 'react'

/** The height of `fillMargin`. */
const taken = { phone: 20, other: 36 }
const isPhone = '(width < 48rem)'

type Size = { height: number | null; width: number | null }

/**
 * The width of an element, and the height from its top to the bottom of the window, in pixels. Null on the server.
 *
 * @param min the page scrolls in lower windows
 */
export function useFillSize(element: RefObject<HTMLElement | null>, min: number): Size {
  const [size, setSize] = useState<Size>({ height: null, width: null })
  useLayoutEffect(() => {
    const measure = (): void => {
      if (!element.current) return
      const main = element.current.closest('main')
      const own = window.matchMedia(isPhone).matches ? taken.phone : taken.other
      const padding = main ? Number.parseFloat(getComputedStyle(main).paddingBottom) : 0
      const top = element.current.getBoundingClientRect().top + window.scrollY
      const height = Math.max(min, Math.floor(window.innerHeight - top - padding + own))
      const width = element.current.offsetWidth
      setSize((before) => (before.height === height && before.width === width ? before : { height, width }))
    }
    measure()
    // Banners above the calendar come and go.
    const watcher = new ResizeObserver(measure)
    watcher.observe(document.body)
    if (element.current) watcher.observe(element.current)
    window.addEventListener('resize', measure)
    return () => {
      watcher.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [element, min])
  return size
}
