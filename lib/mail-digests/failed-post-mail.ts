import { channelNames } from '@/lib/channels/names'
import type { ListItem, MailContent } from '@/lib/mail/content'
import { headlineOf } from '@/lib/stories/content/headline'
import { plural } from '@/lib/text/number-text'
import type { EventNotice } from './repository'
import { inProject, isOneProject, itemsMax } from './text'

/** Lists failed posts by cause, one link for each. Null if there are none. */
export function postFailed(rows: readonly EventNotice[]): MailContent | null {
  const [first] = rows
  if (!first) return null
  const causes = [...groupByCause(rows).values()]
  const isOneProjectOnly = isOneProject(rows)
  const title =
    rows.length === 1
      ? `Post failed on ${channelNames[first.channel]}`
      : `${plural(rows.length, 'post')} failed${isOneProjectOnly ? ` in ${first.project_name}` : ''}`
  const shown = causes.slice(0, itemsMax).map((cause) => itemOf(cause, isOneProjectOnly))
  const hidden = causes.slice(itemsMax).flat().length
  return {
    subject: rows.length === 1 ? `${title}: ${headlineOf(storyOf(first))}` : title,
    preview: reasonOf(first),
    blocks: [
      { type: 'heading', text: title },
      { type: 'list', items: shown },
      ...(hidden > 0 ? [{ type: 'paragraph' as const, text: `And ${plural(hidden, 'more post')}.` }] : []),
      ...(isOneProjectOnly
        ? [{ type: 'button' as const, label: 'View failed posts', path: `/${first.project_id}/queue?status=failed` }]
        : []),
    ],
  }
}

function groupByCause(rows: readonly EventNotice[]): Map<string, EventNotice[]> {
  const groups = new Map<string, EventNotice[]>()
  for (const row of rows) {
    const cause = JSON.stringify([row.project_id, row.channel, reasonOf(row)])
    groups.set(cause, [...(groups.get(cause) ?? []), row])
  }
  return groups
}

function itemOf(cause: readonly EventNotice[], isOneProjectOnly: boolean): ListItem {
  const [first] = cause as [EventNotice]
  const network = channelNames[first.channel]
  const isOne = cause.length === 1 && first.story_id !== null
  const what = isOne ? `"${headlineOf(storyOf(first))}" on ${network}` : `${plural(cause.length, 'post')} on ${network}`
  return {
    text: inProject(first.project_name, isOneProjectOnly) + what,
    detail: reasonOf(first),
    path: isOne
      ? `/${first.project_id}/stories/${first.story_id}`
      : `/${first.project_id}/queue?status=failed&channel=${first.channel}`,
  }
}

const storyOf = ({ title, caption }: EventNotice) => ({ title, caption: caption ?? '' })

/** The cause as text. Codes are translated; other reasons are already sentences. */
function reasonOf({ reason, channel }: EventNotice): string {
  const network = channelNames[channel]
  const code = reason?.split(':')[0]?.split(' ')[0] ?? ''
  switch (code) {
    case 'missing_connection':
      return `No ${network} account is connected. Connect one, then retry.`
    case 'oauth_revoked':
      return `${network} revoked access. Reconnect the account, then retry.`
    case 'stale':
      return 'Not published within an hour of its scheduled time.'
    case 'superseded':
      return `Late, and another post was published on ${network} instead.`
    case 'outcome_unknown':
      return `${network} did not confirm the post. Check the account before you retry.`
    default:
      return reason?.slice(0, 300) || `${network} gave no reason.`
  }
}
