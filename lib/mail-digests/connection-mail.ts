import { channelNames } from '@/lib/channels/names'
import type { ListItem, MailContent } from '@/lib/mail/content'
import type { EventNotice, Recipient } from './repository'
import { inProject, isOneProject, itemsMax, plural, sayDate } from './words'

/** Lists accounts to reconnect, each with the newest that is known of it. Null if there are none. */
export function connectionAttention(rows: readonly EventNotice[], recipient: Recipient): MailContent | null {
  // Later events of an account replace earlier ones: "broken" comes after "expires soon".
  const accounts = [...new Map(rows.map((row) => [row.connection_id, row])).values()]
  const [first] = accounts
  if (!first) return null
  const broken = accounts.filter(isBroken).length
  const isAlone = isOneProject(accounts)
  const title =
    accounts.length === 1
      ? `${isBroken(first) ? 'Reconnect' : 'Renew access to'} ${nameOf(first)}`
      : `${plural(accounts.length, 'account')} to reconnect`
  return {
    subject: title,
    preview: broken > 0 ? 'Posts fail until the account is reconnected.' : 'Access ends soon.',
    blocks: [
      { type: 'heading', text: title },
      {
        type: 'paragraph',
        text: introOf(broken, accounts.length),
      },
      { type: 'list', items: accounts.slice(0, itemsMax).map((row) => itemOf(row, isAlone, recipient)) },
      ...(isAlone
        ? [{ type: 'button' as const, label: 'View connections', path: `/${first.project_id}/connections` }]
        : []),
    ],
  }
}

function introOf(broken: number, total: number): string {
  if (broken === 0) return 'Access ends soon and does not renew itself. Reconnect before then to keep posts going out.'
  return broken === total
    ? 'Storycast lost access. Posts to these accounts fail until you reconnect them.'
    : 'Posts fail where access has ended. Reconnect every account below to keep posts going out.'
}

const isBroken = ({ notification_kind }: EventNotice): boolean => notification_kind === 'connection_broken'
const nameOf = ({ account_name, channel }: EventNotice): string =>
  account_name ? `${account_name} on ${channelNames[channel]}` : channelNames[channel]

function itemOf(row: EventNotice, isAlone: boolean, recipient: Recipient): ListItem {
  const ends = row.ends_at ? `Access ends on ${sayDate(new Date(row.ends_at), row.timezone ?? 'UTC', recipient)}.` : ''
  return {
    text: inProject(row.project_name, isAlone) + nameOf(row),
    detail: isBroken(row) ? (row.reason ?? 'Access has ended.').slice(0, 300) : ends || 'Access ends soon.',
    path: `/${row.project_id}/connections#${row.channel}`,
  }
}
