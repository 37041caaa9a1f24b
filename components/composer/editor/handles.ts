import type { ChannelId } from '@/lib/channel-ids'
import type { SocialConnection } from '@/lib/connections/contract'

/** A name to mention. `channel` is null if the text does not tell the network. */
export type Handle = { handle: string; name: string | null; channel: ChannelId | null }

/** Names in a text, such as `@acme`. E-mail addresses are none. */
export const handlesIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w@.])@([a-z0-9_](?:[\w.]*\w)?)/gi)].map(([written]) => written)

type Story = { caption: string; channel_overrides: Partial<Record<string, { caption?: string | undefined }>> }

type Account = Pick<SocialConnection, 'channel' | 'handle' | 'account_name'>

/** The connected accounts first, then the names used in earlier stories, the most frequent first. */
export function handlesOf(connections: readonly Account[], stories: readonly Story[]): Handle[] {
  const own = connections.flatMap(({ channel, handle, account_name }): Handle[] =>
    handle ? [{ handle: `@${handle.replace(/^@/, '')}`, name: account_name, channel }] : [],
  )
  const counts = new Map<string, { handle: Handle; count: number }>()
  const add = (text: string, channel: ChannelId | null): void => {
    for (const handle of handlesIn(text)) {
      const key = handle.toLowerCase()
      const known = counts.get(key)
      counts.set(key, { handle: known?.handle ?? { handle, name: null, channel }, count: (known?.count ?? 0) + 1 })
    }
  }
  for (const { caption, channel_overrides } of stories) {
    add(caption, null)
    for (const [channel, own] of Object.entries(channel_overrides)) {
      if (own?.caption) add(own.caption, channel as ChannelId)
    }
  }
  const isOwn = (key: string): boolean => own.some(({ handle }) => handle.toLowerCase() === key)
  const used = [...counts].filter(([key]) => !isOwn(key)).toSorted(([, one], [, other]) => other.count - one.count)
  return [...own, ...used.map(([, { handle }]) => handle)]
}
