'use client'

import { CalendarDays } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../button'
import { Field, type FieldFrame } from '../field'
import { InlineLoading, lazyComponent } from '../lazy/lazy-component'
import { Popover } from '../overlays/popover'
import { type LocalDateTime, parseDateTime } from './parse-date-time'

const DateTimePanel = lazyComponent(() => import('./date-time-panel').then((it) => it.DateTimePanel), InlineLoading)

export type DateTimeFieldProps = FieldFrame & {
  id?: string
  /** Local time; empty for none. */
  value: LocalDateTime | ''
  onChange: (value: LocalDateTime | '') => void
  /** Sends the value with the form. */
  name?: string
  /** The current local time. */
  now: LocalDateTime
  /** For the order and names of day and month. */
  locale: string
  /** Shown below the calendar: the time zone of the value. */
  zone: string
  isDisabled?: boolean
  /** Shown above the calendar. */
  panelTop?: (pick: (value: LocalDateTime) => void) => ReactNode
}

/** A date and time, typed or picked from a calendar. Alt+↓ opens the calendar. */
export function DateTimeField({
  value,
  onChange,
  name,
  now,
  locale,
  zone,
  isDisabled,
  panelTop,
  ...frame
}: DateTimeFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const isInvalid = draft !== null && draft.trim() !== '' && parseDateTime(draft, { now, locale, value }) === null
  const [isLeft, setIsLeft] = useState(false)
  const example = formatLocal(`${now.slice(0, 10)}T09:00`, locale)
  const type = (text: string): void => {
    setDraft(text)
    setIsLeft(false)
    const parsed = text.trim() === '' ? '' : parseDateTime(text, { now, locale, value })
    onChange(parsed ?? '')
  }
  const pick = (next: LocalDateTime): void => {
    setDraft(null)
    onChange(next)
  }
  return (
    <Field {...frame} error={isInvalid && isLeft ? `Enter a date and time, such as ${example}.` : frame.error}>
      {(controlProps) => (
        <div className="relative">
          {name && <input type="hidden" name={name} value={value} />}
          <input
            {...controlProps}
            type="text"
            disabled={isDisabled}
            autoComplete="off"
            spellCheck={false}
            placeholder={example}
            value={draft ?? formatLocal(value, locale)}
            onChange={(event) => type(event.target.value)}
            onBlur={() => {
              if (isInvalid) setIsLeft(true)
              else setDraft(null)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && isInvalid) {
                // Not sent: the form would go without this time.
                event.preventDefault()
                setIsLeft(true)
              }
              if (event.key !== 'ArrowDown' || !event.altKey) return
              event.preventDefault()
              setIsOpen(true)
            }}
            className="control pr-10 tabular-nums"
          />
          <span className="absolute inset-y-0 right-0 flex items-center">
            <Popover
              label="Choose a date and time"
              align="end"
              isOpen={isOpen}
              onOpenChange={setIsOpen}
              className="p-0"
              trigger={
                <IconButton label="Open calendar" disabled={isDisabled}>
                  <CalendarDays aria-hidden size={16} />
                </IconButton>
              }
            >
              <DateTimePanel
                value={value}
                now={now}
                locale={locale}
                zone={zone}
                top={panelTop?.(pick)}
                onPick={pick}
                onClose={() => setIsOpen(false)}
              />
            </Popover>
          </span>
        </div>
      )}
    </Field>
  )
}

const isTwelveHour = (locale: string): boolean =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 ?? false

/** “Tue, 1 Dec 2026, 09:00” or “Tue, Dec 1, 2026, 9:00 AM”. */
export function formatLocal(value: LocalDateTime | '', locale: string): string {
  const ms = Date.parse(`${value}Z`)
  if (value === '' || Number.isNaN(ms)) return ''
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: isTwelveHour(locale) ? 'numeric' : '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(ms)
}
