import type { ChannelId } from '@/lib/channel-ids'
import type { Credentials } from '@/lib/channels/channel'
import { connects } from '@/lib/channels/connects'

export type RenewsWith = 'access_token' | 'refresh_token' | 'nothing'

/** What refreshes this account's token, by network and stored credentials. */
export function renewsWith(channel: ChannelId, credentials: Credentials): RenewsWith {
  const { refresh } = connects[channel]
  if (!refresh || credentials.kind !== 'bearer') return 'nothing'
  return refresh.with === 'refresh_token' && credentials.refreshToken === null ? 'nothing' : refresh.with
}
