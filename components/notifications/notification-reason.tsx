import type { ReactNode } from 'react'
import { reasonOf } from '@/components/queue/status/queue-reasons'
import { Time } from '@/components/time/zone'
import type { Notification } from '@/lib/notifications/contract'
import { belowText, gapText } from '@/lib/pillars/alert-text'

/** The reason of a notification and what to do. */
export function Reason({ notification, now }: { notification: Notification; now: Date }): ReactNode {
  const { kind, reason, channel, project_id, ends_at } = notification
  switch (kind) {
    case 'post_rejected':
      return <>Reviewer: {reason}</>
    case 'connection_expiring':
      return (
        <>
          {reason} {ends_at && <ExpiresOn at={ends_at} />}
        </>
      )
    case 'connection_broken':
      return <>{reason} Posts fail until the account is reconnected.</>
    case 'media_problem':
    case 'first_comment_failed':
    case 'recurring_draft':
    case 'automation_draft':
    case 'automation_off':
    case 'connector_failing':
    case 'mention':
    case 'story_comment':
    case 'client_review':
      return reason
    case 'moment':
      return notification.code === 'exceptional'
        ? 'An exceptional moment. See the numbers.'
        : 'A moment of high severity. See the numbers.'
    case 'pillar_gap':
      return notification.pillar && gapText(notification.pillar)
    case 'pillar_below_benchmark':
      return notification.pillar && belowText(notification.pillar)
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

const ExpiresOn = ({ at }: { at: string }) => (
  <>
    Reconnect before <Time at={at} style="date" />, or posts will fail.
  </>
)
