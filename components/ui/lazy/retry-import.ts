'use client'

import { useEffect, useRef } from 'react'

/** One minute in total. After that the cause is not the network. */
const delaysMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

/** A module could not be loaded, perhaps because a new version is deployed. */
export class ImportFailed extends Error {
  override name = 'ImportFailed'
}

/**
 * Runs a dynamic import and retries it, also after the browser was offline. React never retries a failed import and
 * replaces the whole page with the error.
 *
 * @param onWait called before each wait
 * @throws ImportFailed if it fails although the browser is online
 */
export async function retryImport<T>(load: () => Promise<T>, onWait: () => void = () => {}): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load()
    } catch (cause) {
      onWait()
      if (!navigator.onLine) {
        await new Promise<void>((resolve) => window.addEventListener('online', () => resolve(), { once: true }))
        attempt = -1
        continue
      }
      const delayMs = delaysMs[attempt]
      if (delayMs === undefined) throw new ImportFailed('A part of the page did not load.', { cause })
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
}

/** Loads modules while the browser is idle, so that they work offline. */
export function useIdlePreload(loads: readonly (() => Promise<unknown>)[]): void {
  const latest = useRef(loads)
  useEffect(() => {
    const start = (): void => {
      // A failed load is retried when used.
      for (const load of latest.current) load().catch(() => {})
    }
    // Safari has no requestIdleCallback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(start, 300)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(start, { timeout: 2_000 })
    return () => cancelIdleCallback(handle)
  }, [])
}
