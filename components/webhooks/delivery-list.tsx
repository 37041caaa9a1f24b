'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { History, Inbox } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { cursorPages, startingWith } from '@/components/ui/data/cursor-pages'
import { FilterChip } from '@/components/ui/data/filter-chip'
import { ShowMore } from '@/components/ui/data/show-more'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { listWebhookDeliveries } from '@/lib/openapi/operations.generated'
import type { WebhookDelivery } from '@/lib/webhooks/deliveries/contract'
import type { WebhookEndpoint } from '@/lib/webhooks/endpoints/contract'
import { DeliveryRow } from './delivery-row'
import { type DeliveryView, deliveryViews } from './delivery-status'
import { useMayChange } from './may-change'
import { webhookKeys } from './webhook-keys'

const ReplayDialog = lazyComponent(() => import('./replay-dialog').then((it) => it.default))

type Page = AnswerTo<typeof listWebhookDeliveries>

type Props = {
  projectId: string
  endpoint: WebhookEndpoint
  initial: Page
  now: Date
}

/** The deliveries of an endpoint in the last 30 days, newest first. */
export function DeliveryList({ projectId, endpoint, initial, now }: Props) {
  const [view, setView] = useState<DeliveryView | null>(null)
  const [isReplaying, setIsReplaying] = useState(false)
  const mayWrite = useMayChange(endpoint)
  const query = useDeliveries(webhookKeys.deliveries(projectId, endpoint.id), { id: endpoint.id, view, initial })
  const { data, error, isPending } = query
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? []
  return (
    <section aria-labelledby="deliveries">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="deliveries" className="font-semibold">
            Deliveries
          </h2>
          <p className="text-sm text-ink-soft">Last 30 days. A failed delivery is retried six times over 18 hours.</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <FilterChip
            label="Status"
            value={view}
            onChange={setView}
            options={Object.entries(deliveryViews).map(([value, { label }]) => ({
              value: value as DeliveryView,
              label,
            }))}
          />
          <Button
            disabled={!mayWrite || !endpoint.active}
            title={endpoint.active ? undefined : 'Reactivate the endpoint to replay'}
            icon={<History aria-hidden size={16} />}
            onClick={() => setIsReplaying(true)}
          >
            Replay a time range
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
        <NoDeliveries isPending={isPending} view={view} />
      )}
      <ShowMore query={query} className="mt-4" />
      {isReplaying && (
        <ReplayDialog projectId={projectId} endpointId={endpoint.id} now={now} onClose={() => setIsReplaying(false)} />
      )}
    </section>
  )
}

type DeliveryQuery = { id: string; view: DeliveryView | null; initial: Page }

/** Pages of deliveries. Polls faster while a delivery is pending. */
export function useDeliveries(key: readonly string[], { id, view, initial }: DeliveryQuery) {
  return useInfiniteQuery({
    queryKey: [...key, view ?? 'all'],
    queryFn: ({ pageParam, signal }) => {
      const status = view ? deliveryViews[view].statuses.join(',') : undefined
      return call(listWebhookDeliveries, { id, status, cursor: pageParam, limit: 25 }, { signal })
    },
    ...cursorPages,
    ...(view === null ? startingWith(initial) : {}),
    refetchInterval: ({ state }) => (state.data?.pages[0]?.deliveries.some(isPendingDelivery) ? 2_000 : 10_000),
  })
}

const isPendingDelivery = ({ status, next_attempt_at }: WebhookDelivery): boolean =>
  status === 'in_flight' || (status === 'pending' && next_attempt_at !== null)

function NoDeliveries({ isPending, view }: { isPending: boolean; view: DeliveryView | null }) {
  const nothing = view === null ? 'No deliveries yet. Test pings appear here too.' : 'No deliveries with this status.'
  return (
    <p className="panel flex items-center gap-3 p-6 text-ink-soft">
      <Inbox aria-hidden size={20} className="shrink-0" />
      {isPending ? 'Loading…' : nothing}
    </p>
  )
}
