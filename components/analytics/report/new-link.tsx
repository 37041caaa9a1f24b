'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { CreatedLink } from '@/components/shared-links/created-link'
import { instantOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { ZonedDateTimeField } from '@/components/time/zoned-date-time-field'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { TextField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { SelectField } from '@/components/ui/select'
import { call } from '@/lib/api/client'
import { createReportLink } from '@/lib/openapi/operations.generated'
import { reportLinksKey } from './report-links'
import type { ReportProps } from './report-props'

const expiries = [
  { value: '7', label: 'After 7 days' },
  { value: '30', label: 'After 30 days' },
  { value: '90', label: 'After 90 days' },
  { value: 'date', label: 'At a date' },
] as const
type Expiry = (typeof expiries)[number]['value']

/** Max characters, as in the API. */
const titleMax = 100

/** Creates a link. Its address is shown once. */
export function NewLink({ projectId, query, channel }: ReportProps) {
  const queries = useQueryClient()
  const { timeZone } = useZone()
  const [title, setTitle] = useState('')
  const { length } = title.trim()
  const [expiry, setExpiry] = useState<Expiry>('30')
  const [date, setDate] = useState('')
  const expiresAt = instantOf(date, timeZone)?.toISOString()
  const creating = useMutation({
    mutationFn: () =>
      call(createReportLink, {
        project_id: projectId,
        ...query,
        ...(channel ? { channels: [channel] } : {}),
        ...(title.trim() ? { title: title.trim() } : {}),
        ...(expiry === 'date' ? { expires_at: expiresAt } : { expires_in_days: Number(expiry) }),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: reportLinksKey(projectId) }),
  })
  return (
    <section aria-labelledby="new-link" className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 id="new-link" className="font-semibold">
        Share a link
      </h3>
      <Form className="flex flex-col gap-3" onSubmit={() => creating.mutate()}>
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label="Title"
            isOptional
            aside={<Count length={length} />}
            error={length > titleMax ? `Use at most ${titleMax} characters.` : null}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
          <SelectField label="Expires" options={expiries} value={expiry} onChange={setExpiry} />
        </div>
        {expiry === 'date' && <ZonedDateTimeField label="Expires at" value={date} onChange={setDate} />}
        {creating.error && <ErrorNote error={creating.error} title="The link could not be created" />}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            tone="primary"
            isBusy={creating.isPending}
            disabled={length > titleMax || (expiry === 'date' && expiresAt === undefined)}
          >
            Create link
          </Button>
          <p className="min-w-0 flex-1 basis-52 text-sm text-ink-soft">
            Anyone with the link can see this report without signing in. It always shows the current numbers of these
            days.
          </p>
        </div>
      </Form>
      {creating.data && <CreatedLink url={creating.data.url} />}
    </section>
  )
}

/** Pasted text is not cut, so the number of characters can be over the limit. */
const Count = ({ length }: { length: number }) => (
  <span className={classes('text-sm tabular-nums', length > titleMax ? 'font-medium text-bad' : 'text-ink-soft')}>
    {length}/{titleMax}
  </span>
)
