import { useCallback } from 'react'
import { usePathname, useSearchParams } from '@/components/navigation/page-url'
import { useZone } from '@/components/time/zone'
import { setCookie } from '@/components/ui/cookie'
import {
  fittingView,
  isShown,
  readViewState,
  storedView,
  type ViewState,
  viewCookie,
  viewStateQuery,
} from './view-state'

/**
 * The shown view, date and filter. Stored in the URL; the view is also stored in a cookie.
 *
 * @param isCompact the window has no room for a week
 */
export function useViewState(initial: ViewState, today: string, isCompact: boolean) {
  const search = useSearchParams()
  const pathname = usePathname()
  const { locale } = useZone()
  const params = Object.fromEntries(search)
  const isInUrl = search.has('view') || search.has('date')
  const asked = isInUrl ? readViewState(params, { view: initial.view, date: today }) : readViewState(params, initial)
  const { date, filter } = asked
  const view = fittingView(asked.view, isCompact)
  const show = useCallback(
    /** @param keepIfVisible don't navigate if the day is already visible */
    (next: ViewState, { keepIfVisible = false }: { keepIfVisible?: boolean } = {}): void => {
      if (keepIfVisible && isShown(next.date, { date, view, filter }, locale)) return
      setCookie(viewCookie, storedView(next.view))
      window.history.replaceState(null, '', `${pathname}${viewStateQuery(next)}`)
    },
    [pathname, locale, date, view, filter],
  )
  return { viewState: { date, view, filter }, show }
}
