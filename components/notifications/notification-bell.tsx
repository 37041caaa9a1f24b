'use client'

import { Bell } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { classes } from '@/components/ui/classes'
import { InlineLoading, lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useNewest } from './use-notifications'

const NotificationPanel = lazyComponent(() => import('./notification-panel').then((it) => it.default), InlineLoading)

type Props = {
  projectId: string
  /** In the sidebar, not in the header of a phone. */
  isWide?: boolean
  isCollapsed?: boolean
}

/**
 * The bell with the unread count. It opens a native popover, which closes with Esc or an outside click and restores the
 * focus.
 */
export function NotificationBell({ projectId, isWide = false, isCollapsed = false }: Props) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useNewest(projectId)
  const unread = data?.unread_count ?? 0
  const shown = unread >= 100 ? '99+' : unread
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        title="Notifications"
        aria-label={unread > 0 ? `Notifications, ${shown} unread` : 'Notifications'}
        className="inline-flex control-size shrink-0 items-center justify-center rounded-lg text-ink-soft hover:bg-hover hover:text-ink"
      >
        <span aria-hidden className="relative">
          <Bell size={16} />
          {unread > 0 && (
            <span className="absolute -top-2 left-2 min-w-4 rounded-full bg-bad px-1 text-center text-[0.625rem] leading-4 font-semibold text-surface">
              {shown}
            </span>
          )}
        </span>
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Notifications"
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        className={classes(
          'inset-auto max-h-[min(40rem,calc(100dvh-5rem))] overflow-y-auto rounded-2xl border border-line bg-raised p-0 text-ink shadow-xl',
          isWide ? classes('top-3 w-104', isCollapsed ? 'left-16' : 'left-58') : 'top-15 right-3 left-3 w-auto',
        )}
      >
        {isOpen && <NotificationPanel projectId={projectId} onLeave={() => panel.current?.hidePopover()} />}
      </div>
    </>
  )
}
