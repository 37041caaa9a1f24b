'use client'

import { useState } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { ChannelTimesNote } from '@/components/time/channel-times-list'
import { instantOf, localOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { ZonedDateTimeField } from '@/components/time/zoned-date-time-field'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { SelectField } from '@/components/ui/select'
import type { CalendarStory } from '@/lib/calendar/contract'
import { headlineOf } from '@/lib/stories/content/headline'
import { plural } from '@/lib/text/number-text'
import type { BulkMove, BulkMoveResult } from './bulk-move'

const kinds = {
  days: 'Move by days, same time',
  hours: 'Move by hours',
  time: 'Change time of day',
  moment: 'Move all to one date and time',
} as const
type Kind = keyof typeof kinds

/** Options to reschedule the selected stories. */
export function BulkMoveDialog({
  stories,
  now,
  onMove,
  onClose,
}: {
  stories: readonly CalendarStory[]
  now: Date
  onMove: (how: BulkMove) => void
  onClose: () => void
}) {
  const { timeZone } = useZone()
  const [kind, setKind] = useState<Kind>('days')
  const [values, setValues] = useState<Record<Kind, string>>(() => ({
    days: '1',
    hours: '1',
    time: localOf(stories[0]?.at ?? now, timeZone).slice(11),
    moment: localOf(stories[0]?.at ?? now, timeZone),
  }))
  const change = (value: string): void => {
    setValues({ ...values, [kind]: value })
    setError(null)
  }
  const [error, setError] = useState<string | null>(null)
  const submit = (): void => {
    const how = parseMove(kind, values[kind])
    const isPast = typeof how === 'object' && how.kind === 'moment' && (instantOf(how.local, timeZone) ?? now) < now
    if (typeof how === 'string') setError(how)
    else if (isPast) setError('This time is in the past.')
    else onMove(how)
  }
  return (
    <Dialog title={`Reschedule ${plural(stories.length, 'story', 'stories')}`} onClose={onClose}>
      <DialogForm submitLabel="Reschedule" onSubmit={submit} onClose={onClose}>
        <SelectField
          label="Method"
          value={kind}
          onChange={(value) => {
            setKind(value as Kind)
            setError(null)
          }}
          options={[...Object.entries(kinds).map(([key, label]) => ({ value: key, label: label }))]}
        />
        {kind === 'moment' ? (
          <ZonedDateTimeField label="Date and time" value={values.moment} error={error} onChange={change} />
        ) : (
          <TextField
            key={kind}
            {...fields[kind]}
            value={values[kind]}
            error={error}
            onChange={(event) => change(event.target.value)}
          />
        )}
        {stories.some(({ own_times }) => own_times.length > 0) && <ChannelTimesNote />}
      </DialogForm>
    </Dialog>
  )
}

const fields = {
  days: { label: 'Days', type: 'number', step: 1, hint: 'Use a negative number for earlier days.' },
  hours: { label: 'Hours', type: 'number', step: 0.25, hint: 'Use a negative number for earlier hours.' },
  time: { label: 'Time of day', placeholder: '09:30', hint: 'In the project’s time zone.' },
} as const

/** The parsed input, or an error message. */
function parseMove(kind: Kind, value: string): BulkMove | string {
  if (kind === 'days') {
    const days = Number(value)
    if (value.trim() === '' || !Number.isInteger(days) || days === 0)
      return 'Enter a whole number of days other than 0.'
    return Math.abs(days) <= 3_650 ? { kind, days } : 'Enter at most 3,650 days.'
  }
  if (kind === 'hours') {
    const minutes = Math.round(Number(value) * 60)
    return value.trim() !== '' && minutes ? { kind: 'minutes', minutes } : 'Enter a number of hours other than 0.'
  }
  if (kind === 'moment') return value ? { kind, local: value } : 'Enter a date and a time.'
  const time = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/.exec(value.trim())
  return time ? { kind, time: `${time[1]?.padStart(2, '0')}:${time[2]}` } : 'Enter a time, such as 09:30.'
}

const shownMax = 50

/** Stories that were not moved, and why. */
export function SkippedDialog({ result, onClose }: { result: BulkMoveResult; onClose: () => void }) {
  const { moved, skipped } = result
  return (
    <Dialog title={moved === 0 ? 'No stories moved' : `${moved} moved, ${skipped.length} not moved`} onClose={onClose}>
      <Notice tone="warn">These stories were not moved:</Notice>
      <ul className="flex flex-col gap-2">
        {skipped.slice(0, shownMax).map(({ story, reason }) => (
          <li key={story.id} className="wrap-anywhere">
            <span className="font-medium">{headlineOf({ title: null, caption: story.words })}</span>
            <span className="block text-ink-soft">{reason}</span>
          </li>
        ))}
      </ul>
      {skipped.length > shownMax && <p className="text-ink-soft">And {skipped.length - shownMax} more.</p>}
      <DialogButtons>
        <Button tone="primary" onClick={onClose}>
          OK
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
