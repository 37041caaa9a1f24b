'use client'

import { Plus } from 'lucide-react'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { instantOf } from '@/components/time/zoned'
import { classes } from '@/components/ui/classes'

/** The day or hour that the keyboard has chosen for a new story. Wherever it is drawn anew, the focus is on it. */
export function SlotCursor({
  local,
  isDay,
  onOpen,
}: {
  local: string
  /** Around the stories of a whole day, which stay to be seen. */
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
      ref={focusOnce}
      aria-label={`New story, ${formatTime(at, 'short', timeZone, locale)}`}
      aria-describedby="calendar-slot-keys"
      // A pointer is heard by the library, as on any other hour; Enter by whoever moves this.
      onClick={({ detail }) => detail === 0 && onOpen(local)}
      className={classes(
        'flex h-full w-full items-start rounded-md text-xs font-semibold',
        isDay
          ? 'justify-end p-1 outline-3 -outline-offset-3 outline-accent'
          : 'min-h-6 bg-accent px-1.5 py-0.5 text-on-accent',
      )}
    >
      <span
        className={classes(
          'flex items-center gap-1',
          isDay && 'hidden rounded-md bg-accent px-1 text-on-accent sm:flex',
        )}
      >
        <Plus aria-hidden size={14} className="shrink-0" />
        <span className="tabular-nums">{formatTime(at, 'time', timeZone, locale)}</span>
      </span>
    </button>
  )
}

const focusOnce = (button: HTMLButtonElement | null): void => button?.focus()
