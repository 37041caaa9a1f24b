'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { issueFor } from '@/components/errors/form-issues'
import { instantOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { ZonedDateTimeField } from '@/components/time/zoned-date-time-field'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { SelectField } from '@/components/ui/select'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { RequestTo } from '@/lib/api/operation'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import type { SocialConnection } from '@/lib/connections/contract'
import { createConnection } from '@/lib/openapi/operations.generated'
import { accountOf } from './connection-banner'
import { accountIdHints, credentialFields } from './credential-fields'
import { connectionsKey } from './use-connections'

type Props = {
  projectId: string
  channel: ChannelId
  /** The account whose keys are updated. Its fields are filled in. Null to connect an account. */
  account: SocialConnection | null
  connections: SocialConnection[]
  onClose: () => void
}

/** Connects an account with existing API keys. They are never shown again. */
export default function ApiKeysDialog({ projectId, channel: first, account, connections, onClose }: Props) {
  const { timeZone } = useZone()
  const [channel, setChannel] = useState(first)
  const [expiresAt, setExpiresAt] = useState('')
  const toast = useToast()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (form: FormData) => call(createConnection, requestOf(projectId, channel, form, timeZone)),
    onSuccess: ({ connection }) => {
      void queries.invalidateQueries({ queryKey: connectionsKey(projectId) })
      toast(`${channelNames[connection.channel]} ${account ? 'keys updated' : 'connected'}.`)
      onClose()
    },
  })
  const fields = credentialFields[channel]
  const fieldPaths = [
    'account_id',
    'account_name',
    'handle',
    'expires_at',
    ...fields.map(({ name }) => `credentials.${name}`),
  ]
  const replaced = account ? undefined : connections.find((known) => known.channel === channel && known.connected)
  return (
    <Dialog
      title={account ? `Update API keys for ${channelNames[channel]}` : 'Connect with API keys'}
      onClose={onClose}
    >
      <DialogForm
        submitLabel={account ? 'Update keys' : 'Connect'}
        isBusy={isPending}
        error={error}
        errorTitle={account ? 'Keys not updated' : 'Account not connected'}
        fields={fieldPaths}
        autoComplete="off"
        onSubmit={mutate}
        onClose={onClose}
      >
        {!account && (
          <SelectField
            label="Channel"
            value={channel}
            onChange={(value) => setChannel(value)}
            hint={replaced && `Replaces ${replaced.sandbox ? 'the sandbox account' : accountOf(replaced)}.`}
            options={[...channelIds.map((id) => ({ value: id, label: channelNames[id] }))]}
          />
        )}
        <div key={channel} className="flex flex-col gap-4">
          <TextField
            name="account_id"
            {...accountIdHints[channel]}
            required
            maxLength={200}
            defaultValue={account?.account_id}
            error={issueFor(error, 'account_id', 'The ID')}
          />
          <TextField
            name="account_name"
            label="Account name"
            isOptional={channel === 'ghost'}
            required={channel !== 'ghost'}
            maxLength={200}
            defaultValue={account?.account_name ?? ''}
            error={issueFor(error, 'account_name', 'The name')}
          />
          <TextField
            name="handle"
            label="Username"
            isOptional
            maxLength={200}
            placeholder="@…"
            defaultValue={account?.handle ?? ''}
            error={issueFor(error, 'handle', 'The username')}
          />
          {fields.map(({ name, label, hint, isOptional, isVisible }) => (
            <TextField
              key={name}
              name={name}
              label={label}
              hint={hint}
              isOptional={isOptional}
              required={!isOptional}
              type={isVisible ? 'url' : 'password'}
              autoComplete={isVisible ? 'off' : 'new-password'}
              spellCheck={false}
              error={issueFor(error, `credentials.${name}`, `The ${label.toLowerCase()}`)}
            />
          ))}
          {channel !== 'x' && channel !== 'ghost' && (
            <ZonedDateTimeField
              name="expires_at"
              label="Expires"
              isOptional
              value={expiresAt}
              onChange={setExpiresAt}
              hint="If the network shows an expiry date. We remind you before it."
              error={issueFor(error, 'expires_at', 'The expiry')}
            />
          )}
        </div>
        <p className="text-sm text-ink-soft">We encrypt keys and never show them again.</p>
      </DialogForm>
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
    // The server checks the credentials of each channel; here they come from a table.
  } as RequestTo<typeof createConnection>
}
