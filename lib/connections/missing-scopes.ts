import type { Scope } from '@/lib/channels/connect'
import { connects } from '@/lib/channels/connects'
import type { ChannelId } from '@/lib/channels/ids'

/** What was asked for and not granted. Where a network does not tell, nothing counts as missing. */
export function missingOf(channel: ChannelId, granted: readonly string[] | null): Scope[] {
  return granted === null ? [] : connects[channel].scopes.filter(({ name }) => !granted.includes(name))
}

/** What is said of a permission that is needed now. */
export const lacksWords = (network: string, { name, purpose }: Pick<Scope, 'name' | 'purpose'>): string =>
  `${network} was not given the permission to ${purpose} (${name}). Connect the account again and grant it.`
