import type { ChannelId } from '@/lib/channel-ids'
import { channelLimits, countText } from '@/lib/channels/limits'
import { characters } from '@/lib/channels/rules'
import { placeholderCode, shortUrl } from '@/lib/tracking/code'
import { fillLink } from '@/lib/tracking/tokens'

/** For texts without a channel, and for channels without a limit. */
const defaultMax = 2_200

/** How long a caption may be, counted like the network, with the short link in the place of `{{link}}`. */
export type CaptionLimit = { channel: ChannelId | null; max: number }

/** The most characters that a channel accepts. */
export const channelMax = (channel: ChannelId | null): number =>
  (channel ? channelLimits[channel].textMax : null) ?? Math.max(defaultMax, channel === 'ghost' ? 20_000 : 0)

export const captionLimit = (channel: ChannelId | null, wanted?: number | undefined): CaptionLimit => ({
  channel,
  max: Math.min(wanted ?? defaultMax, channelMax(channel)),
})

export function captionLength(text: string, channel: ChannelId | null): number {
  const posted = fillLink(text, shortUrl(placeholderCode))
  return channel ? countText(channel, posted) : characters(posted)
}

export const fits = (text: string, { channel, max }: CaptionLimit): boolean => captionLength(text, channel) <= max
