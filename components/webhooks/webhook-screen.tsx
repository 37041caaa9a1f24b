'use client'

import { useQuery } from '@tanstack/react-query'
import { BookOpen, Plus, Webhook } from 'lucide-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { formatRelative } from '@/components/time/formats'
import { useNow } from '@/components/time/use-now'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { type listWebhookAlerts, listWebhooks } from '@/lib/api/operations.generated'
import type { ListedWebhookEndpoint } from '@/lib/webhooks/contract'
import { AlertList } from './alert-list'
import { deliveryFaces } from './delivery-status'
import { EndpointBadge, eventsInWords, faceOf } from './endpoint-health'
import { SecretBox, type ShownSecret } from './secret-box'
import { type EventWords, endpointsMax, webhookKeys } from './webhook-keys'

const EndpointDialog = dynamic(() => import('./endpoint-dialog'), { ssr: false })

type Props = {
  projectId: string
  initial: AnswerTo<typeof listWebhooks>
  alerts: AnswerTo<typeof listWebhookAlerts>
  catalogue: readonly EventWords[]
  now: string
}

export function WebhookScreen({ projectId, initial, alerts, catalogue, now: renderedAt }: Props) {
  const now = useNow(renderedAt)
  const mayWrite = useMay('webhooks:write')
  const [isMaking, setIsMaking] = useState(false)
  const [secret, setSecret] = useState<ShownSecret | null>(null)
  const { data, error } = useQuery({
    queryKey: webhookKeys.list(projectId),
    queryFn: ({ signal }) => call(listWebhooks, { project_id: projectId, limit: endpointsMax }, { signal }),
    initialData: initial,
    refetchInterval: 15_000,
  })
  const { endpoints } = data
  const make = (
    <Button
      tone="primary"
      icon={<Plus aria-hidden size={16} />}
      disabled={!mayWrite}
      onClick={() => {
        setSecret(null)
        setIsMaking(true)
      }}
    >
      New endpoint
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Webhooks"
        action={
          <div className="flex flex-wrap gap-2">
            <ButtonLink href="/docs/webhook-events" prefetch={false} icon={<BookOpen aria-hidden size={16} />}>
              Events
            </ButtonLink>
            {endpoints.length > 0 && make}
          </div>
        }
      >
        Addresses of your own programs that are told of what happens in this project, signed and tried again.
      </PageHeader>
      <RoleNote scope="webhooks:write" className="mb-4 text-ink-soft" />
      {secret && <SecretBox {...secret} onClose={() => setSecret(null)} />}
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="The list may be out of date" />
        </div>
      )}
      <AlertList projectId={projectId} initial={alerts} endpointIds={endpoints.map(({ id }) => id)} />
      {endpoints.length === 0 ? (
        <EmptyState Icon={Webhook} title="No endpoints yet" action={make}>
          Name an address, and it gets a signed request for each post that goes out or fails, each account whose access
          ends, and whatever else you choose.
        </EmptyState>
      ) : (
        <ul className="panel divide-y divide-line">
          {endpoints.map((endpoint) => (
            <EndpointRow key={endpoint.id} projectId={projectId} endpoint={endpoint} now={now} />
          ))}
        </ul>
      )}
      {isMaking && (
        <EndpointDialog
          projectId={projectId}
          catalogue={catalogue}
          onClose={() => setIsMaking(false)}
          onDone={({ signing_secret }) => {
            setIsMaking(false)
            if (signing_secret) setSecret({ title: 'The endpoint is made', secret: signing_secret, isRotated: false })
          }}
        />
      )}
    </>
  )
}

type RowProps = { projectId: string; endpoint: ListedWebhookEndpoint; now: Date }

function EndpointRow({ projectId, endpoint, now }: RowProps) {
  const { id, url, description, events, failure_count, last_delivery: last } = endpoint
  const { meaning } = faceOf(endpoint)
  return (
    <li className="relative flex flex-wrap items-start gap-x-4 gap-y-2 p-4 hover:bg-quiet-wash">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="min-w-0 font-semibold wrap-anywhere">
            <Link href={`/${projectId}/webhooks/${id}`} className="after:absolute after:inset-0">
              {description || url}
            </Link>
          </h2>
          <EndpointBadge endpoint={endpoint} />
        </div>
        {description && <p className="font-mono text-sm text-ink-soft wrap-anywhere">{url}</p>}
        <p className="text-sm">{meaning}</p>
      </div>
      <dl className="grid basis-72 grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
        <dt className="text-ink-soft">Hears of</dt>
        <dd className="wrap-anywhere">{eventsInWords(events)}</dd>
        <dt className="text-ink-soft">Failed for good</dt>
        <dd>{failure_count === 1 ? '1 delivery' : `${failure_count} deliveries`}</dd>
        <dt className="text-ink-soft">Last delivery</dt>
        <dd suppressHydrationWarning>
          {last ? `${deliveryFaces[last.status].word.toLowerCase()}, ${formatRelative(last.updated_at, now)}` : 'none'}
        </dd>
      </dl>
    </li>
  )
}
