import Link from 'next/link'
import type { ReactNode } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import type { QueueItem } from '@/lib/queue/contract'
import { sayDuration } from './lateness'
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

/** Why an item did not go out, or waits, in words and with a remedy. Null when there is nothing to explain. */
export function reasonOf(item: Subject, now: Date, { isPaused = false } = {}): ReactNode {
  if (item.skip_reason) {
    const [said, partsOut] = [sayReason(item, item.skip_reason), partsOutOf(item)]
    // A sentence of ours says it already.
    if (!partsOut || item.skip_reason.startsWith('Part')) return said
    return (
      <>
        {said} {partsOut}
      </>
    )
  }
  const problem = saidOf('media_problem', item)
  if (problem) return `It will fail at its time as it is: ${problem}`
  if (!isLate(item, now)) return saidOf('media_warning', item)
  return `${sayDuration((now.getTime() - Date.parse(item.scheduled_at ?? '')) / 1000)} late. ${whyLate(item, isPaused)}`
}

function whyLate({ status, attempt_count }: Subject, isPaused: boolean): string {
  if (isPaused) return 'The project is paused; whoever resumes it chooses what becomes of this post.'
  if (status === 'pending') return 'It waits for an approval. Once approved it goes out at once.'
  const tried = attempt_count > 0 ? 'The network has not taken it yet; it is tried again. ' : ''
  return `${tried}An hour after its time it fails.`
}

/** What was found about a file ahead of the item's time. */
function saidOf(finding: 'media_problem' | 'media_warning', { status, data_snapshot }: Subject): string | null {
  const isWaiting = status === 'approved' || status === 'pending'
  const said = data_snapshot[finding]
  return isWaiting && typeof said === 'string' ? said : null
}

/** Reasons that are codes say nothing of what is out already. */
function partsOutOf({ data_snapshot: { parts_out: parts } }: Subject): string | null {
  const { public: out, total } = (parts ?? {}) as { public?: number; total?: number }
  if (!out || !total) return null
  return `${out === 1 ? `Part 1 of ${total} is` : `Parts 1 to ${out} of ${total} are`} out; trying again goes on behind that.`
}

function sayReason({ channel, project_id, provider_code }: Subject, reason: string): ReactNode {
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
        {network} withdrew our access. Reconnect the account, then try again. {connections}.
      </>
    )
  if (reason === 'cancelled') return 'Cancelled before it went out.'
  if (reason.startsWith('stale'))
    return 'It did not go out within an hour of its time, so it was stopped: nobody wants yesterday’s news.'
  if (code === 'superseded') {
    return `It was late, and another post of yours went out on ${network} in its place, so it was stopped.`
  }
  if (reason.startsWith('outcome_unknown')) {
    return `${network} did not say whether it took the post. Look at the account: if it is not there, try again.`
  }
  return (
    <>
      {reason}
      {provider_code && !reason.includes(' said: ') && !reason.includes(provider_code) && (
        <span className="text-ink-soft">
          {' '}
          ({network} says {provider_code})
        </span>
      )}
    </>
  )
}

/** What a person can do about a failure, after the reason was said; null where the reason says it itself. */
export function remedyOf({
  status,
  skip_reason,
  skip_category,
  channel,
}: Subject & Pick<QueueItem, 'skip_category'>): string | null {
  if (status !== 'failed' || !skip_reason) return null
  const code = skip_reason.split(':')[0] ?? ''
  if (code === 'missing_connection' || code === 'oauth_revoked' || skip_reason.startsWith('outcome_unknown'))
    return null
  return remedies[skip_category ?? 'other'](channelNames[channel])
}

const editIt = 'Use “Edit and retry” to change it.'
const remedies: Record<NonNullable<QueueItem['skip_category']>, (network: string) => string> = {
  connection: (network) => `Reconnect ${network} under Connections, then try again.`,
  render: () => `The media is the cause. ${editIt}`,
  content: () => `The text or the media is the cause. ${editIt}`,
  review: () => editIt,
  rate: (network) => `${network} takes no more from this account for now. Try again later.`,
  other: () => 'Try again; if it fails in the same way, look at the timeline below for what the network answered.',
}
