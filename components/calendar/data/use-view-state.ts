import { useCallback } from 'react'
import { usePathname, useSearchParams } from '@/components/navigation/page-url'
import { useZone } from '@/components/time/zone'
import { setCookie } from '@/components/ui/cookie'
import { isShown, readViewState, type ViewState, viewCookie, viewStateQuery } from './view-state'

/** The shown view, date and filter. Stored in the URL; the view is also stored in a cookie. */
export function useViewState(initial: ViewState, today: string) {
  const search = useSearchParams()
  const pathname = usePathname()
  const { locale } = useZone()
  const params = Object.fromEntries(search)
  const isInUrl = search.has('view') || search.has('date')
  const viewState = isInUrl
    ? readViewState(params, { view: initial.view, date: today })
    : readViewState(params, initial)
  const { date, view, filter } = viewState
  const show = useCallback(
    /** @param keepIfVisible don't navigate if the day is already visible */
    (next: ViewState, { keepIfVisible = false }: { keepIfVisible?: boolean } = {}): void => {
      if (keepIfVisible && isShown(next.date, { date, view, filter }, locale)) return
      setCookie(viewCookie, next.view)
      window.history.replaceState(null, '', `${pathname}${viewStateQuery(next)}`)
    },
    [pathname, locale, date, view, filter],
  )
  return { viewState, show }
}
