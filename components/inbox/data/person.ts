import { channelNames } from '@/components/channels/channel-names'
import type { InboxConversation } from '@/lib/inbox/resource-contract'

/** The network does not always say who wrote. */
export const personOf = ({ participant_name, platform }: InboxConversation): string =>
  participant_name ?? `${channelNames[platform]} user`

/** “Comment on Instagram”. */
export const kindText = ({ kind, platform }: Pick<InboxConversation, 'kind' | 'platform'>): string =>
  `${kind === 'comment' ? 'Comment' : 'Message'} on ${channelNames[platform]}`
