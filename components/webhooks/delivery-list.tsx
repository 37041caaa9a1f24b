'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { History, Inbox } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { SelectField } from '@/components/ui/field'
import { later } from '@/components/ui/later'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { listWebhookDeliveries } from '@/lib/api/operations.generated'
import type { WebhookEndpoint } from '@/lib/webhooks/contract'
import type { WebhookDelivery } from '@/lib/webhooks/delivery-contract'
import { DeliveryRow } from './delivery-row'
import { type DeliveryView, deliveryViews } from './delivery-status'
import { useMayChange } from './may-change'
import { webhookKeys } from './webhook-keys'

const ReplayDialog = later(() => import('./replay-dialog').then((it) => it.default))

type Page = AnswerTo<typeof listWebhookDeliveries>

type Props = {
  projectId: string
  endpoint: WebhookEndpoint
  initial: Page
  now: Date
}

/** Everything that was sent to the endpoint in the last 30 days, newest first. */
export function DeliveryList({ projectId, endpoint, initial, now }: Props) {
  const [view, setView] = useState<DeliveryView>('all')
  const [isReplaying, setIsReplaying] = useState(false)
  const mayWrite = useMayChange(endpoint)
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useDeliveries(
    webhookKeys.deliveries(projectId, endpoint.id),
    { id: endpoint.id, view, initial },
  )
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
        <div className="flex flex-wrap items-end gap-2">
          <SelectField label="Show" value={view} onChange={(event) => setView(event.target.value as DeliveryView)}>
            {Object.entries(deliveryViews).map(([name, { word }]) => (
              <option key={name} value={name}>
                {word}
              </option>
            ))}
          </SelectField>
          <Button
            disabled={!mayWrite || !endpoint.active}
            title={endpoint.active ? undefined : 'Reactivate the endpoint to replay'}
            icon={<History aria-hidden size={16} />}
            onClick={() => setIsReplaying(true)}
          >
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
        <NoDeliveries isPending={isPending} view={view} />
      )}
      {hasNextPage && (
        <Button className="mt-4" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      {isReplaying && (
        <ReplayDialog projectId={projectId} endpointId={endpoint.id} now={now} onClose={() => setIsReplaying(false)} />
      )}
    </section>
  )
}

type Asked = { id: string; view: DeliveryView; initial: Page }

/** A page at a time; what is under way is looked at more often. */
function useDeliveries(key: readonly string[], { id, view, initial }: Asked) {
  return useInfiniteQuery({
    queryKey: [...key, view],
    queryFn: ({ pageParam, signal }) => {
      const { statuses } = deliveryViews[view]
      const status = statuses ? statuses.join(',') : undefined
      return call(listWebhookDeliveries, { id, status, cursor: pageParam, limit: 25 }, { signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.next_cursor ?? undefined,
    ...(view === 'all' ? { initialData: { pages: [initial], pageParams: [undefined] } } : {}),
    refetchInterval: ({ state }) => (state.data?.pages[0]?.deliveries.some(isUnderWay) ? 2_000 : 10_000),
  })
}

const isUnderWay = ({ status, next_attempt_at }: WebhookDelivery): boolean =>
  status === 'in_flight' || (status === 'pending' && next_attempt_at !== null)

function NoDeliveries({ isPending, view }: { isPending: boolean; view: DeliveryView }) {
  const nothing = view === 'all' ? 'Nothing was sent yet. A test ping shows here, too.' : 'There are none.'
  return (
    <p className="panel flex items-center gap-3 p-6 text-ink-soft">
      <Inbox aria-hidden size={20} className="shrink-0" />
      {isPending ? 'Loading …' : nothing}
    </p>
  )
}
