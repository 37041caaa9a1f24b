import { channelNames } from '@/lib/channels/names'
import type { ListItem, MailContent } from '@/lib/mail/content'
import { plural } from '@/lib/text/number-text'
import type { EventNotice, Recipient } from './repository'
import { formatDate, inProject, isOneProject, itemsMax } from './text'

/** Lists accounts to reconnect, each with its latest event. Null if there are none. */
export function connectionAttention(rows: readonly EventNotice[], recipient: Recipient): MailContent | null {
  // Later events of an account replace earlier ones: "broken" comes after "expires soon".
  const accounts = [...new Map(rows.map((row) => [row.connection_id, row])).values()]
  const [first] = accounts
  if (!first) return null
  const broken = accounts.filter(isBroken).length
  const isOneProjectOnly = isOneProject(accounts)
  const title =
    accounts.length === 1
      ? `Reconnect ${nameOf(first)}${isBroken(first) ? '' : ' soon'}`
      : `${plural(accounts.length, 'account')} to reconnect`
  return {
    subject: title,
    preview: broken > 0 ? 'Posts fail until the account is reconnected.' : 'Reconnect soon to keep publishing.',
    blocks: [
      { type: 'heading', text: title },
      {
        type: 'paragraph',
        text: introOf(broken, accounts.length),
      },
      { type: 'list', items: accounts.slice(0, itemsMax).map((row) => itemOf(row, isOneProjectOnly, recipient)) },
      ...(isOneProjectOnly
        ? [{ type: 'button' as const, label: 'View connections', path: `/${first.project_id}/connections` }]
        : []),
    ],
  }
}

function introOf(broken: number, total: number): string {
  if (broken === 0)
    return 'Automatic renewal is not possible. Reconnect before the connection expires to keep publishing.'
  return broken === total
    ? 'Storycast lost access. Posts to these accounts fail until you reconnect them.'
    : 'Posts to some of these accounts fail. Reconnect every account below to keep publishing.'
}

const isBroken = ({ notification_kind }: EventNotice): boolean => notification_kind === 'connection_broken'
const nameOf = ({ account_name, channel }: EventNotice): string =>
  account_name ? `${account_name} on ${channelNames[channel]}` : channelNames[channel]

function itemOf(row: EventNotice, isOneProjectOnly: boolean, recipient: Recipient): ListItem {
  const ends = row.ends_at
    ? `The connection expires on ${formatDate(new Date(row.ends_at), row.timezone ?? 'UTC', recipient)}.`
    : ''
  return {
    text: inProject(row.project_name, isOneProjectOnly) + nameOf(row),
    detail: isBroken(row)
      ? (row.reason ?? 'The connection has expired.').slice(0, 300)
      : ends || 'The connection expires soon.',
    path: `/${row.project_id}/connections#${row.channel}`,
  }
}
