import { useCallback, useSyncExternalStore } from 'react'

const phone = '(width < 40rem)'
/** Seven days beside the sidebar need 64.5 rem, and 80 rem beside the drafts as well. */
const [compact, compactWithTray] = ['(width < 64.5rem)', '(width < 80rem)']

/** Whether the window matches a media query. False on the server. */
function useMediaQuery(text: string): boolean {
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
    () => false,
  )
}

/** Whether the window is as narrow as a phone. */
export const useIsNarrow = (): boolean => useMediaQuery(phone)

/** Whether the window is too narrow for the seven days of a week. */
export const useIsCompact = ({ hasTray }: { hasTray: boolean }): boolean =>
  useMediaQuery(hasTray ? compactWithTray : compact)
