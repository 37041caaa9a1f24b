'use client'

import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { Field, type FieldFrame } from '../field'
import { InlineLoading, lazyComponent } from '../lazy/lazy-component'
import { Popover } from '../overlays/popover'

const DayPanel = lazyComponent(() => import('./day-panel').then((it) => it.DayPanel), InlineLoading)

type Props = FieldFrame & {
  /** `2026-05-01`. */
  value: string
  onChange: (day: string) => void
  today: string
  locale: string
  /** The value as text. */
  text: string
}

/** A day, picked from a calendar. */
export function DayField({ value, onChange, today, locale, text, ...frame }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Field {...frame}>
      {(controlProps) => (
        <Popover
          label="Choose a day"
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          trigger={
            <button
              {...controlProps}
              type="button"
              className="control flex items-center justify-between gap-2 text-left"
            >
              <span className="truncate">{text}</span>
              <CalendarDays aria-hidden size={16} className="shrink-0 text-ink-soft" />
            </button>
          }
        >
          <DayPanel
            {...{ value, today, locale }}
            onPick={(day) => {
              onChange(day)
              setIsOpen(false)
            }}
          />
        </Popover>
      )}
    </Field>
  )
}
