'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { issueFor } from '@/components/errors/form-issues'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { createConnection } from '@/lib/openapi/operations.generated'
import { connectionsKey } from './use-connections'

const fields = ['credentials.site_url', 'credentials.admin_api_key']

/** Ghost has no OAuth: it needs a site URL and a key, which the server checks before it stores them. */
export default function ConnectGhostDialog({
  projectId,
  isReconnect,
  onClose,
}: {
  projectId: string
  isReconnect: boolean
  onClose: () => void
}) {
  const toast = useToast()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (form: FormData) => {
      const text = (name: string): string => String(form.get(name) ?? '').trim()
      const credentials = { site_url: text('site_url'), admin_api_key: text('admin_api_key') }
      return call(createConnection, { project_id: projectId, channel: 'ghost', credentials })
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: connectionsKey(projectId) })
      toast('Ghost connected.')
      onClose()
    },
  })
  return (
    <Dialog title={isReconnect ? 'Reconnect Ghost' : 'Connect Ghost'} onClose={onClose}>
      <DialogForm
        submitLabel={isReconnect ? 'Reconnect' : 'Connect'}
        isBusy={isPending}
        error={error}
        errorTitle="Ghost not connected"
        fields={fields}
        autoComplete="off"
        onSubmit={mutate}
        onClose={onClose}
      >
        <TextField
          name="site_url"
          label="Site URL"
          type="url"
          required
          placeholder="https://blog.example.com"
          hint="The address of your Ghost dashboard without /ghost."
          error={issueFor(error, 'credentials.site_url', 'The URL')}
        />
        <TextField
          name="admin_api_key"
          label="Admin API key"
          type="password"
          required
          autoComplete="new-password"
          spellCheck={false}
          hint="In Ghost: Settings → Integrations → Add custom integration. The key contains a colon."
          error={issueFor(error, 'credentials.admin_api_key', 'The key')}
        />
        <p className="text-sm text-ink-soft">We check the key, encrypt it and never show it again.</p>
      </DialogForm>
    </Dialog>
  )
}
