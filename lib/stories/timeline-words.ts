import type { ActionKind } from './history'

type Told = { kind: string; channel: string | null; detail: Record<string, unknown> }

/** What happened, in a plain sentence for people. */
export function summaryOf(line: Told): string {
  const { kind, channel } = line
  if (isAction(kind)) return actions[kind](line)
  if (kind === 'attempt') return attempt(line)
  if (kind === 'event') return event(line)
  if (kind === 'media_problem') return `A file will not do for ${channel}: ${line.detail.message}`
  if (kind === 'media_warning') return String(line.detail.message)
  if (kind === 'metrics_synced') return metricsSynced(line)
  if (kind === 'post_gone') return `The post is no longer on ${channel}, so its numbers stay as they are.`
  const words = kind.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${channel ? ` (${channel})` : ''}.`
}

/** Events that speak of one channel say why; a refusal before any attempt has no attempt that would. */
function event({ channel, detail }: Told): string {
  const why = `${detail.skip_reason}${detail.code && detail.code !== detail.skip_reason ? ` (${detail.code})` : ''}`
  if (channel && detail.event === 'story.failed') return `Failed on ${channel}: ${why}. Event story.failed.`
  if (channel && detail.event === 'story.skipped') return `Not attempted on ${channel}: ${why}. Event story.skipped.`
  return `Event ${detail.event}.`
}

const counted: Record<string, string> = {
  impressions: 'impressions',
  reach: 'reached',
  clicks: 'clicks',
  saves: 'saves',
  shares: 'shares',
  likes: 'likes',
  comments: 'comments',
}

/** Numbers that the network did not report are left out: none of them is 0. */
function metricsSynced({ channel, detail }: Told): string {
  const numbers = Object.entries(counted).flatMap(([name, word]) =>
    typeof detail[name] === 'number' ? [`${detail[name].toLocaleString('en')} ${word}`] : [],
  )
  const told = numbers.length > 0 ? numbers.join(', ') : 'nothing reported yet'
  return `Numbers of ${channel} read (${detail.sync}): ${told}.`
}

const isAction = (kind: string): kind is ActionKind => Object.hasOwn(actions, kind)

const when = ({ detail }: Told): string => (detail.scheduled_at ? ` for ${detail.scheduled_at}` : '')
const list = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : '')

const actions: Record<ActionKind, (line: Told) => string> = {
  created: (line) => (line.detail.scheduled_at ? `Created and scheduled${when(line)}.` : 'Created as a draft.'),
  edited: ({ detail }) => {
    const changed = list(detail.changed).replaceAll('_', ' ')
    if (detail.scheduled_at === null) return `${changed ? `Edited: ${changed}. ` : ''}Made a draft again.`
    const moved = detail.scheduled_at ? `Scheduled for ${detail.scheduled_at}.` : ''
    return [changed ? `Edited: ${changed}.` : '', moved].filter(Boolean).join(' ')
  },
  scheduled: (line) => `Scheduled${when(line)}.`,
  publish_requested: (line) => `Asked to be published at once; set${when(line)}.`,
  cancelled: ({ detail }) => `Cancelled on ${list(detail.channels)}.`,
  archived: () => 'Archived.',
  retried: (line) => `Set to be tried again on ${list(line.detail.channels)}${when(line)}.`,
  approved: (line) => `Approved for ${line.channel}.`,
  rejected: (line) => `Rejected for ${line.channel}: ${line.detail.reason}`,
  rescheduled: (line) => `Moved to another time: ${line.detail.scheduled_at}.`,
  resynced: () => 'Brought back in line with its queue items.',
  pinned: ({ channel }) => `Pinned on ${channel} by hand.`,
  unpinned: ({ channel }) => `Taken off the top on ${channel} by hand.`,
}

const outcomes: Record<string, string> = {
  posted: 'was posted',
  adopted: 'was found to be public already',
  retry: 'failed and will be repeated',
  in_doubt: 'ended without a clear answer; the network is being asked',
  failed: 'failed',
  lost: 'was cut off; another worker took over',
}

function attempt({ channel, detail }: Told): string {
  const end = typeof detail.outcome === 'string' ? outcomes[detail.outcome] : 'is under way'
  const hasWords = detail.outcome !== 'posted' && detail.outcome !== 'adopted' && detail.message
  const reason = hasWords ? ` ${detail.message}` : ''
  const code = detail.code && hasWords ? ` (${detail.code})` : ''
  return `Attempt ${detail.number} on ${channel} ${end ?? 'ended'}.${reason}${code}`
}
