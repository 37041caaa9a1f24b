'use client'

import { useEffect, useState } from 'react'

/** Below the header, where a heading counts as reached. Pixels. */
const topPx = 120

/** The address of the entry that is being read: the last one whose top has passed the header. */
export function useCurrentEntry(pathname: string): string {
  const [current, setCurrent] = useState(pathname)
  useEffect(() => {
    const update = (): void => {
      const entries = [...document.querySelectorAll<HTMLElement>('main :is(article, section)[id]')]
      // The last entries of a page cannot reach the top. There the address tells which one was opened.
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      const opened = isAtEnd && entries.find(({ id }) => `#${id}` === window.location.hash)
      const read = opened || entries.findLast((entry) => entry.getBoundingClientRect().top <= topPx)
      setCurrent(read ? `${pathname}#${read.id}` : pathname)
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    window.addEventListener('hashchange', update)
    return () => {
      window.removeEventListener('scroll', update)
      window.removeEventListener('hashchange', update)
    }
  }, [pathname])
  return current
}
