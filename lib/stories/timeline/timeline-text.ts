import type { ChannelId } from '@/lib/channel-ids'
import { channels } from '@/lib/channels/registry'
import { plural } from '@/lib/text/number-text'
import type { ActionKind } from './history'

type Entry = { kind: string; channel: string | null; detail: Record<string, unknown> }

/** One sentence for an entry. */
export function summaryOf(entry: Entry): string {
  const line = { ...entry, channel: entry.channel && nameOf(entry.channel) }
  const { kind, channel } = line
  if (isAction(kind)) return actions[kind](line)
  if (kind === 'attempt') return attempt(line)
  if (kind === 'event') return event(line)
  if (kind === 'media_problem') return `Found before publishing: ${line.detail.message}`
  if (kind === 'media_warning') return String(line.detail.message)
  if (kind === 'metrics_synced') return metricsSynced(line)
  if (kind === 'post_gone') return `The post was deleted on ${channel}, so its metrics no longer change.`
  const text = kind.replaceAll('_', ' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${channel ? ` (${channel})` : ''}.`
}

const nameOf = (channel: string): string => channels[channel as ChannelId]?.name ?? channel

/** Texts for reasons stored as codes; other reasons are sentences already. */
const reasons: Record<string, (network: string) => string> = {
  missing_connection: (network) => `no ${network} account was connected.`,
  oauth_revoked: (network) => `${network} revoked access to the account.`,
  stale: () => 'it was not published within an hour of its time.',
  superseded: (network) => `another post was published on ${network} in its place.`,
  outcome_unknown: (network) => `${network} did not confirm the post.`,
  cancelled: () => 'it was cancelled.',
}

const whyOf = ({ channel, detail }: Entry): string => {
  const reason = String(detail.skip_reason ?? '')
  return reasons[reason.split(':')[0] ?? '']?.(channel ?? 'the network') ?? reason
}

/** Texts for events. */
const events: Record<string, (line: Entry) => string> = {
  'story.scheduled': () => 'Scheduled.',
  'story.published': () => 'Story published.',
  'story.published_late': () => 'Story published late.',
  'story.failed': (line) => (line.channel ? `Failed on ${line.channel}: ${whyOf(line)}` : 'Story failed.'),
  'moment.detected': () => 'A moment was detected.',
  'moment.auto_drafted': () => 'Drafted automatically as a follow-up to a moment.',
  'story.skipped': (line) => (line.channel ? `Not attempted on ${line.channel}: ${whyOf(line)}` : 'Not attempted.'),
}

const event = (line: Entry): string => events[String(line.detail.event)]?.(line) ?? `Event: ${line.detail.event}.`

const readings: Record<string, string> = {
  initial: 'soon after publishing',
  '1m': 'soon after publishing',
  '24h': 'after a day',
  '72h': 'after three days',
  '7d': 'after seven days',
}

/** Singular and plural of each metric. */
const counted: Record<string, readonly [one: string, more: string]> = {
  impressions: ['impression', 'impressions'],
  reach: ['reached', 'reached'],
  clicks: ['click', 'clicks'],
  saves: ['save', 'saves'],
  shares: ['share', 'shares'],
  likes: ['like', 'likes'],
  comments: ['comment', 'comments'],
}

/** Metrics that the network did not report are left out. */
function metricsSynced({ channel, detail }: Entry): string {
  const numbers = Object.entries(counted).flatMap(([name, [one, more]]) => {
    const number = detail[name]
    return typeof number === 'number' ? [plural(number, one, more)] : []
  })
  const metrics = numbers.length > 0 ? numbers.join(', ') : 'no metrics reported yet'
  const when = readings[String(detail.sync)]
  return `Metrics from ${channel}${when ? `, ${when}` : ''}: ${metrics}.`
}

const isAction = (kind: string): kind is ActionKind => Object.hasOwn(actions, kind)

const when = ({ detail }: Entry): string => (detail.scheduled_at ? ` for ${detail.scheduled_at}` : '')
const names = (value: unknown): string => (Array.isArray(value) ? value.map(nameOf).join(', ') : '')

/** Members of a story as the composer names them. Others are written as they are. */
const memberNames: Record<string, string> = {
  caption: 'text',
  channel_overrides: 'channel versions',
  slides: 'media',
  media_url: 'media',
  media_urls: 'media',
  destination_url: 'link',
  post_type: 'post type',
  content_type: 'pillar',
  template_id: 'template',
  pin_to_grid: 'pin',
  pin_until_at: 'pin',
  comment_ask: 'comment prompt',
  comment_ask_mode: 'comment prompt',
  utm_campaign: 'tracking',
  utm_content: 'tracking',
  utm_term: 'tracking',
}

const changedText = (members: unknown): string =>
  Array.isArray(members)
    ? [...new Set(members.filter((member: string) => !isOwn(member)).map(memberName)), ...ownText(members)].join(', ')
    : ''

const ownPrefix = 'channel_overrides.'
const isOwn = (member: string): boolean => member.startsWith(ownPrefix)
const memberName = (member: string): string => memberNames[member] ?? member.replaceAll('_', ' ')

/** `channel_overrides.x` → “version for X” */
function ownText(members: readonly string[]): string[] {
  const of = members.filter(isOwn).map((member) => nameOf(member.slice(ownPrefix.length)))
  return of.length > 0 ? [`version for ${listed(of)}`] : []
}

function creatorOf({ detail: { recurring, automation, import: file } }: Entry): string {
  if (file) return ` by an import of ${file}`
  if (recurring) return ` by the recurring post “${recurring}”`
  return automation ? ` by the automation “${automation}”` : ''
}

const actions: Record<ActionKind, (line: Entry) => string> = {
  created: (line) => {
    const by = creatorOf(line)
    if (line.detail.scheduled_at) return `Created${by} and scheduled${when(line)}.`
    if (by) return `Created${by}, as a draft.`
    return line.detail.copy_of ? 'Created as a draft, a copy of another story.' : 'Created as a draft.'
  },
  edited: ({ detail }) => {
    const changed = changedText(detail.changed)
    if (detail.scheduled_at === null) return `${changed ? `Edited: ${changed}. ` : ''}Changed to a draft.`
    const moved = detail.scheduled_at ? `Scheduled for ${detail.scheduled_at}.` : ''
    return [changed ? `Edited: ${changed}.` : '', moved].filter(Boolean).join(' ')
  },
  scheduled: (line) => `Scheduled${when(line)}.`,
  publish_requested: (line) => `Publish now requested${when(line)}.`,
  cancelled: ({ detail }) => `Cancelled on ${names(detail.channels)}.`,
  archived: () => 'Archived.',
  unarchived: () => 'Unarchived.',
  reopened: () => 'Changed to a draft after it was rejected.',
  schedule_restored: (line) => `Undone: scheduled${when(line)} as before.`,
  retried: (line) => `Retry scheduled on ${names(line.detail.channels)}${when(line)}.`,
  approved: (line) => `Approved for ${line.channel}.`,
  rejected: (line) => `Rejected for ${line.channel}: ${line.detail.reason}`,
  rescheduled: ({ detail }) =>
    `${movedText(detail) ?? `Rescheduled: ${detail.scheduled_at}.`}${detail.via === 'resume' ? ' The old one passed during a pause.' : ''}`,
  drafted: () => 'Changed to a draft: its time passed while the project was paused.',
  left_out: ({ detail }) => `Skipped on ${names(detail.channels)}: its time passed while the project was paused.`,
  resynced: () => 'Synced with its queue items.',
  pinned: ({ channel }) => `Pinned on ${channel} by hand.`,
  recurring_draft: ({ detail }) => `Kept as a draft: ${detail.message}`,
  automation_draft: ({ detail }) => `Kept as a draft: ${detail.message}`,
  first_comment_posted: ({ channel }) => `First comment posted to ${channel}.`,
  first_comment_failed: ({ channel, detail }) => `First comment failed on ${channel}: ${detail.message}`,
  first_comment_retried: ({ channel }) => `Retry of the first comment on ${channel} requested.`,
  commented: () => 'Comment added.',
  client_commented: ({ detail }) => `${detail.reviewer} (client) commented.`,
  client_approved: ({ detail }) => `${detail.reviewer} (client) approved it.`,
  client_changes: ({ detail }) => `${detail.reviewer} (client) asked for changes: ${detail.note}`,
  review_requested: ({ detail }) => `Sent to a client for review: ${detail.name}.`,
  unpinned: ({ channel }) => `Unpinned on ${channel} by hand.`,
}

/** “X and LinkedIn moved to …. Threads moved to ….” Null if the whole story moved. */
function movedText({ moved }: Entry['detail']): string | null {
  if (!Array.isArray(moved)) return null
  const rows = moved as { channel: string; at: string }[]
  const times = [...new Set(rows.map(({ at }) => at))]
  return times
    .map((time) => {
      const channels = rows.filter(({ at }) => at === time).map(({ channel }) => nameOf(channel))
      return `${listed(channels)} moved to ${time}.`
    })
    .join(' ')
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** Texts for outcomes of attempts; a posted attempt has its own sentence. */
const outcomes: Record<string, string> = {
  adopted: 'was already published',
  retry: 'failed and will be retried',
  in_doubt: 'had no clear result; checking with the network',
  failed: 'failed',
  lost: 'was interrupted; another worker took over',
}

function attempt({ channel, detail }: Entry): string {
  if (detail.outcome === 'posted') return `Published to ${channel}.`
  const end = typeof detail.outcome === 'string' ? outcomes[detail.outcome] : 'is under way'
  const reason = detail.outcome !== 'adopted' && detail.message ? ` ${detail.message}` : ''
  return `Attempt ${detail.number} on ${channel} ${end ?? 'ended'}.${reason}`
}
