'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { CreatedLink } from '@/components/shared-links/created-link'
import { refreshStories } from '@/components/stories/query-keys'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { SelectField } from '@/components/ui/select'
import { call } from '@/lib/api/client'
import { createReviewLink } from '@/lib/openapi/operations.generated'
import { reviewLinksKey } from './review-links-key'

const expiries = [
  { value: '3', label: 'After 3 days' },
  { value: '7', label: 'After 7 days' },
  { value: '14', label: 'After 14 days' },
  { value: '30', label: 'After 30 days' },
  { value: '90', label: 'After 90 days' },
] as const
type Expiry = (typeof expiries)[number]['value']

const nameChars = 100

/** Creates a link. Its address is shown once. */
export function NewReviewLink({ projectId, storyIds }: { projectId: string; storyIds: readonly string[] }) {
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [expiry, setExpiry] = useState<Expiry>('14')
  const key = useRef(crypto.randomUUID())
  const creating = useMutation({
    mutationFn: () =>
      call(
        createReviewLink,
        {
          project_id: projectId,
          story_ids: [...storyIds],
          expires_in_days: Number(expiry),
          ...(name.trim() ? { name: name.trim() } : {}),
        },
        { idempotencyKey: key.current },
      ),
    onSuccess: async () => {
      key.current = crypto.randomUUID()
      await queries.invalidateQueries({ queryKey: reviewLinksKey(projectId) })
      // The story now waits for its client.
      await refreshStories(queries, projectId)
    },
  })
  return (
    <Form className="flex flex-col gap-3" onSubmit={() => creating.mutate()}>
      <p className="text-ink-soft">
        Anyone with the link sees the posts as the networks show them, and can comment, approve or ask for changes. Your
        team still approves and publishes.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Client"
          isOptional
          placeholder="Bakery Rossi"
          maxLength={nameChars}
          value={name}
          onChange={(event) => {
            key.current = crypto.randomUUID()
            setName(event.target.value)
          }}
        />
        <SelectField
          label="Expires"
          options={expiries}
          value={expiry}
          onChange={(next) => {
            key.current = crypto.randomUUID()
            setExpiry(next)
          }}
        />
      </div>
      {creating.error && <ErrorNote error={creating.error} title="The link could not be created" />}
      <Button
        type="submit"
        tone={creating.data ? 'secondary' : 'primary'}
        isBusy={creating.isPending}
        className="self-start"
      >
        {creating.data ? 'Create another link' : 'Create link'}
      </Button>
      {creating.data && <CreatedLink url={creating.data.url} />}
    </Form>
  )
}
