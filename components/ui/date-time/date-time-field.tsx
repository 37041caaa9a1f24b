'use client'

import { CalendarDays } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { IconButton } from '../button'
import { Field, type FieldFrame } from '../field'
import { InlineLoading, lazyComponent } from '../lazy/lazy-component'
import { Popover } from '../overlays/popover'
import { exampleTime, type LocalDateTime, parseDateTime } from './parse-date-time'

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
  /**
   * The text of the field if it is not a date and time, also after the field was closed; null if it is one. An emptied
   * field is not one either. Without it, the field keeps such a text for itself, and an emptied field has no value.
   */
  unreadable?: { text: string | null; onChange: (text: string) => void }
  /** Shows the calendar below the field, for a field in a popover. */
  inline?: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }
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
  unreadable,
  inline,
  panelTop,
  ...frame
}: DateTimeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState(unreadable?.text ?? null)
  const [isOpen, setIsOpen] = useState(false)
  const open = (): void => (inline ? inline.onOpenChange(true) : setIsOpen(true))
  const [isLeft, setIsLeft] = useState(draft !== null)
  const example = formatLocal(exampleTime(now), locale)
  const message = `Enter a date and time, such as ${example}.`
  const isUnreadable = (text: string): boolean =>
    text.trim() === '' ? unreadable !== undefined && value !== '' : parseDateTime(text, { now, locale, value }) === null
  const isInvalid = draft !== null && isUnreadable(draft)
  const type = (text: string): void => {
    setDraft(text)
    setIsLeft(false)
    // The last time that could be read stays, so that a typing error does not lose it.
    if (isUnreadable(text)) unreadable?.onChange(text)
    else onChange(parseDateTime(text, { now, locale, value }) ?? '')
  }
  const pick = (next: LocalDateTime): void => {
    setDraft(null)
    onChange(next)
    input.current?.setCustomValidity('')
    // The form then drops the error that it shows.
    input.current?.form?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const panel = { value, now, locale, onPick: pick }
  const button = {
    label: 'Open calendar',
    disabled: isDisabled,
    children: <CalendarDays aria-hidden size={16} />,
  }
  return (
    <Field {...frame} error={isInvalid && isLeft ? message : frame.error}>
      {(controlProps) => (
        <>
          <div className="relative">
            {name && <input type="hidden" name={name} value={value} />}
            <input
              {...controlProps}
              ref={input}
              type="text"
              disabled={isDisabled}
              autoComplete="off"
              spellCheck={false}
              placeholder={example}
              value={draft ?? formatLocal(value, locale)}
              // Before the form's own listener. A form with an unreadable time is not sent.
              onInput={({ currentTarget: field }) => field.setCustomValidity(isUnreadable(field.value) ? message : '')}
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
                open()
              }}
              className="control pr-10 tabular-nums"
            />
            <span className="absolute inset-y-0 right-0 flex items-center">
              {inline ? (
                <IconButton
                  {...button}
                  label={inline.isOpen ? 'Close calendar' : button.label}
                  aria-expanded={inline.isOpen}
                  onClick={() => inline.onOpenChange(!inline.isOpen)}
                />
              ) : (
                <Popover
                  label="Choose a date and time"
                  align="end"
                  isOpen={isOpen}
                  onOpenChange={setIsOpen}
                  className="p-0"
                  trigger={<IconButton {...button} />}
                >
                  <DateTimePanel {...panel} zone={zone} top={panelTop?.(pick)} onClose={() => setIsOpen(false)} />
                </Popover>
              )}
            </span>
          </div>
          {inline?.isOpen && (
            <section aria-label="Choose a date and time" className="overflow-clip rounded-lg border border-line">
              <DateTimePanel {...panel} />
            </section>
          )}
        </>
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
