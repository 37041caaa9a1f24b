'use client'

import { Plus } from 'lucide-react'
import { formatTime } from '@/components/time/formats'
import { instantOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'

/** The slot chosen with the keyboard for a new story. Focused on each mount. */
export function NewStorySlot({
  local,
  isDay,
  onOpen,
}: {
  local: string
  /** An outline around a whole day. */
  isDay: boolean
  onOpen: (local: string) => void
}) {
  const { timeZone, locale } = useZone()
  const at = instantOf(local, timeZone)
  if (!at) return null
  return (
    <button
      type="button"
      data-slot={local}
      ref={focusOnMount}
      aria-label={`New story, ${formatTime(at, 'short', timeZone, locale)}`}
      aria-describedby="calendar-slot-keys"
      // FullCalendar handles pointer clicks. `detail` is 0 for keyboard clicks.
      onClick={({ detail }) => detail === 0 && onOpen(local)}
      className={classes(
        'flex h-full w-full items-start rounded-md text-xs font-semibold',
        isDay
          ? 'justify-end p-1 outline-3 -outline-offset-3 outline-accent'
          : 'min-h-6 bg-accent-fill px-1.5 py-0.5 text-on-accent',
      )}
    >
      <span
        className={classes(
          'flex items-center gap-1',
          isDay && 'hidden rounded-md bg-accent-fill px-1 text-on-accent sm:flex',
        )}
      >
        <Plus aria-hidden size={14} className="shrink-0" />
        <span className="tabular-nums">{formatTime(at, 'time', timeZone, locale)}</span>
      </span>
    </button>
  )
}

const focusOnMount = (button: HTMLButtonElement | null): void => button?.focus()
