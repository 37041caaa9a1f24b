'use client'

import { CalendarRange, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { dayOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { InlineLoading, lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Popover } from '@/components/ui/overlays/popover'
import type { AnalyticsFilter } from './analytics-filter'
import { periodText } from './period-text'

const PeriodPanel = lazyComponent(() => import('./period-panel').then((it) => it.PeriodPanel), InlineLoading)

type Props = {
  filter: AnalyticsFilter
  now: string
  onChange: (filter: AnalyticsFilter) => void
  /** The screen compares with another period. */
  isComparing?: boolean
}

/** The period and what it is compared with. */
export function PeriodPicker({ filter, now, onChange, isComparing = true }: Props) {
  const { timeZone, locale } = useZone()
  const [isOpen, setIsOpen] = useState(false)
  const text = periodText(filter, locale)
  return (
    <Popover
      label="Period"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="p-0"
      trigger={
        <button
          type="button"
          aria-label={`Period: ${text}`}
          className="control-height flex items-center gap-2 rounded-lg border border-line-strong bg-surface px-2.5 whitespace-nowrap hover:bg-hover"
        >
          <CalendarRange aria-hidden size={16} className="text-ink-soft" />
          {text}
          <ChevronDown aria-hidden size={16} className="text-ink-soft" />
        </button>
      }
    >
      <PeriodPanel
        filter={filter}
        today={dayOf(now, timeZone)}
        locale={locale}
        isComparing={isComparing}
        onChange={onChange}
        onClose={() => setIsOpen(false)}
      />
    </Popover>
  )
}
