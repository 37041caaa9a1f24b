'use client'

import { useEffect } from 'react'
import { useMediaQuery } from '@/components/ui/use-media-query'
import { rememberNarrow } from './sidebar-cookie'

/**
 * Whether the window is too narrow for the open sidebar. Remembers it, so that the server renders the next page right.
 *
 * @param serverValue what the server rendered
 */
export function useNarrowWindow(serverValue: boolean): boolean {
  const isNarrow = useMediaQuery('(width < 64rem)', serverValue)
  useEffect(() => rememberNarrow(isNarrow), [isNarrow])
  return isNarrow
}

/** On the pages before the dashboard, so that its first page has the right sidebar. */
export function RememberNarrowWindow(): null {
  useNarrowWindow(false)
  return null
}
