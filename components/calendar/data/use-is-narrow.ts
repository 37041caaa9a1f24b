import { useIsSidebarOpen } from '@/components/navigation/sidebar-width'
import { useMediaQuery } from '@/components/ui/use-media-query'

const phone = '(width < 40rem)'
/** Seven days beside the open sidebar need 64.5 rem, and 80 rem beside the drafts as well. Without it, 44 rem. */
const [compact, compactWithSidebar, compactWithTray] = [
  '(width < 44rem)',
  '(width < 44rem) or (48rem <= width < 64.5rem)',
  '(width < 44rem) or (48rem <= width < 80rem)',
]

/** Whether the window is as narrow as a phone. */
export const useIsNarrow = (): boolean => useMediaQuery(phone)

/** Whether the window is too narrow for the seven days of a week. */
export function useIsCompact({ hasTray }: { hasTray: boolean }): boolean {
  const isSidebarOpen = useIsSidebarOpen()
  return useMediaQuery(!isSidebarOpen ? compact : hasTray ? compactWithTray : compactWithSidebar)
}
