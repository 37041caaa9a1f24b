import { useMemo, useSyncExternalStore } from 'react'
import { localDraftIds } from '@/components/stories/local-draft'

/** The composer is left with the back button or its link, which go back in the history. */
const events = ['popstate', 'storage', 'focus'] as const

function subscribe(listen: () => void): () => void {
  for (const event of events) window.addEventListener(event, listen)
  return () => {
    for (const event of events) window.removeEventListener(event, listen)
  }
}

/** The stories with unsaved changes in this browser. */
export function useUnsaved(projectId: string): ReadonlySet<string> {
  const ids = useSyncExternalStore(
    subscribe,
    () => localDraftIds(projectId).join(' '),
    () => '',
  )
  return useMemo(() => new Set(ids.split(' ')), [ids])
}
