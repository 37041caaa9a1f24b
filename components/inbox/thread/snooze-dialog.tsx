'use client'

import { useState } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { instantOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { ZonedDateTimeField } from '@/components/time/zoned-date-time-field'
import { Dialog } from '@/components/ui/dialog'

/** Asks until when a conversation is snoozed. */
export function SnoozeDialog({ onSnooze, onClose }: { onSnooze: (until: string) => void; onClose: () => void }) {
  const { timeZone } = useZone()
  const [local, setLocal] = useState('')
  const [error, setError] = useState<string | null>(null)
  const submit = (): void => {
    const at = instantOf(local, timeZone)
    if (!at) setError('Enter a date and a time.')
    else if (at <= new Date()) setError('This time is in the past.')
    else onSnooze(at.toISOString())
  }
  return (
    <Dialog title="Snooze until" onClose={onClose}>
      <DialogForm submitLabel="Snooze" onSubmit={submit} onClose={onClose}>
        <ZonedDateTimeField
          label="Time"
          hint="The conversation opens again at this time, or when the person writes."
          value={local}
          error={error}
          onChange={(value) => {
            setLocal(value)
            setError(null)
          }}
        />
      </DialogForm>
    </Dialog>
  )
}
