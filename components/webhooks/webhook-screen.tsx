'use client'

import { useQuery } from '@tanstack/react-query'
import { BookOpen, Plus, Webhook } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { useNow } from '@/components/time/use-now'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { later } from '@/components/ui/later'
import { PageHeader } from '@/components/ui/page-header'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { type listWebhookAlerts, listWebhooks } from '@/lib/api/operations.generated'
import { AlertList } from './alert-list'
import { EndpointRow } from './endpoint-row'
import { SecretBox, type ShownSecret } from './secret-box'
import { allThatHear, type EventWords, webhookKeys } from './webhook-keys'

const EndpointDialog = later(() => import('./endpoint-dialog').then((it) => it.default))

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
    queryFn: ({ signal }) => call(listWebhooks, allThatHear(projectId), { signal }),
    initialData: initial,
    refetchInterval: 15_000,
  })
  const { endpoints } = data
  const ask = (): void => {
    setSecret(null)
    setIsMaking(true)
  }
  const make = (
    <Button tone="primary" icon={<Plus aria-hidden size={16} />} disabled={!mayWrite} onClick={ask}>
      New endpoint
    </Button>
  )
  return (
    <>
      <Heading action={endpoints.length > 0 && make} />
      {secret && <SecretBox {...secret} onClose={() => setSecret(null)} />}
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="The list may be out of date" />
        </div>
      )}
      <AlertList projectId={projectId} initial={alerts} endpoints={endpoints} />
      {endpoints.length === 0 ? (
        <NoEndpoints action={make} />
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
      >
        Addresses of your own programs that are told of what happens in this project, signed and tried again.
      </PageHeader>
      <RoleNote scope="webhooks:write" className="mb-4 text-ink-soft" />
    </>
  )
}

const NoEndpoints = ({ action }: { action: ReactNode }) => (
  <EmptyState Icon={Webhook} title="No endpoints yet" action={action}>
    Name an address, and it gets a signed request for each post that goes out or fails, each account whose access ends,
    and whatever else you choose.
  </EmptyState>
)
