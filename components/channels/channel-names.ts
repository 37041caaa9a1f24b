import type { ChannelId } from '@/lib/channel-ids'
import { channelNames } from '@/lib/channels/names'

export { channelNames }

const lists = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** “Instagram, X and Threads”. */
export const nameChannels = (channels: readonly ChannelId[]): string =>
  lists.format(channels.map((channel) => channelNames[channel]))
