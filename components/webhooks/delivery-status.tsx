import { CircleCheck, CirclePause, CircleX, Clock, LoaderCircle, type LucideIcon, RotateCw } from 'lucide-react'
import { Badge, type Tone } from '@/components/ui/badge'
import type { WebhookDelivery } from '@/lib/webhooks/deliveries/contract'

type Status = WebhookDelivery['status']

/** The displayed state: the status, plus two states that the API reports as `failed` or `pending`. */
type DeliveryState = Status | 'on_hold' | 'failed_ping'

type Display = {
  label: string
  tone: Tone
  Icon: LucideIcon
  /** For example “Failed 2 minutes ago, will be retried”. */
  sentence: (when: string) => string
}

const displays: Record<DeliveryState, Display> = {
  pending: { label: 'Waiting', tone: 'info', Icon: Clock, sentence: (when) => `Waiting, created ${when}` },
  in_flight: { label: 'Sending', tone: 'info', Icon: LoaderCircle, sentence: () => 'Sending' },
  succeeded: { label: 'Delivered', tone: 'good', Icon: CircleCheck, sentence: (when) => `Delivered ${when}` },
  failed: {
    label: 'Will be retried',
    tone: 'warn',
    Icon: RotateCw,
    sentence: (when) => `Failed ${when}, will be retried`,
  },
  failed_ping: { label: 'Failed', tone: 'bad', Icon: CircleX, sentence: (when) => `Test ping failed ${when}` },
  on_hold: { label: 'On hold', tone: 'quiet', Icon: CirclePause, sentence: () => 'On hold' },
  permanent_failure: {
    label: 'Failed permanently',
    tone: 'bad',
    Icon: CircleX,
    sentence: (when) => `Failed permanently ${when}`,
  },
}

type Delivery = Pick<WebhookDelivery, 'event' | 'status' | 'next_attempt_at'>

/** Without a next attempt, the delivery is on hold: the endpoint is off, or was reactivated without its deliveries. */
export function deliveryStateOf({ event, status, next_attempt_at }: Delivery): DeliveryState {
  if (status === 'failed' && event === 'test.ping') return 'failed_ping'
  if ((status === 'pending' || status === 'failed') && next_attempt_at === null) return 'on_hold'
  return status
}

export const describeDelivery = (delivery: Delivery, when: string): string =>
  displays[deliveryStateOf(delivery)].sentence(when)

export function DeliveryBadge({ delivery }: { delivery: Delivery }) {
  const { label, tone, Icon } = displays[deliveryStateOf(delivery)]
  return (
    <Badge tone={tone} Icon={Icon}>
      {label}
    </Badge>
  )
}

/** Filters, in menu order. */
export const deliveryViews = {
  waiting: { label: 'Waiting', statuses: ['pending', 'in_flight'] },
  succeeded: { label: 'Delivered', statuses: ['succeeded'] },
  failed: { label: 'Failed', statuses: ['failed', 'permanent_failure'] },
  permanent_failure: { label: 'Failed permanently', statuses: ['permanent_failure'] },
} as const satisfies Record<string, { label: string; statuses: readonly Status[] }>
export type DeliveryView = keyof typeof deliveryViews
