'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { issueFor } from '@/components/errors/form-issues'
import { RadioGroup } from '@/components/ui/choices/radio-group'
import { Dialog } from '@/components/ui/dialog'
import { TextArea, TextField } from '@/components/ui/field'
import { call } from '@/lib/api/client'
import type { OAuthApp } from '@/lib/oauth/apps/contract'
import { createOAuthApp, updateOAuthApp } from '@/lib/openapi/operations.generated'
import { appsKey } from './apps-key'

type AppType = OAuthApp['type']

type Props = {
  /** Null: a new app. */
  app: OAuthApp | null
  /** With the secret of a new app; null if it is public. */
  onSaved: (app: OAuthApp, secret?: string | null) => void
  onClose: () => void
}

const types: { value: AppType; label: string; hint: string }[] = [
  { value: 'confidential', label: 'Confidential', hint: 'Runs on your server and keeps a secret.' },
  { value: 'public', label: 'Public', hint: 'Runs on the devices of its users, or in a browser. Has no secret.' },
]

/** Registers or edits an app. */
export function AppDialog({ app, onSaved, onClose }: Props) {
  const [name, setName] = useState(app?.name ?? '')
  const [website, setWebsite] = useState(app?.website_url ?? '')
  const [uris, setUris] = useState(app?.redirect_uris.join('\n') ?? '')
  const [type, setType] = useState<AppType>('confidential')
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (): Promise<{ app: OAuthApp; client_secret?: string | null }> => {
      const redirect_uris = uris.split(/\s+/).filter((uri) => uri !== '')
      const website_url = website.trim() || null
      if (app) return call(updateOAuthApp, { id: app.id, name, website_url, redirect_uris })
      return call(createOAuthApp, { name, redirect_uris, type, ...(website_url ? { website_url } : {}) })
    },
    onSuccess: (saved) => {
      void queries.invalidateQueries({ queryKey: appsKey })
      onSaved(saved.app, saved.client_secret)
    },
  })
  return (
    <Dialog isWide title={app ? 'Edit app' : 'New app'} onClose={onClose}>
      <DialogForm
        submitLabel={app ? 'Save' : 'Create app'}
        isBusy={isPending}
        error={error}
        errorTitle="App not saved"
        fields={['name', 'website_url', 'redirect_uris']}
        onSubmit={() => mutate()}
        onClose={onClose}
      >
        <TextField
          label="Name"
          hint="Shown to the people who allow access."
          required
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={issueFor(error, 'name', 'The name')}
        />
        <TextField
          label="Website"
          isOptional
          type="url"
          placeholder="https://"
          value={website}
          onChange={(event) => setWebsite(event.target.value)}
          error={issueFor(error, 'website_url', 'The website')}
        />
        <TextArea
          label="Redirect URIs"
          hint="One per line, compared character by character. On 127.0.0.1, [::1] and localhost the port may differ."
          required
          spellCheck={false}
          value={uris}
          onChange={(event) => setUris(event.target.value)}
          error={issueFor(error, 'redirect_uris', 'Each redirect URI')}
        />
        {!app && <RadioGroup label="Type" name="type" options={types} value={type} onChange={setType} />}
      </DialogForm>
    </Dialog>
  )
}
