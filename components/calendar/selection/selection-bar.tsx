'use client'

import { CalendarClock, X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { selectedMax } from './use-selection'

/** Actions for the selected stories, fixed at the bottom of the screen. */
export function SelectionBar({
  count,
  isSelecting,
  onMove,
  onClear,
}: {
  count: number
  isSelecting: boolean
  onMove: () => void
  onClear: () => void
}) {
  const isShown = count > 0 || isSelecting
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-3 bottom-20 z-20 flex justify-center md:bottom-6 md:left-60"
    >
      {isShown && (
        <div className="pointer-events-auto flex flex-wrap items-center justify-center gap-2 rounded-xl border border-line bg-raised p-2 pl-4 shadow-lg">
          <span className="mr-2 font-medium">
            {count === 0 ? 'Select stories' : `${count} selected`}
            {count === selectedMax && ' (maximum)'}
          </span>
          <Button
            isSmall
            tone="primary"
            disabled={count === 0}
            icon={<CalendarClock aria-hidden size={15} />}
            onClick={onMove}
          >
            Reschedule…
          </Button>
          <Button isSmall icon={<X aria-hidden size={15} />} onClick={onClear}>
            Done
          </Button>
        </div>
      )}
    </div>
  )
}
