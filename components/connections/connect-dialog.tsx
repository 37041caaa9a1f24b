'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { useZone } from '@/components/time/zone'
import { instantOf } from '@/components/time/zoned'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { SelectField, TextField } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { RequestTo } from '@/lib/api/operation'
import { createConnection } from '@/lib/api/operations.generated'
import { type ChannelId, channelIds } from '@/lib/channels/ids'
import type { SocialConnection } from '@/lib/connections/contract'
import { accountIdHints, credentialFields } from './credential-fields'
import { connectionsKey } from './use-connections'

type Props = { projectId: string; channel: ChannelId; connections: SocialConnection[]; onClose: () => void }

/** For credentials that a person has in hand. They leave the browser once and are never shown again. */
export function ConnectDialog({ projectId, channel: first, connections, onClose }: Props) {
  const { timeZone } = useZone()
  const [channel, setChannel] = useState(first)
  const toast = useToast()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (form: FormData) => call(createConnection, requestOf(projectId, channel, form, timeZone)),
    onSuccess: ({ connection }) => {
      void queries.invalidateQueries({ queryKey: connectionsKey(projectId) })
      toast(`${channelNames[connection.channel]} is connected.`)
      onClose()
    },
  })
  const fields = credentialFields[channel]
  const shown = [
    'account_id',
    'account_name',
    'handle',
    'expires_at',
    ...fields.map(({ name }) => `credentials.${name}`),
  ]
  const before = connections.find((known) => known.channel === channel)
  return (
    <Dialog title="Connect with credentials at hand" onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          mutate(new FormData(event.currentTarget))
        }}
      >
        <SelectField label="Channel" value={channel} onChange={(event) => setChannel(event.target.value as ChannelId)}>
          {channelIds.map((id) => (
            <option key={id} value={id}>
              {channelNames[id]}
            </option>
          ))}
        </SelectField>
        <div key={channel} className="flex flex-col gap-4">
          <TextField
            name="account_id"
            {...accountIdHints[channel]}
            required
            maxLength={200}
            defaultValue={before?.account_id}
            error={issueFor(error, 'account_id', 'The id')}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              name="account_name"
              label="Account name"
              isOptional={channel === 'ghost'}
              required={channel !== 'ghost'}
              maxLength={200}
              defaultValue={before?.account_name ?? ''}
              error={issueFor(error, 'account_name', 'The name')}
            />
            <TextField
              name="handle"
              label="User name"
              isOptional
              maxLength={200}
              placeholder="@…"
              defaultValue={before?.handle ?? ''}
              error={issueFor(error, 'handle', 'The user name')}
            />
          </div>
          {fields.map(({ name, label, hint, isOptional, isOpen }) => (
            <TextField
              key={name}
              name={name}
              label={label}
              hint={hint}
              isOptional={isOptional}
              required={!isOptional}
              type={isOpen ? 'url' : 'password'}
              autoComplete={isOpen ? 'off' : 'new-password'}
              spellCheck={false}
              error={issueFor(error, `credentials.${name}`, `The ${label.toLowerCase()}`)}
            />
          ))}
          {channel !== 'x' && channel !== 'ghost' && (
            <TextField
              name="expires_at"
              label="Access ends at"
              isOptional
              type="datetime-local"
              hint="If the network named an end. You are told before it comes."
              error={issueFor(error, 'expires_at', 'The end')}
            />
          )}
        </div>
        <p className="text-sm text-ink-soft">
          Keys are encrypted before they are stored, and nothing ever shows them again.
        </p>
        {error && !isShownByFields(error, shown) && <ErrorNote error={error} title="Not connected" />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" isBusy={isPending}>
            {before ? 'Reconnect' : 'Connect'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

function requestOf(
  projectId: string,
  channel: ChannelId,
  form: FormData,
  timeZone: string,
): RequestTo<typeof createConnection> {
  const text = (name: string): string => String(form.get(name) ?? '').trim()
  const credentials = Object.fromEntries(
    credentialFields[channel].map(({ name }) => [name, text(name)]).filter(([, value]) => value !== ''),
  )
  const ends = text('expires_at')
  return {
    project_id: projectId,
    channel,
    account_id: text('account_id'),
    account_name: text('account_name') || null,
    handle: text('handle') || null,
    ...(ends ? { expires_at: instantOf(ends, timeZone)?.toISOString() ?? null } : {}),
    credentials,
    // Which members belong to which channel is the server's to check; this form has them in a table.
  } as RequestTo<typeof createConnection>
}
