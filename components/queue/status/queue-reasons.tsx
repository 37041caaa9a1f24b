import Link from 'next/link'
import type { ReactNode } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import type { QueueItem } from '@/lib/queue-items/schema'
import { failureText } from './failure-text'
import { formatDuration } from './lateness'
import { isLate } from './queue-status'

type Subject = Pick<
  QueueItem,
  | 'channel'
  | 'project_id'
  | 'status'
  | 'scheduled_at'
  | 'skip_reason'
  | 'provider_code'
  | 'attempt_count'
  | 'data_snapshot'
>

/** Why an item failed, was skipped or waits, and what to do. Null if there is nothing to explain. */
export function reasonOf(item: Subject, now: Date, { isPaused = false } = {}): ReactNode {
  if (item.skip_reason) {
    const [text, partsPublished] = [skipReasonText(item, item.skip_reason), partsPublishedText(item)]
    // The reason mentions the parts already.
    if (!partsPublished || item.skip_reason.startsWith('Part')) return text
    return (
      <>
        {text} {partsPublished}
      </>
    )
  }
  const finding = mediaFindingOf(item)
  if (finding?.severity === 'error') return `This post will fail: ${finding.text}`
  if (!isLate(item, now)) return finding?.text ?? null
  return `${formatDuration((now.getTime() - Date.parse(item.scheduled_at ?? '')) / 1000)} late. ${lateReason(item, isPaused)}`
}

function lateReason({ status, attempt_count }: Subject, isPaused: boolean): string {
  if (isPaused) return 'The project is paused. You choose what happens to this post when you resume.'
  if (status === 'pending') return 'Published as soon as it is approved.'
  const retrying = attempt_count > 0 ? 'We are retrying. ' : ''
  return `${retrying}It fails when it is more than an hour late.`
}

/** What the media check found before the scheduled time. */
export function mediaFindingOf({
  status,
  data_snapshot: { media_problem: problem, media_warning: warning },
}: Pick<Subject, 'status' | 'data_snapshot'>): { severity: 'error' | 'warning'; text: string } | null {
  if (status !== 'approved' && status !== 'pending') return null
  if (typeof problem === 'string') return { severity: 'error', text: problem }
  return typeof warning === 'string' ? { severity: 'warning', text: warning } : null
}

/** Reason codes don't mention parts that are already published. */
function partsPublishedText({ data_snapshot: { parts_out: parts } }: Subject): string | null {
  const { public: out, total } = (parts ?? {}) as { public?: number; total?: number }
  if (!out || !total) return null
  return `${out === 1 ? `Part 1 of ${total} is` : `Parts 1 to ${out} of ${total} are`} published. A retry continues with the next part.`
}

function skipReasonText({ channel, project_id, provider_code }: Subject, reason: string): ReactNode {
  const network = channelNames[channel]
  const connections = (
    <Link href={`/${project_id}/connections`} className="relative z-10 font-medium underline">
      Go to connections
    </Link>
  )
  const [code = ''] = reason.split(':')
  if (code === 'missing_connection')
    return (
      <>
        No {network} account is connected. {connections}, then try again.
      </>
    )
  if (code === 'oauth_revoked')
    return (
      <>
        {network} revoked access. Reconnect the account, then try again. {connections}.
      </>
    )
  if (reason === 'cancelled') return 'Cancelled before it was published.'
  if (reason.startsWith('stale')) return 'It was more than an hour late, so it was not published.'
  if (code === 'superseded') {
    return `It was late, and a newer post was published on ${network} instead.`
  }
  if (reason.startsWith('outcome_unknown')) {
    return `${network} did not confirm the post. Check the account. If the post is not there, try again.`
  }
  return failureText({ channel, provider_code, skip_reason: reason }).text
}

/** Reasons with a known code already say what to do. */
const knownReasons = ['missing_connection', 'oauth_revoked', 'outcome_unknown', 'superseded']

const isKnown = (reason: string): boolean => knownReasons.includes(reason.split(':')[0] ?? '')

/** The next step after a failure. Null if the reason includes it. */
export function remedyOf(item: Subject & Pick<QueueItem, 'skip_category'>): string | null {
  const { status, skip_reason, skip_category, channel } = item
  if (status !== 'failed' || !skip_reason || isKnown(skip_reason)) return null
  if (failureText({ ...item, skip_reason }).hasStep) return null
  return remedies[skip_category ?? 'other'](channelNames[channel])
}

/** The network's own words and its code. Null if there are none. */
export const detailsOf = ({ status, skip_reason, ...item }: Subject): string | null =>
  status === 'failed' && skip_reason && !isKnown(skip_reason) ? failureText({ ...item, skip_reason }).details : null

const editHint = 'Change it with “Edit and retry”.'
const remedies: Record<NonNullable<QueueItem['skip_category']>, (network: string) => string> = {
  connection: (network) => `Reconnect ${network} under Connections, then try again.`,
  render: () => editHint,
  content: () => editHint,
  review: () => editHint,
  rate: () => 'Try again later.',
  other: () => 'Try again.',
}
