import { UserRound } from 'lucide-react'
import Link from 'next/link'
import { formatRelative } from '@/components/time/formats'
import { Badge } from '@/components/ui/badge'
import type { ListedWebhookEndpoint } from '@/lib/webhooks/contract'
import { describeDelivery } from './delivery-status'
import { EndpointBadge, eventsInWords, faceOf, failureWords, ownWords } from './endpoint-health'
import { isOwn } from './may-change'

type RowProps = { projectId: string; endpoint: ListedWebhookEndpoint; now: Date }

/** An endpoint in the list: how it stands, and how the last delivery went. */
export function EndpointRow({ projectId, endpoint, now }: RowProps) {
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
          {isOwn(endpoint) && (
            <Badge tone="quiet" Icon={UserRound}>
              Of your account
            </Badge>
          )}
        </div>
        {description && <p className="font-mono text-sm text-ink-soft wrap-anywhere">{url}</p>}
        <p className="text-sm">{meaning}</p>
        {isOwn(endpoint) && <p className="text-sm text-ink-soft">{ownWords}</p>}
      </div>
      <dl className="grid basis-72 grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
        <dt className="text-ink-soft">Hears of</dt>
        <dd className="wrap-anywhere">{eventsInWords(events)}</dd>
        <dt className="text-ink-soft">Failed permanently</dt>
        <dd>{failureWords(failure_count)}</dd>
        <dt className="text-ink-soft">Last delivery</dt>
        <dd suppressHydrationWarning>{last ? describeDelivery(last, formatRelative(last.updated_at, now)) : 'None'}</dd>
      </dl>
    </li>
  )
}
