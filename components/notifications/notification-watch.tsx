'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { loadPatiently } from '@/components/ui/load-patiently'
import { useToast } from '@/components/ui/toast'
import { useDesktop } from './desktop'
import { type Notifications, useNewest } from './use-notifications'

const loadAnnounce = () => import('./announce')

/** Once in the frame: tells of what is new wherever the person works, and keeps the count in the title of the page. */
export function NotificationWatch({ projectId }: { projectId: string }) {
  const isOnDesktop = useDesktop() === 'on'
  const { data } = useNewest(projectId, { isHiddenToo: isOnDesktop })
  useCountInTitle(data?.unread_count ?? 0)
  useAnnouncing(projectId, data, isOnDesktop)
  return null
}

/** What was there when the page opened is in the bell; only what comes after it is announced, each once. */
function useAnnouncing(projectId: string, data: Notifications | undefined, isOnDesktop: boolean): void {
  const known = useRef<{ projectId: string; ids: Set<string> } | null>(null)
  const toast = useToast()
  const router = useRouter()
  const pathname = usePathname()
  const at = useRef(pathname)
  at.current = pathname
  useEffect(() => {
    if (!data) return
    const before = known.current?.projectId === projectId ? known.current.ids : null
    const ids = data.notifications.map(({ id }) => id)
    known.current = { projectId, ids: new Set([...(before ?? []), ...ids]) }
    const fresh = data.notifications.filter(({ id, is_read }) => before && !is_read && !before.has(id))
    if (fresh.length === 0) return
    const go = (address: string): void => router.push(address)
    // Whatever does not come is in the bell all the same.
    loadPatiently(loadAnnounce).then(
      ({ announce }) => announce(fresh, { toast, go, pathname: at.current, isOnDesktop }),
      () => {},
    )
  }, [data, projectId, isOnDesktop, toast, router])
}

const withCount = (title: string, count: number): string => {
  const own = title.replace(/^\(\d+\+?\) /, '')
  return count > 0 ? `(${count >= 100 ? '99+' : count}) ${own}` : own
}

/** The framework sets the title at each move and knows no count, so the count is put back whenever the title changes. */
function useCountInTitle(count: number): void {
  useEffect(() => {
    const put = (): void => {
      const title = withCount(document.title, count)
      if (title !== document.title) document.title = title
    }
    put()
    const observer = new MutationObserver(put)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [count])
}
