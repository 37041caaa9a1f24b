import { UserRound } from 'lucide-react'
import Link from 'next/link'
import { formatRelative } from '@/components/time/formats'
import { Badge } from '@/components/ui/badge'
import type { ListedWebhookEndpoint } from '@/lib/webhooks/endpoints/contract'
import { describeDelivery } from './delivery-status'
import { accountWideText, deliveryCount, displayOf, EndpointBadge, summarizeEvents } from './endpoint-health'
import { isAccountWide } from './may-change'

type RowProps = { projectId: string; endpoint: ListedWebhookEndpoint; now: Date }

/** An endpoint in the list, with its health and last delivery. */
export function EndpointRow({ projectId, endpoint, now }: RowProps) {
  const { id, url, description, events, failure_count, health_status, active, last_delivery: last } = endpoint
  const display = displayOf(endpoint, last, now)
  return (
    <li className="relative grid min-h-14 items-center gap-x-6 gap-y-1.5 px-4 py-2.5 text-sm hover:bg-hover lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,3fr)_7rem]">
      <div className="min-w-0">
        <h2 className="text-base font-medium wrap-anywhere">
          <Link href={`/${projectId}/webhooks/${id}`} className="after:absolute after:inset-0">
            {description || url}
          </Link>
        </h2>
        {description && <p className="truncate font-mono text-ink-soft">{url}</p>}
        {isAccountWide(endpoint) && <p className="text-ink-soft">{accountWideText}</p>}
        {!(active && health_status === 'healthy') && <p className="pt-0.5">{display.meaning}</p>}
      </div>
      <p className="min-w-0 wrap-anywhere text-ink-soft">{summarizeEvents(events)}</p>
      <div className="min-w-0 text-ink-soft">
        <p suppressHydrationWarning>
          {last ? describeDelivery(last, formatRelative(last.updated_at, now)) : 'No deliveries yet'}
        </p>
        {failure_count > 0 && <p className="text-bad">{deliveryCount(failure_count)} failed permanently</p>}
      </div>
      <div className="flex flex-wrap items-center gap-1.5 lg:flex-col lg:items-end">
        <EndpointBadge {...display} />
        {isAccountWide(endpoint) && (
          <Badge tone="quiet" Icon={UserRound}>
            Account-wide
          </Badge>
        )}
      </div>
    </li>
  )
}
