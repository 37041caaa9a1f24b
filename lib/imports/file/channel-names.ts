import type { ChannelId } from '@/lib/channel-ids'

const names: Record<ChannelId, readonly string[]> = {
  instagram: ['instagram', 'ig', 'insta', 'instagram business', 'instagram feed'],
  facebook: ['facebook', 'fb', 'facebook page', 'facebook pages'],
  x: ['x', 'twitter', 'twitter/x', 'x/twitter', 'x (twitter)', 'twitter (x)', 'x (formerly twitter)'],
  linkedin: ['linkedin', 'li', 'linkedin page', 'linkedin company', 'linkedin profile'],
  pinterest: ['pinterest', 'pin'],
  ghost: ['ghost', 'blog'],
  threads: ['threads'],
}
const channelByName = new Map(
  Object.entries(names).flatMap(([channel, all]) => all.map((name) => [name, channel as ChannelId] as const)),
)

/** Networks that other products support. */
export const otherNetworks: ReadonlySet<string> = new Set([
  ...['tiktok', 'youtube', 'bluesky', 'mastodon', 'gbp', 'google business', 'google business profile', 'telegram'],
  ...['snapchat', 'reddit', 'wordpress', 'tumblr'],
])

const plain = (name: string): string => name.trim().toLowerCase().replace(/^@/, '').replace(/\s+/g, ' ')

/** Channels by the names and handles of the connected accounts. */
export type AccountNames = ReadonlyMap<string, ChannelId>

export const accountNames = (
  accounts: readonly { channel: ChannelId; account_name: string | null; handle: string | null }[],
): AccountNames =>
  new Map(
    accounts.flatMap(({ channel, account_name, handle }) =>
      [account_name, handle].flatMap((name) => (name ? [[plain(name), channel] as const] : [])),
    ),
  )

/** The names in a cell, separated by commas, semicolons, bars or line breaks. */
export const splitNames = (cell: string): string[] =>
  cell
    .split(/[,;|\n]+/)
    .map((name) => name.trim())
    .filter(Boolean)

/** The channel of a network name, a connected account, or both: `Instagram - Acme`, `Acme (Instagram)`. */
export function channelNamed(name: string, accounts: AccountNames): ChannelId | null {
  const wanted = plain(name)
  const [before = '', after = ''] = wanted.split(/\s*[-–:(]\s*/, 2)
  const parts = [wanted, before, after.replace(/\)$/, '').trim()]
  for (const part of parts) {
    const channel = channelByName.get(part) ?? accounts.get(part)
    if (channel) return channel
  }
  return null
}

export const isOtherNetwork = (name: string): boolean => otherNetworks.has(plain(name))
