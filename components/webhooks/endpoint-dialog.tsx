'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { focusFirstField } from '@/components/ui/overlays/use-modal'
import { call } from '@/lib/api/client'
import type { RequestTo } from '@/lib/api/operation'
import { createWebhook, updateWebhook } from '@/lib/openapi/operations.generated'
import type { WebhookEndpoint } from '@/lib/webhooks/endpoints/contract'
import { EventsField } from './events-field'
import { type EventSummary, webhookKeys } from './webhook-keys'

type Props = {
  projectId: string
  catalogue: readonly EventSummary[]
  /** Omit it to create an endpoint. */
  endpoint?: WebhookEndpoint
  onDone: (response: { signing_secret?: string | undefined }) => void
  onClose: () => void
}

type Events = RequestTo<typeof createWebhook>['events']

/** Creates or edits an endpoint. */
export default function EndpointDialog({ projectId, catalogue, endpoint, onDone, onClose }: Props) {
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [events, setEvents] = useState<string[]>(endpoint?.events ?? ['*'])
  const [isEmpty, setIsEmpty] = useState(false)
  const { mutate, isPending, error } = useSaveEndpoint(projectId, endpoint, onDone)
  const title = endpoint ? 'Edit endpoint' : 'New endpoint'
  return (
    <Dialog isWide title={title} onClose={onClose}>
      <form
        ref={focusFirstField}
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
          label="URL"
          type="url"
          inputMode="url"
          placeholder="https://example.com/webhooks"
          hint="A public https URL. It receives a POST request for each event and must respond with a 2xx status."
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          error={issueFor(error, 'url', 'The URL')}
        />
        <TextField
          label="Description"
          isOptional
          placeholder="Shop"
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
            isEmpty && events.length === 0 ? 'Choose at least one event.' : issueFor(error, 'events', 'The selection')
          }
        />
        {error && !isShownByFields(error, ['url', 'description', 'events']) && (
          <ErrorNote error={error} title={endpoint ? 'The endpoint was not updated' : 'The endpoint was not created'} />
        )}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" isBusy={isPending}>
            {endpoint ? 'Save' : 'Create endpoint'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

type EndpointInput = { url: string; events: Events; description: string | null }

function useSaveEndpoint(projectId: string, endpoint: WebhookEndpoint | undefined, onDone: Props['onDone']) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: EndpointInput) =>
      endpoint
        ? call(updateWebhook, { id: endpoint.id, ...input })
        : call(createWebhook, { project_id: projectId, ...input }),
    onSuccess: (response) => {
      void queries.invalidateQueries({ queryKey: webhookKeys.all(projectId) })
      onDone(response)
    },
  })
}
