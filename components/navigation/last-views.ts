'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useLayoutEffect } from 'react'
import { leaveFor } from './leave-guard'

/** Where the user left a screen. Kept until the page is reloaded. */
type View = { search: string; top: number }
const views = new Map<string, View>()

/** The screen whose scroll position is restored when it is shown. */
let restored: string | null = null

type LinkProps = { href: string; scroll: boolean; onNavigate: () => void }

/** Props of a link to a screen with the filters that it had. A link to the shown screen resets them. */
export function lastViewLink(path: string, pathname: string): LinkProps {
  const view = path === pathname ? undefined : views.get(path)
  return {
    href: path + (view?.search ?? ''),
    // Otherwise Next.js scrolls to the top.
    scroll: !view?.top,
    onNavigate: () => {
      restored = view ? path : null
    },
  }
}

type Router = { push: (href: string, options: { scroll: boolean }) => void }

/** Opens a screen with the filters that it had. */
export function goToLastView(router: Router, path: string): void {
  const { href, scroll, onNavigate } = lastViewLink(path, window.location.pathname)
  leaveFor(() => {
    onNavigate()
    router.push(href, { scroll })
  })
}

const useEarlyEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

/** Remembers the filters and the scroll position of these screens, and restores the scroll position. */
export function useLastViews(paths: readonly string[]): void {
  const pathname = usePathname()
  const search = useSearchParams().toString()
  const isKept = paths.includes(pathname)
  useEarlyEffect(() => {
    if (isKept) views.set(pathname, { search: search && `?${search}`, top: views.get(pathname)?.top ?? 0 })
  }, [isKept, pathname, search])
  useEarlyEffect(() => {
    const view = isKept ? views.get(pathname) : undefined
    if (!view) return
    const stop = restored === pathname && view.top > 0 ? scrollWhenTall(view.top) : undefined
    if (!stop) view.top = window.scrollY
    restored = null
    const remember = (): void => {
      const latest = views.get(pathname)
      if (latest) latest.top = window.scrollY
    }
    window.addEventListener('scroll', remember, { passive: true })
    return () => {
      stop?.()
      window.removeEventListener('scroll', remember)
    }
  }, [isKept, pathname])
}

const giveUpMs = 3_000
const userEvents = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/** Scrolls as soon as the page is long enough, unless the user scrolls first. */
function scrollWhenTall(top: number): () => void {
  const observer = new ResizeObserver(() => go())
  const timer = setTimeout(() => stop(), giveUpMs)
  const stop = (): void => {
    observer.disconnect()
    clearTimeout(timer)
    for (const name of userEvents) window.removeEventListener(name, stop)
  }
  const go = (): void => {
    window.scrollTo(0, top)
    if (window.scrollY >= top - 1) stop()
  }
  for (const name of userEvents) window.addEventListener(name, stop, { passive: true })
  observer.observe(document.body)
  go()
  return stop
}
