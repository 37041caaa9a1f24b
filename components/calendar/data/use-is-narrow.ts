import { useMediaQuery } from '@/components/ui/use-media-query'

const phone = '(width < 40rem)'
/** Seven days beside the sidebar need 64.5 rem, and 80 rem beside the drafts as well. */
const [compact, compactWithTray] = ['(width < 64.5rem)', '(width < 80rem)']

/** Whether the window is as narrow as a phone. */
export const useIsNarrow = (): boolean => useMediaQuery(phone)

/** Whether the window is too narrow for the seven days of a week. */
export const useIsCompact = ({ hasTray }: { hasTray: boolean }): boolean =>
  useMediaQuery(hasTray ? compactWithTray : compact)
