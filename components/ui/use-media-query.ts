'use client'

import { useCallback, useSyncExternalStore } from 'react'

/**
 * Whether the window matches a media query.
 *
 * @param serverValue used on the server and for hydration
 */
export function useMediaQuery(text: string, serverValue = false): boolean {
  const subscribe = useCallback(
    (listen: () => void) => {
      const query = window.matchMedia(text)
      query.addEventListener('change', listen)
      return () => query.removeEventListener('change', listen)
    },
    [text],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(text).matches,
    () => serverValue,
  )
}
