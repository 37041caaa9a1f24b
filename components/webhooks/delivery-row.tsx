'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, RotateCw } from 'lucide-react'
import { useId, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { formatRelative } from '@/components/time/formats'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { InlineLoading, lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { replayWebhookDelivery } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import type { WebhookDelivery } from '@/lib/webhooks/deliveries/contract'
import type { WebhookEndpoint } from '@/lib/webhooks/endpoints/contract'
import { DeliveryBadge } from './delivery-status'
import { useMayChange } from './may-change'
import { webhookKeys } from './webhook-keys'

const DeliveryDetail = lazyComponent(() => import('./delivery-detail').then((it) => it.default), InlineLoading)

type RowProps = { projectId: string; endpoint: WebhookEndpoint; delivery: WebhookDelivery; now: Date }

/** One delivery. Expands to show its attempts. */
export function DeliveryRow({ projectId, endpoint, delivery, now }: RowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const detailId = useId()
  const { event, status, attempt_count, last_error, last_status_code, next_attempt_at, created_at, replay_of } =
    delivery
  return (
    <li>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 px-4 py-3">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={detailId}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 rounded text-left"
        >
          <ChevronDown
            aria-hidden
            size={16}
            className={classes('shrink-0 transition-transform', isOpen && 'rotate-180')}
          />
          <span className="font-mono text-sm font-medium break-all">{event}</span>
          <DeliveryBadge delivery={delivery} />
          {replay_of && <span className="text-sm text-ink-soft">replay</span>}
          <Time at={created_at} className="text-sm text-ink-soft" />
        </button>
        <Replay projectId={projectId} endpoint={endpoint} delivery={delivery} />
        {status !== 'succeeded' && (last_error || last_status_code !== null) && (
          <p className="col-span-full text-sm wrap-anywhere">
            {last_error ?? `The endpoint responded with ${last_status_code}.`}{' '}
            <span className="text-ink-soft" suppressHydrationWarning>
              {plural(attempt_count, 'attempt')}
              {next_attempt_at && `, next ${formatRelative(next_attempt_at, now)}`}.
            </span>
          </p>
        )}
      </div>
      <div id={detailId}>
        {isOpen && <DeliveryDetail projectId={projectId} endpointId={endpoint.id} delivery={delivery} />}
      </div>
    </li>
  )
}

function Replay({ projectId, endpoint, delivery }: Omit<RowProps, 'now'>) {
  const mayWrite = useMayChange(endpoint)
  const queries = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(replayWebhookDelivery, { id: endpoint.id, delivery_id: delivery.id }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: webhookKeys.deliveries(projectId, endpoint.id) })
      toast('Delivery replayed with the same event ID.')
    },
  })
  if (delivery.event === 'test.ping') return null
  return (
    <>
      <Button
        isSmall
        disabled={!mayWrite || !endpoint.active}
        title={endpoint.active ? undefined : 'Reactivate the endpoint to replay'}
        isBusy={isPending}
        icon={<RotateCw aria-hidden size={14} />}
        onClick={() => mutate()}
      >
        Replay<span className="sr-only"> {delivery.event}</span>
      </Button>
      {error && (
        <div className="col-span-full">
          <ErrorNote error={error} title="Delivery not replayed" />
        </div>
      )}
    </>
  )
}
