import { isOverPage } from '@/components/composer-address/composer-address'
import { type Ask, removeLeaveGuard, setLeaveGuard } from '@/components/navigation/leave-guard'

/**
 * Asks before the user leaves the page: with a link, the back button or another command. Before a reload and before
 * another site, the browser asks.
 *
 * @param push opens a page of the product
 * @returns stops asking
 */
export function guardPage(ask: Ask, push: (href: string) => void): () => void {
  const here = window.location.pathname
  const { navigation } = window as { navigation?: Navigation }

  const stop = (): void => {
    removeLeaveGuard(guard)
    window.removeEventListener('click', onClick, true)
    navigation?.removeEventListener('navigate', onNavigate)
    window.removeEventListener('beforeunload', onUnload)
  }
  const guard: Ask = (go) =>
    ask(() => {
      stop()
      go()
    })
  const onClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !opensInPlace(event, link) || !leaves(link.href, here)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // A menu with the link may be closed by then.
    guard(() => (link.isConnected ? link.click() : push(link.href)))
  }
  /** Before the address changes and Next.js shows the other page. Browsers allow it after a click or a key only. */
  const onNavigate = (event: Event): void => {
    const { navigationType, destination } = event as NavigateEvent
    const isStep = navigationType === 'traverse' && destination.sameDocument && event.cancelable
    if (!isStep || !leaves(destination.url, here)) return
    event.preventDefault()
    guard(() => navigation?.traverseTo(destination.key))
  }
  const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault()

  setLeaveGuard(guard)
  window.addEventListener('click', onClick, true)
  navigation?.addEventListener('navigate', onNavigate)
  window.addEventListener('beforeunload', onUnload)
  return stop
}

/** The part of the Navigation API that is used. Older browsers do not have it. */
type Navigation = EventTarget & { traverseTo: (key: string) => unknown }
type NavigateEvent = Event & {
  navigationType: string
  destination: { url: string; key: string; sameDocument: boolean }
}

const opensInPlace = (event: MouseEvent, { target, download }: HTMLAnchorElement): boolean =>
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  (target === '' || target === '_self') &&
  download === ''

/** Not for other sites, where the browser asks, and not for the composer, which opens over the page. */
export function leaves(href: string, here: string): boolean {
  const { origin, pathname } = new URL(href, window.location.href)
  return origin === window.location.origin && pathname !== here && !isOverPage(href)
}
