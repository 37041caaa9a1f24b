'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { later } from '@/components/ui/later'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { deleteWebhook, updateWebhook } from '@/lib/api/operations.generated'
import type { WebhookEndpoint } from '@/lib/webhooks/contract'
import { useMayChange } from './may-change'
import type { ShownSecret } from './secret-box'
import { type EventWords, webhookKeys } from './webhook-keys'

const EndpointDialog = later(() => import('./endpoint-dialog').then((it) => it.default))
const ReactivateDialog = later(() => import('./reactivate-dialog').then((it) => it.default))

type Question = 'edit' | 'rotate' | 'reactivate' | 'delete'

type Props = {
  projectId: string
  endpoint: WebhookEndpoint
  catalogue: readonly EventWords[]
  onSecret: (secret: ShownSecret | null) => void
}

export function EndpointActions({ projectId, endpoint, catalogue, onSecret }: Props) {
  const [asked, setAsked] = useState<Question | null>(null)
  const mayWrite = useMayChange(endpoint)
  const queries = useQueryClient()
  const toast = useToast()
  const refresh = () => queries.invalidateQueries({ queryKey: webhookKeys.all(projectId) })
  const { id, active } = endpoint
  const pausing = useMutation({
    mutationFn: () => call(updateWebhook, { id, active: false }),
    onSuccess: (answer) => {
      queries.setQueryData(webhookKeys.one(projectId, id), answer)
      void refresh()
      toast('The endpoint is paused. Waiting deliveries are on hold.')
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
          onClick={() => (active ? pausing.mutate() : setAsked('reactivate'))}
        >
          {active ? 'Pause' : 'Reactivate'}
        </Button>
        <Button disabled={!mayWrite} icon={<Pencil aria-hidden size={16} />} onClick={() => setAsked('edit')}>
          Edit
        </Button>
        <Button disabled={!mayWrite} icon={<KeyRound aria-hidden size={16} />} onClick={() => setAsked('rotate')}>
          Rotate secret
        </Button>
        <Button
          tone="danger"
          disabled={!mayWrite}
          icon={<Trash2 aria-hidden size={16} />}
          onClick={() => setAsked('delete')}
        >
          Delete
        </Button>
      </div>
      {pausing.error && <ErrorNote error={pausing.error} />}
      {asked && <Asked {...{ projectId, endpoint, catalogue, onSecret, asked }} onClose={() => setAsked(null)} />}
    </div>
  )
}

/** The dialog of what was asked for. */
function Asked({
  projectId,
  endpoint,
  catalogue,
  onSecret,
  asked,
  onClose,
}: Props & { asked: Question; onClose: () => void }) {
  const queries = useQueryClient()
  const toast = useToast()
  const router = useRouter()
  const { id } = endpoint
  const rotate = async (): Promise<void> => {
    const { signing_secret } = await call(updateWebhook, { id, rotate_secret: true })
    await queries.invalidateQueries({ queryKey: webhookKeys.all(projectId) })
    if (signing_secret) onSecret({ title: 'The secret is rotated', secret: signing_secret, isRotated: true })
  }
  const remove = async (): Promise<void> => {
    await call(deleteWebhook, { id })
    toast('The endpoint is deleted.')
    router.push(`/${projectId}/webhooks`)
    void queries.invalidateQueries({ queryKey: webhookKeys.list(projectId) })
  }
  switch (asked) {
    case 'edit':
      return (
        <EndpointDialog
          projectId={projectId}
          catalogue={catalogue}
          endpoint={endpoint}
          onClose={onClose}
          onDone={() => {
            onClose()
            toast('The endpoint is changed.')
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
            A new signing secret is created and shown once. It signs at once. For 24 hours the current secret signs too,
            in headers of its own, so you can update your receiver in that time.
          </p>
        </ConfirmDialog>
      )
    case 'delete':
      return (
        <ConfirmDialog title="Delete this endpoint?" confirmLabel="Delete" onConfirm={remove} onClose={onClose}>
          <p>
            Nothing is sent to <span className="font-mono text-sm break-all">{endpoint.url}</span> any more, also not
            what waits for it. Its deliveries and alerts go with it. This cannot be taken back.
          </p>
        </ConfirmDialog>
      )
  }
}
