import type { ReactNode } from 'react'
import { reasonOf } from '@/components/queue/reasons'
import { Time } from '@/components/time/zone'
import type { Notification } from '@/lib/notifications/contract'

/** Why it happened and what to do, in the words that the story, the connection or the endpoint itself has for it. */
export function Reason({ notification, now }: { notification: Notification; now: Date }): ReactNode {
  const { kind, reason, channel, project_id, ends_at } = notification
  switch (kind) {
    case 'post_rejected':
      return <>The reviewer says: {reason}</>
    case 'connection_expiring':
      return (
        <>
          {reason ?? 'This access does not renew itself.'} {ends_at && <EndsOn at={ends_at} />}
        </>
      )
    case 'connection_broken':
      return <>{reason} Posts fail until somebody reconnects it.</>
    case 'media_problem':
      return reason
    case 'webhook_failing':
    case 'webhook_off':
      return reason
    default:
      return (
        channel &&
        reasonOf(
          {
            channel,
            project_id,
            status: 'failed',
            scheduled_at: null,
            skip_reason: reason,
            provider_code: null,
            attempt_count: 1,
            data_snapshot: {},
          },
          now,
        )
      )
  }
}

const EndsOn = ({ at }: { at: string }) => (
  <>
    Reconnect it before <Time at={at} style="date" />, or posts will fail.
  </>
)
