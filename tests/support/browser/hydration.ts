import type { Page } from 'playwright-core'

const timeoutMs = 15_000

/**
 * Waits until every control of the page is interactive. React marks the elements that it has hydrated with a property
 * `__reactProps$…`. Pages without Next's scripts are ready immediately.
 */
export async function untilHydrated(page: Page): Promise<void> {
  // A redirect by the page itself ends the evaluation; the next page is waited for instead.
  const isHydrated = await hasHydrated(page).catch(async (error: Error) => {
    if (!error.message.includes('Execution context was destroyed')) throw error
    await page.waitForLoadState()
    return hasHydrated(page)
  })
  if (!isHydrated) throw new Error(`${page.url()} was not hydrated within ${timeoutMs / 1000} s.`)
}

const hasHydrated = (page: Page): Promise<boolean> =>
  page.evaluate(async (timeoutMs) => {
    const isReady = (): boolean => {
      if (document.readyState === 'loading') return false
      if (!document.querySelector('script[src*="/_next/"]')) return true
      if (document.querySelector('[inert]')) return false
      // The calendar renders its rows first, and their cells when it knows its width.
      if (document.querySelector('[role=row]:not(:has([role=gridcell], [role=columnheader], [role=cell]))'))
        return false
      const controls = [...document.querySelectorAll('a[href], button, input, select, textarea')]
      return controls.every((element) => Object.keys(element).some((name) => name.startsWith('__reactProps$')))
    }
    const deadline = performance.now() + timeoutMs
    while (!isReady()) {
      if (performance.now() > deadline) return false
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    // Effects of the last commit run in separate tasks.
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }))
    return true
  }, timeoutMs)
