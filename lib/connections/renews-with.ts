import type { Credentials } from '@/lib/channels/channel'
import { connects } from '@/lib/channels/connects'
import type { ChannelId } from '@/lib/channels/ids'

export type RenewsWith = 'access_token' | 'refresh_token' | 'nothing'

/** With what this account's access can be renewed, as its network does it and as far as the account holds it. */
export function renewsWith(channel: ChannelId, credentials: Credentials): RenewsWith {
  const { refresh } = connects[channel]
  if (!refresh || credentials.kind !== 'bearer') return 'nothing'
  return refresh.with === 'refresh_token' && credentials.refreshToken === null ? 'nothing' : refresh.with
}
