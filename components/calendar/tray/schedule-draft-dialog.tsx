'use client'

import { useId, useState } from 'react'
import { StoryTimeField } from '@/components/story-time/story-time-field'
import { zoneName } from '@/components/time/formats'
import { dayOf, instantOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { Form } from '@/components/ui/form'
import { focusFirstField } from '@/components/ui/overlays/use-modal'
import { addDays } from '@/lib/calendar-days'
import { type Draft, draftTitle } from './use-drafts'

type Props = {
  projectId: string
  draft: Draft
  now: Date
  onSchedule: (local: string) => void
  onClose: () => void
}

/** Chooses a time for a draft, without dragging it. */
export default function ScheduleDraftDialog({ projectId, draft, now, onSchedule, onClose }: Props) {
  const { timeZone } = useZone()
  const [local, setLocal] = useState(() => `${addDays(dayOf(now, timeZone), 1)}T09:00`)
  const [error, setError] = useState<string | null>(null)
  const id = useId()
  const at = instantOf(local, timeZone)
  const submit = (): void => {
    if (!at) setError('Enter a date and a time.')
    else if (at < now) setError('This time is in the past.')
    else onSchedule(local)
  }
  return (
    <Dialog title={draftTitle(draft)} onClose={onClose}>
      <Form ref={focusFirstField} onSubmit={submit}>
        <StoryTimeField
          projectId={projectId}
          channels={draft.channels}
          id={id}
          label="Time"
          value={local}
          error={error}
          hint={`In ${zoneName(timeZone, at ?? now)}. It stays a draft until you schedule it.`}
          onChange={(value) => {
            setLocal(value)
            setError(null)
          }}
        />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary">
            Move to this time
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
