import { CircleCheck, CircleX, Clock, LoaderCircle, type LucideIcon, RotateCw } from 'lucide-react'
import { Badge, type Tone } from '@/components/ui/badge'
import type { WebhookDelivery } from '@/lib/webhooks/delivery-contract'

type Status = WebhookDelivery['status']

export const deliveryFaces: Record<Status, { word: string; tone: Tone; Icon: LucideIcon }> = {
  pending: { word: 'Waiting', tone: 'info', Icon: Clock },
  in_flight: { word: 'Being sent', tone: 'info', Icon: LoaderCircle },
  succeeded: { word: 'Delivered', tone: 'good', Icon: CircleCheck },
  failed: { word: 'Will be retried', tone: 'warn', Icon: RotateCw },
  permanent_failure: { word: 'Failed for good', tone: 'bad', Icon: CircleX },
}

/** “Failed 2 minutes ago, will be retried”. */
export const sayDelivery = (status: Status, when: string): string =>
  ({
    pending: `Waiting, made ${when}`,
    in_flight: 'Being sent',
    succeeded: `Delivered ${when}`,
    failed: `Failed ${when}, will be retried`,
    permanent_failure: `Failed for good ${when}`,
  })[status]

export function DeliveryBadge({ status }: { status: Status }) {
  const { word, tone, Icon } = deliveryFaces[status]
  return (
    <Badge tone={tone} Icon={Icon}>
      {word}
    </Badge>
  )
}

/** The ways to look at deliveries, in the order of the choice. */
export const deliveryViews = {
  all: { word: 'All', statuses: null },
  waiting: { word: 'Waiting', statuses: ['pending', 'in_flight'] },
  succeeded: { word: 'Delivered', statuses: ['succeeded'] },
  failed: { word: 'Failed', statuses: ['failed', 'permanent_failure'] },
  permanent_failure: { word: 'Failed for good', statuses: ['permanent_failure'] },
} as const satisfies Record<string, { word: string; statuses: readonly Status[] | null }>
export type DeliveryView = keyof typeof deliveryViews
