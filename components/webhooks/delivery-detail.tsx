'use client'

import { useQuery } from '@tanstack/react-query'
import { ErrorNote } from '@/components/errors/error-note'
import { CodeBlock } from '@/components/reference/code-block'
import { Time } from '@/components/time/zone'
import { Skeleton } from '@/components/ui/skeleton'
import { call } from '@/lib/api/client'
import { getWebhookDelivery } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import type { WebhookAttempt, WebhookDelivery } from '@/lib/webhooks/deliveries/contract'
import { webhookKeys } from './webhook-keys'

type Props = { projectId: string; endpointId: string; delivery: WebhookDelivery }

/** The request body and every attempt. Loads again when the delivery changes. */
export default function DeliveryDetail({ projectId, endpointId, delivery }: Props) {
  const { id, event, updated_at } = delivery
  const { data, error } = useQuery({
    queryKey: [...webhookKeys.deliveries(projectId, endpointId), 'detail', id, updated_at],
    queryFn: ({ signal }) => call(getWebhookDelivery, { id: endpointId, delivery_id: id }, { signal }),
    placeholderData: (before) => before,
    staleTime: 60_000,
  })
  if (error) {
    return (
      <div className="p-4 pt-0">
        <ErrorNote isReading error={error} title="The attempts could not be loaded" />
      </div>
    )
  }
  if (!data) return <Skeleton className="m-4 mt-0 h-40" />
  return (
    <div className="grid items-start gap-5 border-t border-line bg-canvas p-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <h3 className="font-semibold">{attemptsTitle(data.attempts.length)}</h3>
        <ol className="flex flex-col gap-4">
          {data.attempts.map((attempt) => (
            <Attempt key={`${attempt.number} ${attempt.started_at}`} attempt={attempt} event={event} />
          ))}
        </ol>
      </div>
      <div className="min-w-0">
        <CodeBlock title="Request body" of={event} text={JSON.stringify(data.payload, null, 2)} />
      </div>
    </div>
  )
}

const attemptsTitle = (count: number): string => (count === 0 ? 'Not sent yet' : plural(count, 'attempt'))

function Attempt({ attempt, event }: { attempt: WebhookAttempt; event: string }) {
  const { number, started_at, duration_ms, status_code, error, request_headers, response_body, is_response_cut } =
    attempt
  const headers = Object.entries(request_headers)
  return (
    <li className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="font-medium">
          {number}. {status_code === null ? 'No response' : `Response ${status_code}`}
        </span>
        <span className="text-sm text-ink-soft">
          <Time at={started_at} style="full" />, {formatDuration(duration_ms)}
        </span>
      </p>
      {status_code === null && <p className="wrap-anywhere">{error}</p>}
      {response_body !== null && response_body !== '' && (
        <CodeBlock
          title={is_response_cut ? 'Start of the response' : 'Response'}
          of={`${event}, attempt ${number}`}
          text={shorten(response_body)}
        />
      )}
      <details>
        <summary className="min-h-8 text-sm font-medium text-accent">Request headers, without signatures</summary>
        <CodeBlock
          title="Headers"
          of={`${event}, attempt ${number}`}
          text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        />
      </details>
    </li>
  )
}

/** Error pages may be long. */
const maxShown = 4_000
const shorten = (body: string): string =>
  body.length > maxShown ? `${body.slice(0, maxShown)}\n… and ${body.length - maxShown} more characters` : body

const formatDuration = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`)
