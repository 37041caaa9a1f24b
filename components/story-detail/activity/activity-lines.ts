import { channelNames, nameChannels } from '@/components/channels/channel-names'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { plural } from '@/lib/text/number-text'
import { timelineEntries } from './timeline-entries'

type Entry = {
  id: string
  at: string
  kind: string
  channel: ChannelId | null
  actor: string | null
  summary: string
  detail: Record<string, unknown>
}

export type LineTone = 'good' | 'warn' | 'bad' | 'quiet'

/**
 * One line of the activity. `actor` as in the API; its name comes before the text. Null: Storycast did it, and the text
 * is a whole sentence. `client`: the name of the client who did it.
 */
export type ActivityLine = {
  id: string
  at: string
  actor: string | null
  client: string | null
  text: string
  tone: LineTone
}

/** Numbers are shown with the posts, and problems of media above them. */
const hiddenKinds = ['metrics_synced', 'media_problem', 'media_warning']

/** Same actions within this time are one line. */
const groupMs = 60 * 60_000

/**
 * The timeline of a story as sentences for people. The API has every entry.
 *
 * @param entries newest first
 */
export function activityLines(entries: readonly Entry[]): ActivityLine[] {
  const groups: Entry[][] = []
  for (const entry of timelineEntries(entries)) {
    if (hiddenKinds.includes(entry.kind) || entry.detail.outcome === 'lost') continue
    const group = groups.at(-1)
    const newest = group?.[0]
    if (newest && groupKey(newest) === groupKey(entry) && ageMs(newest, entry) < groupMs) group.push(entry)
    else groups.push([entry])
  }
  return groups.flatMap((group) => {
    const [newest] = group
    const text = newest && textOf(newest, group)
    if (!newest || !text) return []
    const { id, at, detail } = newest
    const actor = isAutomatic(newest) ? null : newest.actor
    const client = actor === 'client' ? String(detail.reviewer ?? 'A client') : null
    return [{ id, at, actor, client, text, tone: toneOf(newest) }]
  })
}

/** Created by an automation or a recurring post. The API has its owner as the actor. */
const isAutomatic = ({ kind, detail }: Entry): boolean =>
  kind === 'created' && Boolean(detail.automation ?? detail.recurring)

const ageMs = (newest: Entry, entry: Entry): number => Date.parse(newest.at) - Date.parse(entry.at)

/** Entries with the same key become one line. */
function groupKey({ kind, actor, detail, summary, channel }: Entry): string {
  if (kind === 'attempt') return `attempt ${detail.outcome} ${detail.outcome === 'posted' ? '' : summary}`
  if (kind === 'commented' || kind === 'approved') return `${kind} ${actor}`
  if (isFailure(detail)) return `failed ${failureReason(summary)}`
  return `${kind} ${actor} ${channel} ${summary}`
}

const isFailure = ({ event }: Entry['detail']): boolean => event === 'story.failed' || event === 'story.skipped'

/** “Not attempted on X: no X account was connected.” without its start. */
const failureReason = (summary: string): string => summary.replace(/^(Not attempted|Failed) on [^:]+: /, '')

const tones: Record<string, LineTone> = {
  posted: 'good',
  adopted: 'good',
  failed: 'bad',
  retry: 'warn',
  in_doubt: 'warn',
}

const toneOf = ({ kind, detail }: Entry): LineTone => {
  if (kind === 'client_approved' || kind === 'approved') return 'good'
  if (isFailure(detail) || kind === 'first_comment_failed') return 'bad'
  return tones[String(detail.outcome)] ?? 'quiet'
}

const channelsOf = (group: readonly Entry[]): ChannelId[] =>
  channelIds.filter((id) => group.some(({ channel }) => channel === id))

const named = (channels: unknown): string => (Array.isArray(channels) ? nameChannels(channels as ChannelId[]) : '')

function attemptText({ channel, detail }: Entry, group: readonly Entry[]): string {
  const network = channel ? channelNames[channel] : 'the network'
  const reason = detail.message ? ` ${String(detail.message).split(` ${network} said: `)[0]}` : ''
  switch (detail.outcome) {
    case 'posted':
      return `Published to ${nameChannels(channelsOf(group))}.`
    case 'adopted':
      return `Found the post on ${network}.`
    case 'failed':
      return `Not published to ${network}.${reason}`
    case 'retry':
      return `Could not publish to ${network} yet. Trying again.`
    case 'in_doubt':
      return `${network} has not confirmed the post. Checking.`
    default:
      return `Publishing to ${network}.`
  }
}

const when = ({ detail }: Entry): string => (detail.scheduled_at ? ` for ${detail.scheduled_at}` : '')

/** Completes “Ana Rossi …”. Kinds that are not here use the sentence of the API. */
const personTexts: Record<string, (entry: Entry, group: readonly Entry[]) => string> = {
  created: (entry) => {
    if (entry.detail.import) return `imported this story from ${entry.detail.import}.`
    if (entry.detail.scheduled_at) return `created and scheduled this story${when(entry)}.`
    return entry.detail.copy_of ? 'created this draft as a copy of another story.' : 'created this draft.'
  },
  edited: ({ summary }) =>
    summary
      .replace(/^Edited: /, 'edited the ')
      .replace(/(^|\. )(Scheduled|Changed)/g, (_, start: string, word: string) =>
        start === '' ? word.toLowerCase() : `${start}${word}`,
      ),
  scheduled: (entry) => `scheduled this story${when(entry)}.`,
  publish_requested: () => 'chose “Post now”.',
  cancelled: ({ detail }) => `cancelled ${named(detail.channels) || 'the story'}.`,
  archived: () => 'archived this story.',
  unarchived: () => 'unarchived this story.',
  reopened: () => 'made this a draft again after it was rejected.',
  schedule_restored: (entry) => `scheduled this story again${when(entry)}.`,
  retried: ({ detail }) => `retried ${named(detail.channels)}.`,
  approved: (_, group) => `approved ${nameChannels(channelsOf(group))}.`,
  rejected: ({ channel, detail }) => `rejected ${channel ? channelNames[channel] : 'it'}: ${detail.reason}`,
  commented: (_, group) => (group.length > 1 ? `added ${plural(group.length, 'comment')}.` : 'added a comment.'),
  client_commented: () => 'added a comment.',
  client_approved: () => 'approved this story.',
  client_changes: ({ detail }) => `asked for changes: ${detail.note}`,
  review_requested: ({ detail }) => `sent this story to a client: ${detail.name}.`,
  pinned: ({ channel }) => `marked the post on ${channel ? channelNames[channel] : 'the network'} as pinned.`,
  unpinned: ({ channel }) => `marked the post on ${channel ? channelNames[channel] : 'the network'} as unpinned.`,
  first_comment_retried: ({ channel }) => `retried the first comment${channel ? ` on ${channelNames[channel]}` : ''}.`,
}

function textOf(entry: Entry, group: readonly Entry[]): string {
  if (entry.kind === 'attempt') return attemptText(entry, group)
  const text = entry.actor === null || isAutomatic(entry) ? undefined : personTexts[entry.kind]
  if (text) return text(entry, group)
  if (isFailure(entry.detail) && entry.channel) {
    return `Not published to ${nameChannels(channelsOf(group))}: ${failureReason(entry.summary)}`
  }
  if (entry.detail.event === 'moment.detected') return 'This story performs better than usual.'
  return entry.summary
}
