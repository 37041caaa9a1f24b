'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote } from '@/components/projects/role'
import { useNow } from '@/components/time/use-now'
import { Time, ZoneLine } from '@/components/time/zone'
import { PageHeader } from '@/components/ui/page-header'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { getWebhook, type listWebhookDeliveries } from '@/lib/api/operations.generated'
import type { WebhookEndpoint } from '@/lib/webhooks/contract'
import { DeliveryList } from './delivery-list'
import { EndpointActions } from './endpoint-actions'
import { EndpointBadge, faceOf, failureWords } from './endpoint-health'
import { SecretBox, type ShownSecret } from './secret-box'
import { TestPing } from './test-ping'
import { type EventWords, webhookKeys } from './webhook-keys'

type Props = {
  projectId: string
  initial: WebhookEndpoint
  deliveries: AnswerTo<typeof listWebhookDeliveries>
  catalogue: readonly EventWords[]
  now: string
}

/** One endpoint: how it stands, what it was sent, and everything that can be done with it. */
export function EndpointScreen({ projectId, initial, deliveries, catalogue, now: renderedAt }: Props) {
  const { id } = initial
  const now = useNow(renderedAt)
  const [secret, setSecret] = useState<ShownSecret | null>(null)
  const { data: endpoint, error } = useQuery({
    queryKey: webhookKeys.one(projectId, id),
    queryFn: ({ signal }) => call(getWebhook, { id }, { signal }),
    initialData: initial,
    refetchInterval: 15_000,
  })
  const until = endpoint.previous_secret_expires_at
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
          <EndpointBadge endpoint={endpoint} />
          <span className="wrap-anywhere">{faceOf(endpoint).meaning}</span>
        </span>
      </PageHeader>
      <RoleNote scope="webhooks:write" className="mb-4 text-ink-soft" />
      {secret && <SecretBox {...secret} onClose={() => setSecret(null)} />}
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="This page may be out of date" />
        </div>
      )}
      <dl className="panel mb-6 grid gap-x-6 gap-y-3 p-4 sm:grid-cols-[auto_minmax(0,1fr)]">
        <Fact name="Address">
          <code className="font-mono text-sm break-all">{endpoint.url}</code>
        </Fact>
        <Fact name="Hears of">
          {endpoint.events.includes('*') ? (
            'All events'
          ) : (
            <ul className="flex flex-wrap gap-1.5">
              {endpoint.events.map((name) => (
                <li key={name} className="rounded-md bg-sunken px-1.5 font-mono text-sm break-all">
                  {name}
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name="Failed for good">{failureWords(endpoint.failure_count)}</Fact>
        {until && new Date(until) > now && (
          <Fact name="Secret">
            Rotated. The one before signs as well until <Time at={until} />.
          </Fact>
        )}
        <Fact name="Made">
          <Time at={endpoint.created_at} style="date" />. <ZoneLine />
        </Fact>
      </dl>
      <TestPing projectId={projectId} endpointId={id} />
      <DeliveryList projectId={projectId} endpoint={endpoint} initial={deliveries} now={now} />
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-soft">{name}</dt>
    <dd className="min-w-0 max-sm:-mt-3">{children}</dd>
  </>
)

function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return url
  }
}
