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
import { listWebhookAlerts, readWebhookAlerts } from '@/lib/api/operations.generated'
import { webhookKeys } from './webhook-keys'

type Alerts = AnswerTo<typeof listWebhookAlerts>

/** So many are asked for: an endpoint that fails for days raises more than anybody reads. */
const alertsAsked = 100
const alertsShown = 5

/** Unread news of endpoints that fail. The listing knows no project, so the endpoints of this one are picked out. */
export function AlertList({
  projectId,
  initial,
  endpointIds,
}: {
  projectId: string
  initial: Alerts
  endpointIds: readonly string[]
}) {
  const queries = useQueryClient()
  const mayMark = useMay('webhooks:write')
  const { data } = useQuery({
    queryKey: webhookKeys.alerts(projectId),
    queryFn: ({ signal }) => call(listWebhookAlerts, { unread_only: 'true', limit: alertsAsked }, { signal }),
    initialData: initial,
    refetchInterval: 30_000,
  })
  const alerts = data.alerts.filter(({ endpoint_id }) => endpointIds.includes(endpoint_id))
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
          {alerts.length === 1 ? 'One alert' : `${alerts.length} alerts`}
        </h2>
        {mayMark && (
          <Button isSmall isBusy={marking.isPending} onClick={() => marking.mutate(alerts.map(({ id }) => id))}>
            Mark all alerts as read
          </Button>
        )}
      </div>
      {marking.error && <ErrorNote error={marking.error} title="They were not marked" />}
      {alerts.slice(0, alertsShown).map(({ id, endpoint_id, kind, message, created_at }) => (
        <Notice
          key={id}
          tone={kind === 'auto_disabled' ? 'bad' : 'warn'}
          action={
            mayMark && (
              <Button isSmall onClick={() => marking.mutate([id])}>
                Mark as read
              </Button>
            )
          }
        >
          <p>{message}</p>
          <p className="text-sm text-ink-soft">
            <Time at={created_at} />,{' '}
            <Link href={`/${projectId}/webhooks/${endpoint_id}`} className="font-medium underline">
              look at the endpoint
            </Link>
          </p>
        </Notice>
      ))}
    </section>
  )
}
