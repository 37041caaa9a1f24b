'use client'

import { useEffect, useRef } from 'react'

/** A minute in all; then it is not the line. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

/** Part of the page could not be had: there may be a newer page, of which it would be a part no more. */
export class PartMissing extends Error {
  override name = 'PartMissing'
}

/**
 * Loads a part of the page that was left for later. A lost line is waited for: whatever React failed to load once, it
 * never tries again, and the error takes the place of the whole page.
 *
 * @param onWait called each time that it has to be waited for
 * @throws PartMissing when it does not come although the line is there
 */
export async function loadPatiently<T>(load: () => Promise<T>, onWait: () => void = () => {}): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await load()
    } catch (cause) {
      onWait()
      if (!navigator.onLine) {
        await new Promise<void>((resolve) => window.addEventListener('online', () => resolve(), { once: true }))
        tries = -1
        continue
      }
      const pauseMs = pausesMs[tries]
      if (pauseMs === undefined) throw new PartMissing('A part of the page did not load.', { cause })
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** Loads parts once the page is at rest, so that they are there when the line is lost. */
export function useAtRest(loads: readonly (() => Promise<unknown>)[]): void {
  const wanted = useRef(loads)
  useEffect(() => {
    const start = (): void => {
      // What fails here is tried again by whoever needs it.
      for (const load of wanted.current) load().catch(() => {})
    }
    // Safari knows no rest.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(start, 300)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(start, { timeout: 2_000 })
    return () => cancelIdleCallback(handle)
  }, [])
}
