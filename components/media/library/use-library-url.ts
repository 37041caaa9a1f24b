'use client'

import { usePathname, useSearchParams } from '@/components/navigation/page-url'
import { type MediaFilter, readMediaFilter, writeMediaFilter } from '../assets/media-filter'

/** The filter and the open file, both stored in the URL. */
export function useLibraryUrl() {
  const search = useSearchParams()
  const pathname = usePathname()
  const filter = readMediaFilter({
    q: search.get('q'),
    kind: search.get('kind'),
    tag: search.get('tag'),
    folder: search.get('folder'),
    sort: search.get('sort'),
  })
  const fileId = readFileId(search.get('file'))
  const go = (next: MediaFilter, file: string | null): void => {
    const query = new URLSearchParams(writeMediaFilter(next))
    if (file) query.set('file', file)
    // Not `router.replace`, which would request the page from the server.
    window.history.replaceState(null, '', query.size > 0 ? `${pathname}?${query}` : pathname)
  }
  return {
    filter,
    fileId,
    show: (next: MediaFilter): void => go(next, null),
    open: (file: string | null): void => go(filter, file),
  }
}

const readFileId = (text: string | null): string | null =>
  text && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null
