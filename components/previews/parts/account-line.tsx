import { ChannelAvatar } from '@/components/channels/channel-avatar'
import { channelNames } from '@/components/channels/channel-names'
import type { ChannelId } from '@/lib/channel-ids'
import type { PreviewAccount } from '../preview-props'

export const nameOf = (channel: ChannelId, { name, handle }: PreviewAccount): string =>
  name ?? handle ?? `Your ${channelNames[channel]} account`

/** The user name, without “@”. */
export const handleOf = ({ handle, name }: PreviewAccount): string =>
  handle ??
  ((name ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
    .slice(0, 30) ||
    'youraccount')

type Props = { channel: ChannelId; account: PreviewAccount; size?: 'medium' | 'large' }

export const AccountPhoto = ({ channel, account, size = 'medium' }: Props) => (
  <ChannelAvatar
    channel={channel}
    name={account.name ?? account.handle}
    photoUrl={account.photoUrl ?? null}
    size={size}
  />
)
