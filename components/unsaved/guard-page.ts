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
  const index = historyIndex()
  let isReturning = false

  const stop = (): void => {
    removeLeaveGuard(guard)
    window.removeEventListener('click', onClick, true)
    window.removeEventListener('popstate', onPopState, true)
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
  const onPopState = (event: PopStateEvent): void => {
    if (isReturning) {
      isReturning = false
      event.stopImmediatePropagation()
      return
    }
    if (!leaves(window.location.href, here)) return
    // Before Next.js shows the other page. The address has changed already, so it is put back.
    event.stopImmediatePropagation()
    const now = historyIndex()
    const steps = index === null || now === null || index === now ? 1 : index - now
    isReturning = true
    window.history.go(steps)
    guard(() => window.history.go(-steps))
  }
  const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault()

  setLeaveGuard(guard)
  window.addEventListener('click', onClick, true)
  window.addEventListener('popstate', onPopState, true)
  window.addEventListener('beforeunload', onUnload)
  return stop
}

/** Not every browser has the Navigation API. */
function historyIndex(): number | null {
  const { navigation } = window as { navigation?: { currentEntry: { index: number } | null } }
  return navigation?.currentEntry?.index ?? null
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
