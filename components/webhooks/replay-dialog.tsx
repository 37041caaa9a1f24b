'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { useZone, ZoneLine } from '@/components/time/zone'
import { instantOf, localOf } from '@/components/time/zoned'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { SelectField, TextField } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { replayWebhookDeliveries } from '@/lib/api/operations.generated'
import { webhookKeys } from './webhook-keys'

const choices = {
  failed: { word: 'What failed', statuses: ['failed', 'permanent_failure'] },
  permanent_failure: { word: 'What failed permanently', statuses: ['permanent_failure'] },
  all: { word: 'Everything', statuses: ['pending', 'in_flight', 'succeeded', 'failed', 'permanent_failure'] },
} as const
type Choice = keyof typeof choices

const dayMs = 86_400_000
const minuteMs = 60_000

/** Sends the events of a time again, each once, under its own id. */
export default function ReplayDialog({
  projectId,
  endpointId,
  now,
  onClose,
}: {
  projectId: string
  endpointId: string
  now: Date
  onClose: () => void
}) {
  const { timeZone } = useZone()
  const [since, setSince] = useState(() => localOf(new Date(now.getTime() - dayMs), timeZone))
  // Up to the end of this minute, as the field knows no seconds and the end is left out.
  const [until, setUntil] = useState(() => localOf(new Date(now.getTime() + minuteMs), timeZone))
  const [choice, setChoice] = useState<Choice>('failed')
  const queries = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(replayWebhookDeliveries, {
        id: endpointId,
        since: instantOf(since, timeZone)?.toISOString() ?? since,
        until: instantOf(until, timeZone)?.toISOString() ?? until,
        status: [...choices[choice].statuses],
      }),
    onSuccess: ({ count }) => {
      void queries.invalidateQueries({ queryKey: webhookKeys.deliveries(projectId, endpointId) })
      toast(
        count === 0
          ? 'Nothing of that time matches, so nothing is sent.'
          : `${count === 1 ? 'One event is' : `${count.toLocaleString('en')} events are`} sent again.`,
      )
      onClose()
    },
  })
  return (
    <Dialog title="Replay a time" onClose={onClose}>
      <form
        noValidate
        aria-label="Replay a time"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <p className="text-ink-soft">
          Every event of that time is sent once more, under its own id, also where it got there before. A receiver knows
          repeats by the id. <ZoneLine />
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="From"
            type="datetime-local"
            value={since}
            onChange={(event) => setSince(event.target.value)}
            error={issueFor(error, 'since', 'The beginning')}
          />
          <TextField
            label="Until"
            type="datetime-local"
            value={until}
            onChange={(event) => setUntil(event.target.value)}
            error={issueFor(error, 'until', 'The end')}
          />
        </div>
        <SelectField label="Of that time" value={choice} onChange={(event) => setChoice(event.target.value as Choice)}>
          {Object.entries(choices).map(([name, { word }]) => (
            <option key={name} value={name}>
              {word}
            </option>
          ))}
        </SelectField>
        {error && !isShownByFields(error, ['since', 'until']) && (
          <ErrorNote error={error} title="Nothing was sent again" />
        )}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" isBusy={isPending}>
            Replay
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
