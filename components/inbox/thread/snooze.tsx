'use client'

import { AlarmClock, CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { IconButton } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Popover } from '@/components/ui/overlays/popover'
import { snoozeTimes } from './snooze-times'

const SnoozeDialog = lazyComponent(() => import('./snooze-dialog').then((it) => it.SnoozeDialog))

type Props = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; onSnooze: (until: string) => void }

/** A button that opens a list of times. */
export function SnoozeButton({ isOpen, onOpenChange, onSnooze }: Props) {
  const [isPicking, setIsPicking] = useState(false)
  const pick = (until: string): void => {
    onOpenChange(false)
    onSnooze(until)
  }
  return (
    <>
      <Popover
        label="Snooze"
        align="end"
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        className="min-w-56 p-1"
        trigger={
          <IconButton label="Snooze" aria-keyshortcuts="S">
            <AlarmClock aria-hidden size={16} />
          </IconButton>
        }
      >
        <SnoozeTimes
          onPick={pick}
          onOther={() => {
            onOpenChange(false)
            setIsPicking(true)
          }}
        />
      </Popover>
      {isPicking && (
        <SnoozeDialog
          onSnooze={(until) => {
            setIsPicking(false)
            onSnooze(until)
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </>
  )
}

const line = 'flex control-height w-full items-center justify-between gap-6 rounded-md px-2 text-left hover:bg-hover'

function SnoozeTimes({ onPick, onOther }: { onPick: (until: string) => void; onOther: () => void }) {
  const { timeZone, locale } = useZone()
  return (
    <ul aria-label="Snooze until" className="flex flex-col">
      {snoozeTimes(timeZone, new Date()).map(({ label, at }) => (
        <li key={label}>
          <button type="button" className={line} onClick={() => onPick(at.toISOString())}>
            {label}
            <span className="text-sm text-ink-soft tabular-nums">{formatTime(at, 'short', timeZone, locale)}</span>
          </button>
        </li>
      ))}
      <li className="mt-1 border-t border-line pt-1">
        <button type="button" className={line} onClick={onOther}>
          Pick a time
          <CalendarClock aria-hidden size={16} className="text-ink-soft" />
        </button>
      </li>
    </ul>
  )
}
