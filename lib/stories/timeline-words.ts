import type { ChannelId } from '@/lib/channels/ids'
import { channels } from '@/lib/channels/registry'
import type { ActionKind } from './history'

type Told = { kind: string; channel: string | null; detail: Record<string, unknown> }

/** What happened, in a plain sentence for people. */
export function summaryOf(told: Told): string {
  const line = { ...told, channel: told.channel && nameOf(told.channel) }
  const { kind, channel } = line
  if (isAction(kind)) return actions[kind](line)
  if (kind === 'attempt') return attempt(line)
  if (kind === 'event') return event(line)
  if (kind === 'media_problem') return `Found ahead of time: ${line.detail.message}`
  if (kind === 'media_warning') return String(line.detail.message)
  if (kind === 'metrics_synced') return metricsSynced(line)
  if (kind === 'post_gone') return `The post is no longer on ${channel}, so its numbers stay as they are.`
  const words = kind.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${channel ? ` (${channel})` : ''}.`
}

const nameOf = (channel: string): string => channels[channel as ChannelId]?.name ?? channel

/** Reasons that the queue keeps as codes; every other one is a sentence already. */
const reasons: Record<string, (network: string) => string> = {
  missing_connection: (network) => `no ${network} account was connected.`,
  oauth_revoked: (network) => `${network} had withdrawn the access to the account.`,
  stale: () => 'it had not gone out within an hour of its time.',
  superseded: (network) => `another post had gone out on ${network} in its place.`,
  outcome_unknown: (network) => `${network} did not say whether it took the post.`,
  cancelled: () => 'it was cancelled.',
}

const whyOf = ({ channel, detail }: Told): string => {
  const reason = String(detail.skip_reason ?? '')
  return reasons[reason.split(':')[0] ?? '']?.(channel ?? 'the network') ?? reason
}

/** What webhooks and lists of events call by its name, told as what happened. */
const events: Record<string, (line: Told) => string> = {
  'story.scheduled': () => 'It waits for its time now.',
  'story.published': () => 'It is published.',
  'story.published_late': () => 'It is published, later than planned.',
  'story.failed': (line) => (line.channel ? `Failed on ${line.channel}: ${whyOf(line)}` : 'It failed.'),
  'story.skipped': (line) => (line.channel ? `Not attempted on ${line.channel}: ${whyOf(line)}` : 'It was left out.'),
}

const event = (line: Told): string => events[String(line.detail.event)]?.(line) ?? `Told as ${line.detail.event}.`

const readings: Record<string, string> = {
  initial: 'soon after publishing',
  '1m': 'soon after publishing',
  '24h': 'after a day',
  '72h': 'after three days',
  '7d': 'after seven days',
}

/** What is counted, of one and of more. */
const counted: Record<string, readonly [one: string, more: string]> = {
  impressions: ['impression', 'impressions'],
  reach: ['reached', 'reached'],
  clicks: ['click', 'clicks'],
  saves: ['save', 'saves'],
  shares: ['share', 'shares'],
  likes: ['like', 'likes'],
  comments: ['comment', 'comments'],
}

/** Numbers that the network did not report are left out: none of them is 0. */
function metricsSynced({ channel, detail }: Told): string {
  const numbers = Object.entries(counted).flatMap(([name, [one, more]]) => {
    const number = detail[name]
    return typeof number === 'number' ? [`${number.toLocaleString('en')} ${number === 1 ? one : more}`] : []
  })
  const told = numbers.length > 0 ? numbers.join(', ') : 'nothing reported yet'
  const when = readings[String(detail.sync)]
  return `Numbers from ${channel}${when ? `, ${when}` : ''}: ${told}.`
}

const isAction = (kind: string): kind is ActionKind => Object.hasOwn(actions, kind)

const when = ({ detail }: Told): string => (detail.scheduled_at ? ` for ${detail.scheduled_at}` : '')
const list = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : '')
const names = (value: unknown): string => (Array.isArray(value) ? value.map(nameOf).join(', ') : '')

const actions: Record<ActionKind, (line: Told) => string> = {
  created: (line) => {
    if (line.detail.scheduled_at) return `Created and scheduled${when(line)}.`
    return line.detail.copy_of ? 'Created as a draft, a copy of another story.' : 'Created as a draft.'
  },
  edited: ({ detail }) => {
    const changed = list(detail.changed).replaceAll('_', ' ')
    if (detail.scheduled_at === null) return `${changed ? `Edited: ${changed}. ` : ''}Made a draft again.`
    const moved = detail.scheduled_at ? `Scheduled for ${detail.scheduled_at}.` : ''
    return [changed ? `Edited: ${changed}.` : '', moved].filter(Boolean).join(' ')
  },
  scheduled: (line) => `Scheduled${when(line)}.`,
  publish_requested: (line) => `Asked to be published at once; set${when(line)}.`,
  cancelled: ({ detail }) => `Cancelled on ${names(detail.channels)}.`,
  archived: () => 'Archived.',
  retried: (line) => `Set to be tried again on ${names(line.detail.channels)}${when(line)}.`,
  approved: (line) => `Approved for ${line.channel}.`,
  rejected: (line) => `Rejected for ${line.channel}: ${line.detail.reason}`,
  rescheduled: ({ detail }) =>
    `Moved to another time: ${detail.scheduled_at}.${detail.via === 'resume' ? ' The old one passed during a pause.' : ''}`,
  drafted: () => 'Made a draft again: its time passed during a pause.',
  left_out: ({ detail }) => `Left out on ${names(detail.channels)}: its time passed during a pause.`,
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
  return `Attempt ${detail.number} on ${channel} ${end ?? 'ended'}.${reason}`
}
