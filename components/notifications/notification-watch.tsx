'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { leaveFor } from '@/components/navigation/leave-guard'
import { retryImport } from '@/components/ui/lazy/retry-import'
import { useToast } from '@/components/ui/toast'
import { useDesktopNotifications } from './desktop-notifications'
import { type Notifications, useNewest } from './use-notifications'

const loadAnnounce = () => import('./announce')

/** Polls for notifications, announces new ones, and keeps the unread count in the page title. Rendered once. */
export function NotificationWatch({ projectId }: { projectId: string }) {
  const isOnDesktop = useDesktopNotifications() === 'on'
  const { data } = useNewest(projectId, { isInBackground: isOnDesktop })
  useCountInTitle(data?.unread_count ?? 0)
  useAnnouncements(projectId, data, isOnDesktop)
  return null
}

/** Announces each notification once. Those from before the page load are only in the bell. */
function useAnnouncements(projectId: string, data: Notifications | undefined, isOnDesktop: boolean): void {
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
    const unseen = data.notifications.filter(({ id, is_read }) => before && !is_read && !before.has(id))
    if (unseen.length === 0) return
    const go = (path: string): void => leaveFor(() => router.push(path))
    // If the import fails, they are still in the bell.
    retryImport(loadAnnounce).then(
      ({ announce }) => announce(unseen, { toast, go, pathname: at.current, isOnDesktop }),
      () => {},
    )
  }, [data, projectId, isOnDesktop, toast, router])
}

const withCount = (title: string, count: number): string => {
  const own = title.replace(/^\(\d+\+?\) /, '')
  return count > 0 ? `(${count >= 100 ? '99+' : count}) ${own}` : own
}

/** Next.js sets the title on each navigation, so an observer adds the count again. */
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
