'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { call } from '@/lib/api/client'
import type { RequestTo } from '@/lib/api/operation'
import { createWebhook, updateWebhook } from '@/lib/api/operations.generated'
import type { WebhookEndpoint } from '@/lib/webhooks/contract'
import { EventsField } from './events-field'
import { type EventWords, webhookKeys } from './webhook-keys'

type Props = {
  projectId: string
  catalogue: readonly EventWords[]
  /** The one to change; without it a new one is made. */
  endpoint?: WebhookEndpoint
  onDone: (made: { signing_secret?: string | undefined }) => void
  onClose: () => void
}

type Events = RequestTo<typeof createWebhook>['events']

/** Makes an endpoint, or changes where it is and what it hears of. */
export default function EndpointDialog({ projectId, catalogue, endpoint, onDone, onClose }: Props) {
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [events, setEvents] = useState<string[]>(endpoint?.events ?? ['*'])
  const [isEmpty, setIsEmpty] = useState(false)
  const { mutate, isPending, error } = useSaveEndpoint(projectId, endpoint, onDone)
  const title = endpoint ? 'Change the endpoint' : 'New endpoint'
  return (
    <Dialog isWide title={title} onClose={onClose}>
      <form
        noValidate
        aria-label={title}
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          setIsEmpty(events.length === 0)
          if (events.length > 0) mutate({ url, events: events as Events, description: description.trim() || null })
        }}
      >
        <TextField
          label="Address"
          type="url"
          inputMode="url"
          placeholder="https://example.com/webhooks"
          hint="An https address that the internet can reach. It gets a POST for each event and answers with a 2xx."
          value={url}
          autoFocus
          onChange={(event) => setUrl(event.target.value)}
          error={issueFor(error, 'url', 'The address')}
        />
        <TextField
          label="Description"
          isOptional
          hint="What receives it, such as “Shop”."
          maxLength={500}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          error={issueFor(error, 'description', 'The description')}
        />
        <EventsField
          catalogue={catalogue}
          chosen={events}
          onChange={setEvents}
          error={
            isEmpty && events.length === 0 ? 'Choose at least one event.' : issueFor(error, 'events', 'The choice')
          }
        />
        {error && !isShownByFields(error, ['url', 'description', 'events']) && (
          <ErrorNote error={error} title={endpoint ? 'It was not changed' : 'No endpoint was made'} />
        )}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" isBusy={isPending}>
            {endpoint ? 'Save' : 'Make endpoint'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

type Wanted = { url: string; events: Events; description: string | null }

function useSaveEndpoint(projectId: string, endpoint: WebhookEndpoint | undefined, onDone: Props['onDone']) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (wanted: Wanted) =>
      endpoint
        ? call(updateWebhook, { id: endpoint.id, ...wanted })
        : call(createWebhook, { project_id: projectId, ...wanted }),
    onSuccess: (answer) => {
      void queries.invalidateQueries({ queryKey: webhookKeys.all(projectId) })
      onDone(answer)
    },
  })
}
