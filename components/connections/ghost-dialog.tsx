'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { createConnection } from '@/lib/api/operations.generated'
import { connectionsKey } from './use-connections'

const shown = ['credentials.site_url', 'credentials.admin_api_key']

/** A Ghost site has no page to consent on: its address and a key are asked for, and tried before they are kept. */
export function GhostDialog({
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
      toast('Ghost is connected.')
      onClose()
    },
  })
  return (
    <Dialog title={isReconnect ? 'Reconnect Ghost' : 'Connect Ghost'} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          mutate(new FormData(event.currentTarget))
        }}
      >
        <TextField
          name="site_url"
          label="Site address"
          type="url"
          required
          placeholder="https://blog.example.com"
          hint="Where you open Ghost’s dashboard, without /ghost."
          error={issueFor(error, 'credentials.site_url', 'The address')}
        />
        <TextField
          name="admin_api_key"
          label="Admin API key"
          type="password"
          required
          autoComplete="new-password"
          spellCheck={false}
          hint="In Ghost: Settings, Integrations, Add custom integration. It has a colon in the middle."
          error={issueFor(error, 'credentials.admin_api_key', 'The key')}
        />
        <p className="text-sm text-ink-soft">
          The site is asked whether it takes the key. Then the key is encrypted and stored, and nothing ever shows it
          again.
        </p>
        {error && !isShownByFields(error, shown) && <ErrorNote error={error} title="Not connected" />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" isBusy={isPending}>
            {isReconnect ? 'Reconnect' : 'Connect'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
