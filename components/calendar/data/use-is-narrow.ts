import { useSyncExternalStore } from 'react'

const narrow = '(width < 40rem)'

/** Whether the window is as narrow as a phone. False on the server. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (listen) => {
      const query = window.matchMedia(narrow)
      query.addEventListener('change', listen)
      return () => query.removeEventListener('change', listen)
    },
    () => window.matchMedia(narrow).matches,
    () => false,
  )
