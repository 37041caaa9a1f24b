import { useEffect, useRef } from 'react'
import { readComposerAddress, replaceComposerAddress } from '@/components/composer-address/composer-address'
import type { ComposerStore } from './composer-store'
import type { shownTab } from './editor'

/** Keeps the open channel in the address (`?tab=x`), so that a reload opens it again. */
export function useTabInAddress(store: ComposerStore, tab: ReturnType<typeof shownTab>, isReady: boolean): void {
  const isRead = useRef(false)
  useEffect(() => {
    if (!isReady || readComposerAddress(window.location.pathname) === null) return
    const url = new URL(window.location.href)
    const asked = url.searchParams.get('tab')
    if (!isRead.current) {
      isRead.current = true
      const channel = store.get().draft.channels.find((each) => each === asked)
      if (channel) return store.dispatch({ type: 'tabChosen', tab: channel })
    }
    if ((asked ?? 'all') === tab) return
    if (tab === 'all') url.searchParams.delete('tab')
    else url.searchParams.set('tab', tab)
    replaceComposerAddress(`${url.pathname}${url.search}`)
  }, [store, tab, isReady])
}
