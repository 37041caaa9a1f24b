import type { ChannelId } from '@/lib/channel-ids'
import type { SocialConnection } from '@/lib/connections/contract'

/** A name to mention. Without channels, the text does not tell the network. */
export type Handle = { handle: string; name: string | null; channels: ChannelId[] }

/** Names in a text, such as `@acme`. E-mail addresses are none. */
export const handlesIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w@.])@([a-z0-9_](?:[\w.]*\w)?)/gi)].map(([written]) => written)

type Story = { caption: string; channel_overrides: Partial<Record<string, { caption?: string | undefined }>> }

type Account = Pick<SocialConnection, 'channel' | 'handle' | 'account_name'>

/** The connected accounts first, then the names used in earlier stories, the most frequent first. */
export function handlesOf(connections: readonly Account[], stories: readonly Story[]): Handle[] {
  // Many have the same name on several networks.
  const accounts = new Map<string, Handle>()
  for (const { channel, handle: written, account_name: name } of connections) {
    if (!written) continue
    const handle = `@${written.replace(/^@/, '')}`
    const key = handle.toLowerCase()
    const known = accounts.get(key)
    accounts.set(
      key,
      known ? { ...known, channels: [...known.channels, channel] } : { handle, name, channels: [channel] },
    )
  }
  const counts = new Map<string, { handle: Handle; count: number }>()
  const add = (text: string, channel: ChannelId | null): void => {
    for (const handle of handlesIn(text)) {
      const key = handle.toLowerCase()
      const known = counts.get(key)
      counts.set(key, {
        handle: known?.handle ?? { handle, name: null, channels: channel ? [channel] : [] },
        count: (known?.count ?? 0) + 1,
      })
    }
  }
  for (const { caption, channel_overrides } of stories) {
    add(caption, null)
    for (const [channel, own] of Object.entries(channel_overrides)) {
      if (own?.caption) add(own.caption, channel as ChannelId)
    }
  }
  const used = [...counts]
    .filter(([key]) => !accounts.has(key))
    .toSorted(([, one], [, other]) => other.count - one.count)
  return [...accounts.values(), ...used.map(([, { handle }]) => handle)]
}
