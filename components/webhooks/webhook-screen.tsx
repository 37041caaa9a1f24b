'use client'

import { useQuery } from '@tanstack/react-query'
import { BookOpen, Plus, Webhook } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { useNow } from '@/components/time/use-now'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { PageHeader } from '@/components/ui/page-header'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { type listWebhookAlerts, listWebhooks } from '@/lib/openapi/operations.generated'
import { AlertList } from './alert-list'
import { EndpointRow } from './endpoint-row'
import { type NewSecret, SecretBox } from './secret-box'
import { type EventSummary, endpointsQuery, webhookKeys } from './webhook-keys'

const EndpointDialog = lazyComponent(() => import('./endpoint-dialog').then((it) => it.default))

type Props = {
  projectId: string
  initial: AnswerTo<typeof listWebhooks>
  alerts: AnswerTo<typeof listWebhookAlerts>
  catalogue: readonly EventSummary[]
  now: string
}

export function WebhookScreen({ projectId, initial, alerts, catalogue, now: renderedAt }: Props) {
  const now = useNow(renderedAt)
  const mayWrite = useMay('webhooks:write')
  const [isCreating, setIsCreating] = useState(false)
  const [secret, setSecret] = useState<NewSecret | null>(null)
  const { data, error } = useQuery({
    queryKey: webhookKeys.list(projectId),
    queryFn: ({ signal }) => call(listWebhooks, endpointsQuery(projectId), { signal }),
    initialData: initial,
    refetchInterval: 15_000,
  })
  const { endpoints } = data
  const openDialog = (): void => {
    setSecret(null)
    setIsCreating(true)
  }
  const createButton = (
    <Button tone="primary" icon={<Plus aria-hidden size={16} />} disabled={!mayWrite} onClick={openDialog}>
      New endpoint
    </Button>
  )
  return (
    <>
      <Heading action={endpoints.length > 0 && createButton} />
      {secret && <SecretBox {...secret} onClose={() => setSecret(null)} />}
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="The list may be out of date" />
        </div>
      )}
      <AlertList projectId={projectId} initial={alerts} endpoints={endpoints} />
      {endpoints.length === 0 ? (
        <NoEndpoints action={createButton} />
      ) : (
        <ul className="panel divide-y divide-line">
          {endpoints.map((endpoint) => (
            <EndpointRow key={endpoint.id} projectId={projectId} endpoint={endpoint} now={now} />
          ))}
        </ul>
      )}
      {isCreating && (
        <EndpointDialog
          projectId={projectId}
          catalogue={catalogue}
          onClose={() => setIsCreating(false)}
          onDone={({ signing_secret }) => {
            setIsCreating(false)
            if (signing_secret) setSecret({ title: 'Endpoint created', secret: signing_secret, isRotated: false })
          }}
        />
      )}
    </>
  )
}

function Heading({ action }: { action: ReactNode }) {
  return (
    <>
      <PageHeader
        title="Webhooks"
        action={
          <div className="flex flex-wrap gap-2">
            <ButtonLink href="/docs/webhook-events" prefetch={false} icon={<BookOpen aria-hidden size={16} />}>
              Events
            </ButtonLink>
            {action}
          </div>
        }
      />
      <RoleNote scope="webhooks:write" className="mb-4 text-ink-soft" />
    </>
  )
}

const NoEndpoints = ({ action }: { action: ReactNode }) => (
  <EmptyState Icon={Webhook} title="No endpoints yet" action={action}>
    Add a URL to receive signed requests when posts are published or fail, when connections expire, and for other
    events.
  </EmptyState>
)
