'use client'

import {
  ReadonlyURLSearchParams,
  usePathname as useNextPathname,
  useSearchParams as useNextSearchParams,
} from 'next/navigation'
import { createContext, useContext, useMemo } from 'react'

export type PageUrl = { pathname: string; search: string }

const PageUrlContext = createContext<PageUrl | null>(null)

/** While a dialog has the browser's address, the page behind it keeps its own. Null: the browser's. */
export const PageUrlProvider = PageUrlContext.Provider

/** Next's `usePathname` for screens that the composer can open over. */
export function usePathname(): string {
  const pathname = useNextPathname()
  return useContext(PageUrlContext)?.pathname ?? pathname
}

/** Next's `useSearchParams` for screens that the composer can open over. */
export function useSearchParams(): ReadonlyURLSearchParams {
  const search = useNextSearchParams()
  const kept = useContext(PageUrlContext)?.search
  return useMemo(
    () => (kept === undefined ? search : new ReadonlyURLSearchParams(new URLSearchParams(kept))),
    [kept, search],
  )
}
