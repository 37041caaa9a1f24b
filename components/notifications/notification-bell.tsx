'use client'

import { Bell } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { classes } from '@/components/ui/classes'
import { later, SoonHere } from '@/components/ui/later'
import { useNewest } from './use-notifications'

const NotificationPanel = later(() => import('./notification-panel').then((it) => it.default), SoonHere)

/**
 * The bell of a project, with how much is new. What it opens is a popover of the browser's own: it lies above everything,
 * Esc or a click beside it closes it, and the focus comes back.
 */
export function NotificationBell({ projectId, isWide = false }: { projectId: string; isWide?: boolean }) {
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
        aria-label={unread > 0 ? `Notifications, ${shown} new` : 'Notifications'}
        className="relative inline-flex size-10 shrink-0 items-center justify-center rounded-lg text-ink-soft hover:bg-quiet-wash hover:text-ink"
      >
        <Bell aria-hidden size={20} />
        {unread > 0 && (
          <span
            aria-hidden
            className="absolute top-0.5 right-0.5 min-w-4.5 rounded-full bg-bad px-1 text-center text-xs leading-4.5 font-semibold text-surface"
          >
            {shown}
          </span>
        )}
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
          isWide ? 'top-3 left-62 w-104' : 'top-15 right-3 left-3 w-auto',
        )}
      >
        {isOpen && <NotificationPanel projectId={projectId} onLeave={() => panel.current?.hidePopover()} />}
      </div>
    </>
  )
}
