'use client'

import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { dayOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { DateRange } from '@/components/ui/date-time/date-range'
import { daysOfRange, type DateRange as Range, rangeOfDays } from './story-filter'

type Props = { value: Range | null; onChange: (range: Range) => void }

/** Other days than the named ranges, in a calendar. */
export function OwnRange({ value, onChange }: Props) {
  const { timeZone, locale } = useZone()
  const days = daysOfRange(value)
  const [isOpen, setIsOpen] = useState(days !== null)
  return (
    <div className="mt-1 border-t border-line pt-1">
      {isOpen ? (
        <DateRange
          hasFuture
          label="Days"
          value={days}
          today={dayOf(new Date(), timeZone)}
          locale={locale}
          onChange={({ first, last }) => onChange(rangeOfDays(first, last))}
        />
      ) : (
        <button
          type="button"
          onClick={() => setIsOpen(true)}
          className="flex control-height w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover"
        >
          <CalendarRange aria-hidden size={16} className="text-ink-soft" />
          Choose days…
        </button>
      )}
    </div>
  )
}
