import { CircleCheck, CirclePause, CircleX, Clock, LoaderCircle, type LucideIcon, RotateCw } from 'lucide-react'
import { Badge, type Tone } from '@/components/ui/badge'
import type { WebhookDelivery } from '@/lib/webhooks/delivery-contract'

type Status = WebhookDelivery['status']

/** What people see: the status, with two cases told apart that share `failed` and `pending` with others. */
type DeliveryState = Status | 'on_hold' | 'failed_ping'

type Face = {
  word: string
  tone: Tone
  Icon: LucideIcon
  /** “Failed 2 minutes ago, will be retried”. */
  sentence: (when: string) => string
}

const faces: Record<DeliveryState, Face> = {
  pending: { word: 'Waiting', tone: 'info', Icon: Clock, sentence: (when) => `Waiting, created ${when}` },
  in_flight: { word: 'Sending', tone: 'info', Icon: LoaderCircle, sentence: () => 'Sending' },
  succeeded: { word: 'Delivered', tone: 'good', Icon: CircleCheck, sentence: (when) => `Delivered ${when}` },
  failed: {
    word: 'Will be retried',
    tone: 'warn',
    Icon: RotateCw,
    sentence: (when) => `Failed ${when}, will be retried`,
  },
  failed_ping: { word: 'Failed', tone: 'bad', Icon: CircleX, sentence: (when) => `Test ping failed ${when}` },
  on_hold: { word: 'On hold', tone: 'quiet', Icon: CirclePause, sentence: () => 'On hold' },
  permanent_failure: {
    word: 'Failed permanently',
    tone: 'bad',
    Icon: CircleX,
    sentence: (when) => `Failed permanently ${when}`,
  },
}

type Shown = Pick<WebhookDelivery, 'event' | 'status' | 'next_attempt_at'>

/** Without a next attempt nothing will be retried: the endpoint is off, or was reactivated without its deliveries. */
export function deliveryStateOf({ event, status, next_attempt_at }: Shown): DeliveryState {
  if (status === 'failed' && event === 'test.ping') return 'failed_ping'
  if ((status === 'pending' || status === 'failed') && next_attempt_at === null) return 'on_hold'
  return status
}

export const describeDelivery = (delivery: Shown, when: string): string =>
  faces[deliveryStateOf(delivery)].sentence(when)

export function DeliveryBadge({ delivery }: { delivery: Shown }) {
  const { word, tone, Icon } = faces[deliveryStateOf(delivery)]
  return (
    <Badge tone={tone} Icon={Icon}>
      {word}
    </Badge>
  )
}

/** Filters of the list, in the order of the menu. */
export const deliveryViews = {
  all: { word: 'All', statuses: null },
  waiting: { word: 'Waiting', statuses: ['pending', 'in_flight'] },
  succeeded: { word: 'Delivered', statuses: ['succeeded'] },
  failed: { word: 'Failed', statuses: ['failed', 'permanent_failure'] },
  permanent_failure: { word: 'Failed permanently', statuses: ['permanent_failure'] },
} as const satisfies Record<string, { word: string; statuses: readonly Status[] | null }>
export type DeliveryView = keyof typeof deliveryViews
