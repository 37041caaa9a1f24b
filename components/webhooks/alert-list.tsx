'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { ErrorNote } from '@/components/errors/error-note'
import { useMay } from '@/components/projects/role'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { listWebhookAlerts, readWebhookAlerts } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import type { WebhookEndpoint } from '@/lib/webhooks/endpoints/contract'
import { webhookKeys } from './webhook-keys'

type Alerts = AnswerTo<typeof listWebhookAlerts>
type Alert = Alerts['alerts'][number]

/** Alerts per request. A failing endpoint raises many. */
const maxAlerts = 100
const maxShown = 5

/** Unread alerts. The API lists those of all projects, so this filters by the endpoints of the project. */
export function AlertList({
  projectId,
  initial,
  endpoints,
}: {
  projectId: string
  initial: Alerts
  endpoints: readonly WebhookEndpoint[]
}) {
  const queries = useQueryClient()
  const mayWrite = useMay('webhooks:write')
  const { data } = useQuery({
    queryKey: webhookKeys.alerts(projectId),
    queryFn: ({ signal }) => call(listWebhookAlerts, { unread_only: 'true', limit: maxAlerts }, { signal }),
    initialData: initial,
    refetchInterval: 30_000,
  })
  const known = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))
  const alerts = data.alerts.filter(({ endpoint_id }) => known.has(endpoint_id))
  const canMark = ({ endpoint_id }: Alert): boolean => mayWrite || known.get(endpoint_id)?.project_id === null
  const markable = alerts.filter(canMark)
  const marking = useMutation({
    mutationFn: (ids: string[]) => call(readWebhookAlerts, { alert_ids: ids }),
    onSuccess: (_, ids) => {
      queries.setQueryData<Alerts>(
        webhookKeys.alerts(projectId),
        (before) => before && { ...before, alerts: before.alerts.filter(({ id }) => !ids.includes(id)) },
      )
      void queries.invalidateQueries({ queryKey: ['notifications', projectId] })
    },
  })
  if (alerts.length === 0) return null
  return (
    <section aria-labelledby="alerts" className="mb-6 flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="alerts" className="font-semibold">
          {plural(alerts.length, 'alert')}
        </h2>
        {markable.length > 1 && (
          <Button isSmall isBusy={marking.isPending} onClick={() => marking.mutate(markable.map(({ id }) => id))}>
            Mark all alerts as read
          </Button>
        )}
      </div>
      {marking.error && <ErrorNote error={marking.error} title="The alerts were not marked as read" />}
      {alerts.slice(0, maxShown).map((alert) => (
        <AlertNotice
          key={alert.id}
          projectId={projectId}
          alert={alert}
          onMarkRead={canMark(alert) ? () => marking.mutate([alert.id]) : undefined}
        />
      ))}
    </section>
  )
}

type NoticeProps = { projectId: string; alert: Alert; onMarkRead: (() => void) | undefined }

function AlertNotice({ projectId, alert: { endpoint_id, kind, message, created_at }, onMarkRead }: NoticeProps) {
  return (
    <Notice
      tone={kind === 'auto_disabled' ? 'bad' : 'warn'}
      action={
        onMarkRead && (
          <Button isSmall onClick={onMarkRead}>
            Mark as read
          </Button>
        )
      }
    >
      <p>{message}</p>
      <p className="text-sm text-ink-soft">
        <Time at={created_at} />,{' '}
        <Link href={`/${projectId}/webhooks/${endpoint_id}`} className="font-medium underline">
          View endpoint
        </Link>
      </p>
    </Notice>
  )
}
