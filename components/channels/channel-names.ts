import type { ChannelId } from '@/lib/channels/ids'

/** As people know them. */
export const channelNames: Record<ChannelId, string> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  x: 'X',
  linkedin: 'LinkedIn',
  pinterest: 'Pinterest',
  ghost: 'Ghost',
  threads: 'Threads',
}

const lists = new Intl.ListFormat('en', { type: 'conjunction' })

/** “Instagram, X and Threads”. */
export const nameChannels = (channels: readonly ChannelId[]): string =>
  lists.format(channels.map((channel) => channelNames[channel]))
