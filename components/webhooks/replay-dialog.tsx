'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { instantOf, localOf } from '@/components/time/local-time'
import { useZone, ZoneLine } from '@/components/time/zone'
import { ZonedDateTimeField } from '@/components/time/zoned-date-time-field'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { focusFirstField } from '@/components/ui/overlays/use-modal'
import { SelectField } from '@/components/ui/select'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { replayWebhookDeliveries } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import { webhookKeys } from './webhook-keys'

const choices = {
  failed: { label: 'Failed deliveries', statuses: ['failed', 'permanent_failure'] },
  permanent_failure: { label: 'Permanently failed deliveries', statuses: ['permanent_failure'] },
  all: { label: 'All deliveries', statuses: ['pending', 'in_flight', 'succeeded', 'failed', 'permanent_failure'] },
} as const
type Choice = keyof typeof choices

const dayMs = 86_400_000
const minuteMs = 60_000

/** Replays the events of a time range. */
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
  // Until the end of this minute: the field has no seconds, and the end is excluded.
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
      toast(count === 0 ? 'No matching deliveries in this time range.' : `Replaying ${plural(count, 'event')}.`)
      onClose()
    },
  })
  return (
    <Dialog title="Replay a time range" onClose={onClose}>
      <form
        ref={focusFirstField}
        noValidate
        aria-label="Replay a time range"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <p className="text-ink-soft">
          Sends every matching event again with the same event id, so that receivers can detect duplicates. <ZoneLine />
        </p>
        <div className="flex flex-col gap-4">
          <ZonedDateTimeField
            label="From"
            value={since}
            onChange={setSince}
            error={issueFor(error, 'since', 'The start')}
          />
          <ZonedDateTimeField
            label="Until"
            value={until}
            onChange={setUntil}
            error={issueFor(error, 'until', 'The end')}
          />
        </div>
        <SelectField
          label="Deliveries"
          value={choice}
          onChange={(value) => setChoice(value as Choice)}
          options={[...Object.entries(choices).map(([name, { label }]) => ({ value: name, label: label }))]}
        />
        {error && !isShownByFields(error, ['since', 'until']) && (
          <ErrorNote error={error} title="Events not replayed" />
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
