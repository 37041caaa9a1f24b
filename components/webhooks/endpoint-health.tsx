import { Ban, CircleCheck, CircleDashed, type LucideIcon, Pause, TriangleAlert } from 'lucide-react'
import { Badge, type Tone } from '@/components/ui/badge'
import { plural } from '@/lib/text/number-text'
import type { WebhookDelivery } from '@/lib/webhooks/deliveries/contract'
import type { WebhookEndpoint } from '@/lib/webhooks/endpoints/contract'
import { deliveryStateOf } from './delivery-status'

type Display = { label: string; tone: Tone; Icon: LucideIcon; meaning: string }

const dayMs = 86_400_000
/** Deliveries are kept this long. */
const keptDays = 30

/** The health of an endpoint with an explanation. `last` is its newest delivery, test pings included. */
export function displayOf(
  { active, health_status, consecutive_failures, created_at }: WebhookEndpoint,
  last: Pick<WebhookDelivery, 'event' | 'status' | 'next_attempt_at'> | null,
  now: Date,
): Display {
  if (health_status === 'auto_disabled' && !active) {
    return {
      label: 'Turned off',
      tone: 'bad',
      Icon: Ban,
      meaning: `Turned off after ${consecutive_failures} failures in a row. Waiting deliveries are on hold. Fix the receiver, then reactivate.`,
    }
  }
  if (!active) {
    return {
      label: 'Paused',
      tone: 'quiet',
      Icon: Pause,
      meaning: 'No events are sent. Waiting deliveries are on hold. New events are only in the events API.',
    }
  }
  if (health_status === 'unhealthy') {
    return {
      label: 'Failing',
      tone: 'warn',
      Icon: TriangleAlert,
      meaning: `The last ${consecutive_failures} attempts failed. After 10 failures in a row the endpoint is turned off.`,
    }
  }
  if (last === null) {
    const isNew = now.getTime() - new Date(created_at).getTime() < keptDays * dayMs
    return {
      label: isNew ? 'Not used yet' : 'Not used lately',
      tone: 'quiet',
      Icon: CircleDashed,
      meaning: `${isNew ? 'Nothing sent yet.' : `Nothing sent in the last ${keptDays} days.`} Send a test ping to check the endpoint.`,
    }
  }
  if (deliveryStateOf(last) === 'failed_ping') {
    return {
      label: 'Last test failed',
      tone: 'warn',
      Icon: TriangleAlert,
      meaning: 'Events are sent, but the endpoint did not accept the last test ping.',
    }
  }
  return {
    label: 'Healthy',
    tone: 'good',
    Icon: CircleCheck,
    meaning:
      consecutive_failures === 0
        ? 'Events are sent as they happen.'
        : `Events are sent as they happen. The last ${consecutive_failures === 1 ? 'attempt' : `${consecutive_failures} attempts`} failed.`,
  }
}

export const EndpointBadge = ({ label, tone, Icon }: Display) => (
  <Badge tone={tone} Icon={Icon}>
    {label}
  </Badge>
)

/** For example “story.failed, story.skipped and 2 more” or “All events”. */
export function summarizeEvents(events: readonly string[]): string {
  if (events.includes('*')) return 'All events'
  const own = events.filter((name) => name !== 'ping' && name !== 'test.ping')
  if (own.length === 0) return 'Test pings only'
  return own.length <= 2 ? own.join(' and ') : `${own.slice(0, 2).join(', ')} and ${own.length - 2} more`
}

export const accountWideText = 'Receives events of all your projects. Only you can see it.'

export const deliveryCount = (count: number): string => (count === 0 ? 'None' : plural(count, 'delivery', 'deliveries'))
