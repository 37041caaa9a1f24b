import type { ChannelId } from '@/lib/channel-ids'
import type { Scope } from '@/lib/channels/connecting/connect'
import { connects } from '@/lib/channels/connects'
import { channels } from '@/lib/channels/registry'

/** Requested scopes that were not granted. Nothing is missing if the network does not report scopes. */
export function missingOf(channel: ChannelId, granted: readonly string[] | null): Scope[] {
  return granted === null ? [] : connects[channel].scopes.filter(({ name }) => !granted.includes(name))
}

/** The message for a missing permission. */
export const missingScopeMessage = (network: string, { name, purpose }: Pick<Scope, 'name' | 'purpose'>): string =>
  `${network} did not grant the permission to ${purpose} (${name}). Reconnect the account and grant it.`

/** The message if the account cannot write comments below its posts; null if it can. */
export function missingCommentScope(channel: ChannelId, granted: readonly string[] | null): string | null {
  const { name, comments } = channels[channel]
  const missing = missingOf(channel, granted).find((scope) => scope.name === comments?.scope)
  return missing ? missingScopeMessage(name, { ...missing, purpose: 'write comments' }) : null
}
