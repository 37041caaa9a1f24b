import type { ChannelId } from '@/lib/channel-ids'
import type { Scope } from '@/lib/channels/connecting/connect'
import { connects } from '@/lib/channels/connects'

/** Requested scopes that were not granted. Nothing is missing if the network does not report scopes. */
export function missingOf(channel: ChannelId, granted: readonly string[] | null): Scope[] {
  return granted === null ? [] : connects[channel].scopes.filter(({ name }) => !granted.includes(name))
}

/** The message for a missing permission. */
export const missingScopeMessage = (network: string, { name, purpose }: Pick<Scope, 'name' | 'purpose'>): string =>
  `${network} did not grant the permission to ${purpose} (${name}). Reconnect the account and grant it.`
