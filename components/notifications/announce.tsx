import Link from 'next/link'
import type { ReactNode } from 'react'
import type { Notification as Notice } from '@/lib/notifications/contract'
import { pathOf, titleOf } from './notification-text'

type Options = {
  toast: (text: ReactNode, tone: 'bad') => void
  go: (path: string) => void
  pathname: string
  isOnDesktop: boolean
}

/** More than this are shown as one toast. */
const maxToasts = 2

/** Shows new notifications as toasts and desktop notifications, except those about the current page. */
export function announce(unseen: readonly Notice[], { toast, go, pathname, isOnDesktop }: Options): void {
  const elsewhere = unseen.filter((one) => pathOf(one).split('#')[0] !== pathname)
  if (elsewhere.length > maxToasts) {
    const path = `/${elsewhere[0]?.project_id}/notifications`
    toast(<ToastLink path={path} text={`${elsewhere.length} new notifications`} />, 'bad')
  } else {
    for (const one of elsewhere) toast(<ToastLink path={pathOf(one)} text={titleOf(one)} />, 'bad')
  }
  if (isOnDesktop && document.hidden) for (const one of unseen) showDesktopNotification(one, go)
}

const ToastLink = ({ path, text }: { path: string; text: string }) => (
  <Link href={path} className="font-medium underline wrap-anywhere">
    {text}
  </Link>
)

/** The tag prevents duplicates from two windows. */
function showDesktopNotification(one: Notice, go: (path: string) => void): void {
  const shown = new Notification(titleOf(one), { tag: one.id, body: one.reason ?? '', icon: '/icon.svg' })
  shown.onclick = () => {
    window.focus()
    go(pathOf(one))
    shown.close()
  }
}
