'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { deleteWebhook, updateWebhook } from '@/lib/openapi/operations.generated'
import type { WebhookEndpoint } from '@/lib/webhooks/endpoints/contract'
import { useMayChange } from './may-change'
import type { NewSecret } from './secret-box'
import { type EventSummary, webhookKeys } from './webhook-keys'

const EndpointDialog = lazyComponent(() => import('./endpoint-dialog').then((it) => it.default))
const ReactivateDialog = lazyComponent(() => import('./reactivate-dialog').then((it) => it.default))

type Action = 'edit' | 'rotate' | 'reactivate' | 'delete'

type Props = {
  projectId: string
  endpoint: WebhookEndpoint
  catalogue: readonly EventSummary[]
  onSecret: (secret: NewSecret | null) => void
}

export function EndpointActions({ projectId, endpoint, catalogue, onSecret }: Props) {
  const [action, setAction] = useState<Action | null>(null)
  const mayWrite = useMayChange(endpoint)
  const queries = useQueryClient()
  const toast = useToast()
  const refresh = () => queries.invalidateQueries({ queryKey: webhookKeys.all(projectId) })
  const { id, active } = endpoint
  const pausing = useMutation({
    mutationFn: () => call(updateWebhook, { id, active: false }),
    onSuccess: (response) => {
      queries.setQueryData(webhookKeys.one(projectId, id), response)
      void refresh()
      toast('Endpoint paused. Waiting deliveries are on hold.')
    },
  })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button
          tone={active ? 'secondary' : 'primary'}
          disabled={!mayWrite}
          isBusy={pausing.isPending}
          icon={active ? <Pause aria-hidden size={16} /> : <Play aria-hidden size={16} />}
          onClick={() => (active ? pausing.mutate() : setAction('reactivate'))}
        >
          {active ? 'Pause' : 'Reactivate'}
        </Button>
        <Button disabled={!mayWrite} icon={<Pencil aria-hidden size={16} />} onClick={() => setAction('edit')}>
          Edit
        </Button>
        <Button disabled={!mayWrite} icon={<KeyRound aria-hidden size={16} />} onClick={() => setAction('rotate')}>
          Rotate secret
        </Button>
        <Button
          tone="danger"
          disabled={!mayWrite}
          icon={<Trash2 aria-hidden size={16} />}
          onClick={() => setAction('delete')}
        >
          Delete
        </Button>
      </div>
      {pausing.error && <ErrorNote error={pausing.error} />}
      {action && (
        <ActionDialog {...{ projectId, endpoint, catalogue, onSecret, action }} onClose={() => setAction(null)} />
      )}
    </div>
  )
}

/** The open dialog. */
function ActionDialog({
  projectId,
  endpoint,
  catalogue,
  onSecret,
  action,
  onClose,
}: Props & { action: Action; onClose: () => void }) {
  const queries = useQueryClient()
  const toast = useToast()
  const router = useRouter()
  const { id } = endpoint
  const rotate = async (): Promise<void> => {
    const { signing_secret } = await call(updateWebhook, { id, rotate_secret: true })
    await queries.invalidateQueries({ queryKey: webhookKeys.all(projectId) })
    if (signing_secret) onSecret({ title: 'Secret rotated', secret: signing_secret, isRotated: true })
  }
  const remove = async (): Promise<void> => {
    await call(deleteWebhook, { id })
    toast('Endpoint deleted.')
    router.push(`/${projectId}/webhooks`)
    void queries.invalidateQueries({ queryKey: webhookKeys.list(projectId) })
  }
  switch (action) {
    case 'edit':
      return (
        <EndpointDialog
          projectId={projectId}
          catalogue={catalogue}
          endpoint={endpoint}
          onClose={onClose}
          onDone={() => {
            onClose()
            toast('Endpoint updated.')
          }}
        />
      )
    case 'reactivate':
      return <ReactivateDialog projectId={projectId} endpoint={endpoint} onClose={onClose} />
    case 'rotate':
      return (
        <ConfirmDialog
          title="Rotate the secret?"
          confirmLabel="Rotate"
          isDanger={false}
          onConfirm={rotate}
          onClose={onClose}
        >
          <p>
            Creates a new signing secret and shows it once. For 24 hours, requests are also signed with the current
            secret, in separate headers, so that you can update your receiver.
          </p>
        </ConfirmDialog>
      )
    case 'delete':
      return (
        <ConfirmDialog title="Delete this endpoint?" confirmLabel="Delete" onConfirm={remove} onClose={onClose}>
          <p>
            Stops sending events to <span className="font-mono text-sm break-all">{endpoint.url}</span> and deletes its
            deliveries and alerts. This cannot be undone.
          </p>
        </ConfirmDialog>
      )
  }
}
