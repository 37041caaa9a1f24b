'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { CheckField } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { reactivateWebhook } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import type { WebhookEndpoint } from '@/lib/webhooks/endpoints/contract'
import { webhookKeys } from './webhook-keys'

/** Reactivates an endpoint. Offers to send its waiting deliveries. */
export default function ReactivateDialog({
  projectId,
  endpoint,
  onClose,
}: {
  projectId: string
  endpoint: WebhookEndpoint
  onClose: () => void
}) {
  const [replayWaiting, setReplayWaiting] = useState(true)
  const queries = useQueryClient()
  const toast = useToast()
  const { id } = endpoint
  const reactivate = async (): Promise<void> => {
    const { replayed_count: count } = await call(reactivateWebhook, { id, replay_waiting: replayWaiting })
    await queries.invalidateQueries({ queryKey: webhookKeys.all(projectId) })
    toast(
      `Endpoint reactivated.${count > 0 ? ` Sending ${plural(count, 'waiting delivery', 'waiting deliveries')}.` : ''}`,
    )
  }
  return (
    <ConfirmDialog
      title="Reactivate this endpoint?"
      confirmLabel="Reactivate"
      cancelLabel="Cancel"
      isDanger={false}
      onConfirm={reactivate}
      onClose={onClose}
    >
      <p>
        New events are sent from now on. Events that happened while the endpoint was off are only in the events API.
      </p>
      <CheckField
        label="Send waiting deliveries"
        hint="Deliveries that were waiting when the endpoint was turned off. Otherwise they stay on hold, and you can replay them later."
        checked={replayWaiting}
        onChange={(event) => setReplayWaiting(event.target.checked)}
      />
    </ConfirmDialog>
  )
}
