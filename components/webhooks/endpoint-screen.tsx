'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote } from '@/components/projects/role'
import { useNow } from '@/components/time/use-now'
import { PageHeader } from '@/components/ui/page-header'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { getWebhook, type listWebhookDeliveries } from '@/lib/openapi/operations.generated'
import type { WebhookEndpoint } from '@/lib/webhooks/endpoints/contract'
import { DeliveryList, useDeliveries } from './delivery-list'
import { EndpointActions } from './endpoint-actions'
import { EndpointFacts } from './endpoint-facts'
import { displayOf, EndpointBadge } from './endpoint-health'
import { isAccountWide } from './may-change'
import { type NewSecret, SecretBox } from './secret-box'
import { TestPing } from './test-ping'
import { type EventSummary, webhookKeys } from './webhook-keys'

type Props = {
  projectId: string
  initial: WebhookEndpoint
  deliveries: AnswerTo<typeof listWebhookDeliveries>
  catalogue: readonly EventSummary[]
  now: string
}

/** One endpoint with its health, actions and deliveries. */
export function EndpointScreen({ projectId, initial, deliveries, catalogue, now: renderedAt }: Props) {
  const { id } = initial
  const now = useNow(renderedAt)
  const [secret, setSecret] = useState<NewSecret | null>(null)
  const { data: endpoint, error } = useQuery({
    queryKey: webhookKeys.one(projectId, id),
    queryFn: ({ signal }) => call(getWebhook, { id }, { signal }),
    initialData: initial,
    refetchInterval: 15_000,
  })
  const { data } = useDeliveries(webhookKeys.deliveries(projectId, id), { id, view: null, initial: deliveries })
  const display = displayOf(endpoint, data?.pages[0]?.deliveries[0] ?? null, now)
  return (
    <>
      <Link
        href={`/${projectId}/webhooks`}
        className="mb-3 inline-flex min-h-8 items-center gap-1.5 text-ink-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden size={16} />
        Webhooks
      </Link>
      <PageHeader
        title={endpoint.description || hostOf(endpoint.url)}
        action={
          <EndpointActions projectId={projectId} endpoint={endpoint} catalogue={catalogue} onSecret={setSecret} />
        }
      >
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
          <EndpointBadge {...display} />
          <span className="wrap-anywhere">{display.meaning}</span>
        </span>
      </PageHeader>
      {!isAccountWide(endpoint) && <RoleNote scope="webhooks:write" className="mb-4 text-ink-soft" />}
      {secret && <SecretBox {...secret} onClose={() => setSecret(null)} />}
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="This page may be out of date" />
        </div>
      )}
      <EndpointFacts endpoint={endpoint} now={now} />
      <TestPing projectId={projectId} endpoint={endpoint} />
      <DeliveryList projectId={projectId} endpoint={endpoint} initial={deliveries} now={now} />
    </>
  )
}

function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return url
  }
}
