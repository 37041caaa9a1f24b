'use client'

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, History, Inbox, RotateCw } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useId, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { useMay } from '@/components/projects/role'
import { formatRelative } from '@/components/time/formats'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { SelectField } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { listWebhookDeliveries, replayWebhookDelivery } from '@/lib/api/operations.generated'
import type { WebhookEndpoint } from '@/lib/webhooks/contract'
import type { WebhookDelivery } from '@/lib/webhooks/delivery-contract'
import { DeliveryBadge, type DeliveryView, deliveryViews } from './delivery-status'
import { webhookKeys } from './webhook-keys'

const DeliveryDetail = dynamic(() => import('./delivery-detail'), { ssr: false })
const ReplayDialog = dynamic(() => import('./replay-dialog'), { ssr: false })

type Props = {
  projectId: string
  endpoint: WebhookEndpoint
  initial: AnswerTo<typeof listWebhookDeliveries>
  now: Date
}

/** Everything that was sent to the endpoint in the last 30 days, newest first. */
export function DeliveryList({ projectId, endpoint, initial, now }: Props) {
  const [view, setView] = useState<DeliveryView>('all')
  const [isReplaying, setIsReplaying] = useState(false)
  const mayWrite = useMay('webhooks:write')
  const { id } = endpoint
  const key = webhookKeys.deliveries(projectId, id)
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...key, view],
    queryFn: ({ pageParam, signal }) => {
      const { statuses } = deliveryViews[view]
      const status = statuses ? statuses.join(',') : undefined
      return call(listWebhookDeliveries, { id, status, cursor: pageParam, limit: 25 }, { signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    ...(view === 'all' ? { initialData: { pages: [initial], pageParams: [undefined] } } : {}),
    refetchInterval: ({ state }) => (state.data?.pages[0]?.deliveries.some(isUnderWay) ? 2_000 : 10_000),
  })
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? []
  return (
    <section aria-labelledby="deliveries">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="deliveries" className="font-semibold">
            Deliveries
          </h2>
          <p className="text-sm text-ink-soft">
            Of the last 30 days. A failed one is tried again six times in 18 hours.
          </p>
        </div>
        <div className="flex flex-wrap items-end gap-2">
          <SelectField label="Show" value={view} onChange={(event) => setView(event.target.value as DeliveryView)}>
            {Object.entries(deliveryViews).map(([name, { word }]) => (
              <option key={name} value={name}>
                {word}
              </option>
            ))}
          </SelectField>
          <Button disabled={!mayWrite} icon={<History aria-hidden size={16} />} onClick={() => setIsReplaying(true)}>
            Replay a time
          </Button>
        </div>
      </div>
      {error && (
        <div className="mb-3">
          <ErrorNote isReading error={error} title="The list may be out of date" />
        </div>
      )}
      {deliveries.length > 0 ? (
        <ul className="panel divide-y divide-line">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} projectId={projectId} endpoint={endpoint} delivery={delivery} now={now} />
          ))}
        </ul>
      ) : (
        <p className="panel flex items-center gap-3 p-6 text-ink-soft">
          <Inbox aria-hidden size={20} className="shrink-0" />
          {isPending
            ? 'Loading …'
            : view === 'all'
              ? 'Nothing was sent yet. A test ping shows here, too.'
              : 'There are none.'}
        </p>
      )}
      {hasNextPage && (
        <Button className="mt-4" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      {isReplaying && (
        <ReplayDialog projectId={projectId} endpointId={id} now={now} onClose={() => setIsReplaying(false)} />
      )}
    </section>
  )
}

const isUnderWay = ({ status, next_attempt_at }: WebhookDelivery): boolean =>
  status === 'pending' || status === 'in_flight' || (status === 'failed' && next_attempt_at === null)

type RowProps = { projectId: string; endpoint: WebhookEndpoint; delivery: WebhookDelivery; now: Date }

function DeliveryRow({ projectId, endpoint, delivery, now }: RowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const detailId = useId()
  const { event, status, attempt_count, last_error, last_status_code, next_attempt_at, created_at, replay_of } =
    delivery
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={detailId}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-8 min-w-0 flex-1 basis-64 flex-wrap items-center gap-x-3 gap-y-1 rounded text-left"
        >
          <ChevronDown
            aria-hidden
            size={16}
            className={classes('shrink-0 transition-transform', isOpen && 'rotate-180')}
          />
          <span className="font-mono text-sm font-medium break-all">{event}</span>
          <DeliveryBadge status={status} />
          {replay_of && <span className="text-sm text-ink-soft">replay</span>}
          <Time at={created_at} className="text-sm text-ink-soft" />
        </button>
        <Replay projectId={projectId} endpoint={endpoint} delivery={delivery} />
        {status !== 'succeeded' && (last_error || last_status_code !== null) && (
          <p className="basis-full text-sm wrap-anywhere">
            {last_error ?? `It answered with ${last_status_code}.`}{' '}
            <span className="text-ink-soft" suppressHydrationWarning>
              {attempt_count === 1 ? 'Tried once' : `Tried ${attempt_count} times`}
              {next_attempt_at && endpoint.active && `, again ${formatRelative(next_attempt_at, now)}`}.
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
  const mayWrite = useMay('webhooks:write')
  const queries = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(replayWebhookDelivery, { id: endpoint.id, delivery_id: delivery.id }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: webhookKeys.deliveries(projectId, endpoint.id) })
      toast('It is sent again, under the same event id.')
    },
  })
  if (delivery.event === 'test.ping') return null
  return (
    <>
      <Button
        isSmall
        disabled={!mayWrite}
        isBusy={isPending}
        icon={<RotateCw aria-hidden size={14} />}
        onClick={() => mutate()}
      >
        Replay<span className="sr-only"> {delivery.event}</span>
      </Button>
      {error && (
        <div className="basis-full">
          <ErrorNote error={error} title="It was not sent again" />
        </div>
      )}
    </>
  )
}
