import { channelNames } from '@/components/channels/channel-names'
import type { InboxConversation, InboxMessage } from '@/lib/inbox/resource-contract'
import type { Member } from '@/lib/members/contract'

/** The network does not always say who wrote. */
export const personOf = ({ participant_name, platform }: InboxConversation): string =>
  participant_name ?? `${channelNames[platform]} user`

/** “Comment on Instagram”. */
export const kindText = ({ kind, platform }: Pick<InboxConversation, 'kind' | 'platform'>): string =>
  `${kind === 'comment' ? 'Comment' : 'Message'} on ${channelNames[platform]}`

type Last = Pick<
  InboxConversation,
  'last_message_direction' | 'last_message_user_id' | 'last_message_preview' | 'platform'
>

/** The last message for lists: “You: …” or “Max: …” if it is a reply. */
export function previewText(conversation: Last, team: readonly Member[]): string {
  const { last_message_direction: direction, last_message_user_id: userId } = conversation
  const text = conversation.last_message_preview || 'No text'
  if (direction === 'them') return text
  const member = team.find(({ user_id }) => user_id === userId)
  return `${member && !member.is_you ? firstName(member) : 'You'}: ${text}`
}

const firstName = ({ name }: Member): string => name.split(' ')[0] ?? name

/** Who wrote a message: for replies the member, and the account if they were written at the network. */
export function authorText(
  { direction, author_name, user_id }: Pick<InboxMessage, 'direction' | 'author_name' | 'user_id'>,
  platform: InboxConversation['platform'],
  team: readonly Member[],
): string {
  const fallback = direction === 'us' ? 'You' : `${channelNames[platform]} user`
  const member = team.find((one) => one.user_id === user_id)
  if (direction === 'them' || !member) return author_name ?? fallback
  return member.is_you ? 'You' : member.name
}
