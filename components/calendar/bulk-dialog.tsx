'use client'

import { type FormEvent, useState } from 'react'
import { OwnTimesNote } from '@/components/time/own-times-list'
import { useZone } from '@/components/time/zone'
import { instantOf, localOf } from '@/components/time/zoned'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { SelectField, TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import type { CalendarStory } from './calendar-data'
import { wordsOf } from './chip'
import type { How, Told } from './move-many'

const kinds = {
  days: 'By days, at the same time of day',
  hours: 'By hours',
  time: 'To another time of day, each on its own day',
  moment: 'All to one moment',
} as const
type Kind = keyof typeof kinds

/** Asks how the selected stories are to be moved. */
export function BulkDialog({
  stories,
  now,
  onMove,
  onClose,
}: {
  stories: readonly CalendarStory[]
  now: Date
  onMove: (how: How) => void
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
  const [error, setError] = useState<string | null>(null)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const how = readHow(kind, values[kind])
    const isPast = typeof how === 'object' && how.kind === 'moment' && (instantOf(how.local, timeZone) ?? now) < now
    if (typeof how === 'string') setError(how)
    else if (isPast) setError('This time is in the past.')
    else onMove(how)
  }
  return (
    <Dialog title={`Move ${stories.length === 1 ? '1 story' : `${stories.length} stories`}`} onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <SelectField
          label="How"
          value={kind}
          onChange={(event) => {
            setKind(event.target.value as Kind)
            setError(null)
          }}
        >
          {Object.entries(kinds).map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextField
          key={kind}
          {...fields[kind]}
          value={values[kind]}
          error={error}
          onChange={(event) => {
            setValues({ ...values, [kind]: event.target.value })
            setError(null)
          }}
        />
        {stories.some(({ own_times }) => own_times.length > 0) && <OwnTimesNote />}
        <DialogButtons>
          <Button onClick={onClose}>Leave them</Button>
          <Button tone="primary" type="submit">
            Move
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

const fields = {
  days: { label: 'Days', type: 'number', step: 1, hint: 'A minus moves them to earlier days.' },
  hours: { label: 'Hours', type: 'number', step: 0.25, hint: 'A minus moves them to earlier hours.' },
  time: { label: 'Time of day', type: 'time', hint: 'In the zone of the project.' },
  moment: { label: 'Moment', type: 'datetime-local', hint: 'In the zone of the project.' },
} as const

/** What was asked for, or what is wrong with it. */
function readHow(kind: Kind, value: string): How | string {
  if (kind === 'days') {
    const days = Number(value)
    if (value.trim() === '' || !Number.isInteger(days) || days === 0) return 'Say a whole number of days, not 0.'
    return Math.abs(days) <= 3_650 ? { kind, days } : 'At most 3,650 days at once.'
  }
  if (kind === 'hours') {
    const minutes = Math.round(Number(value) * 60)
    return value.trim() !== '' && minutes ? { kind: 'minutes', minutes } : 'Say a number of hours, not 0.'
  }
  if (!value) return kind === 'time' ? 'Say a time of day.' : 'Say a day and a time.'
  return kind === 'time' ? { kind, time: value.slice(0, 5) } : { kind, local: value }
}

const saidMax = 50

/** Which of several were left where they are, and why. */
export function ToldDialog({ told, onClose }: { told: Told; onClose: () => void }) {
  const { moved, skipped } = told
  return (
    <Dialog title={moved === 0 ? 'None was moved' : `${moved} moved, ${skipped.length} not`} onClose={onClose}>
      <Notice tone="warn">These stayed where they are:</Notice>
      <ul className="flex flex-col gap-2">
        {skipped.slice(0, saidMax).map(({ story, reason }) => (
          <li key={story.id} className="wrap-anywhere">
            <span className="font-medium">{wordsOf(story)}</span>
            <span className="block text-ink-soft">{reason}</span>
          </li>
        ))}
      </ul>
      {skipped.length > saidMax && <p className="text-ink-soft">And {skipped.length - saidMax} more.</p>}
      <DialogButtons>
        <Button tone="primary" onClick={onClose}>
          Understood
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
