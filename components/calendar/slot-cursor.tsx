'use client'

import { Plus } from 'lucide-react'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { instantOf } from '@/components/time/zoned'

/** The hour that the keyboard has chosen for a new story. Wherever it is drawn anew, the focus is on it. */
export function SlotCursor({ local, onOpen }: { local: string; onOpen: (local: string) => void }) {
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
      className="flex h-full min-h-6 w-full items-start gap-1 rounded-md bg-accent px-1.5 py-0.5 text-xs font-semibold text-on-accent"
    >
      <Plus aria-hidden size={14} className="mt-0.5 shrink-0" />
      <span className="tabular-nums">{formatTime(at, 'time', timeZone, locale)}</span>
    </button>
  )
}

const focusOnce = (button: HTMLButtonElement | null): void => button?.focus()
