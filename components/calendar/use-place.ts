import { usePathname, useSearchParams } from 'next/navigation'
import { useCallback } from 'react'
import { useZone } from '@/components/time/zone'
import { isShown, type Place, readPlace, viewCookie, writePlace } from './calendar-view'

const yearSeconds = 31_536_000

/** Which view of which days is open. It lives in the address; which view it was is remembered for the next time. */
export function usePlace(initial: Place, today: string) {
  const search = useSearchParams()
  const pathname = usePathname()
  const { locale } = useZone()
  const given = Object.fromEntries(search)
  const isNamed = search.has('view') || search.has('date')
  const place = isNamed ? readPlace(given, { view: initial.view, date: today }) : readPlace(given, initial)
  const { date, view, filter } = place
  const show = useCallback(
    /** @param isKept leaves the stretch as it is when the day is in it already */
    (next: Place, { isKept = false }: { isKept?: boolean } = {}): void => {
      if (isKept && isShown(next.date, { date, view, filter }, locale)) return
      // biome-ignore lint/suspicious/noDocumentCookie: the store that would do it is not in every browser.
      document.cookie = `${viewCookie}=${next.view}; path=/; max-age=${yearSeconds}; samesite=lax`
      window.history.replaceState(null, '', `${pathname}${writePlace(next)}`)
    },
    [pathname, locale, date, view, filter],
  )
  return { place, show }
}
