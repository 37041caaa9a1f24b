'use client'

import { Copy, Plus, Sparkles, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { tidyTime } from '@/components/time/tidy-time'
import { WeekdayChoice } from '@/components/time/weekday-choice'
import { useZone } from '@/components/time/zone'
import { Button, IconButton } from '@/components/ui/button'
import type { PostingSlot } from '@/lib/posting-slots/contract'
import { newRow, problemOf, rowsOf, type SlotRow, timeText } from './slot-rows'

type Props = {
  rows: readonly SlotRow[]
  suggested: readonly PostingSlot[]
  /** Show problems of rows. */
  isChecked: boolean
  onChange: (rows: SlotRow[]) => void
  /** Null if there is one channel only. */
  onCopy: (() => void) | null
  /** Sets the suggested times of all channels without slots. Null if there are fewer than two. */
  onSuggestForAll: (() => void) | null
}

const workingDays = [1, 2, 3, 4, 5]

/** The times of one channel, each with its weekdays. */
export function SlotsForm({ rows, suggested, isChecked, onChange, onCopy, onSuggestForAll }: Props) {
  const { locale } = useZone()
  /** While a time is typed, its text stays as it is. */
  const [edited, setEdited] = useState<string | null>(null)
  const change = (key: string, patch: Partial<SlotRow>): void =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...patch } : row)))
  return (
    <div className="flex flex-col gap-4">
      {rows.length === 0 && (
        <p className="text-ink-soft">No slots. Stories for this channel cannot be added to the queue.</p>
      )}
      <ul aria-label="Times" className="flex flex-col gap-4">
        {rows.map((row, index) => (
          <li key={row.key} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 sm:justify-start">
            <input
              aria-label="Time"
              value={edited === row.key ? row.time : timeText(row.time, locale)}
              placeholder={timeText('09:00', locale)}
              autoComplete="off"
              maxLength={10}
              onFocus={() => {
                change(row.key, { time: timeText(row.time, locale) })
                setEdited(row.key)
              }}
              onChange={(event) => change(row.key, { time: event.target.value })}
              onBlur={() => {
                setEdited(null)
                change(row.key, { time: tidyTime(row.time) })
              }}
              className="control w-28 tabular-nums"
            />
            {/* On a phone the days have a line of their own. */}
            <div className="max-sm:order-1 max-sm:w-full">
              <WeekdayChoice
                prefix={`${timeText(row.time, locale) || `Time ${index + 1}`}, `}
                value={row.weekdays}
                onChange={(weekdays) => change(row.key, { weekdays })}
              />
            </div>
            <IconButton
              label={`Remove ${timeText(row.time, locale) || 'this time'}`}
              onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
            >
              <Trash2 aria-hidden size={16} />
            </IconButton>
            {isChecked && problemOf(row) && (
              <p role="alert" className="order-2 w-full text-sm text-bad">
                {problemOf(row)}
              </p>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          isSmall
          icon={<Plus aria-hidden size={16} />}
          onClick={() => onChange([...rows, newRow(rows.length === 0 ? '09:00' : '', workingDays)])}
        >
          Add a time
        </Button>
        {rows.length === 0 && suggested.length > 0 && (
          <Button isSmall icon={<Sparkles aria-hidden size={16} />} onClick={() => onChange(rowsOf(suggested))}>
            Use suggested times
          </Button>
        )}
        {rows.length === 0 && onSuggestForAll && (
          <Button isSmall icon={<Sparkles aria-hidden size={16} />} onClick={onSuggestForAll}>
            Use suggested times for all channels
          </Button>
        )}
        {rows.length > 0 && onCopy && (
          <Button isSmall tone="ghost" icon={<Copy aria-hidden size={16} />} onClick={onCopy}>
            Copy to all channels
          </Button>
        )}
      </div>
    </div>
  )
}
