'use client'

import { useEffect } from 'react'
import { systemClock } from '@/lib/clock'
import { forgetSharedContent, readSharedContent, type SharedContent } from './shared-content'

/** In the address of a composer that was opened by sharing. */
export const sharedParam = 'shared'

/**
 * Gives the composer what another app shared, once it is ready.
 *
 * @param take adds it to the draft, which is stored on this device at once
 */
export function useSharedContent(isReady: boolean, take: (content: SharedContent) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: It is taken once.
  useEffect(() => {
    if (!isReady || !new URLSearchParams(window.location.search).has(sharedParam)) return
    let isCurrent = true
    void readSharedContent(systemClock().getTime())
      .catch(() => null)
      .then(async (content) => {
        if (!isCurrent || content === null) return
        await forgetSharedContent()
        take(content)
      })
    return () => {
      isCurrent = false
    }
  }, [isReady])
}
