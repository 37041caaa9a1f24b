import type { ChannelId } from '@/lib/channels/ids'
import { destinationOf, type TrackingSources, trackingOf } from './precedence'
import { withUtm } from './with-utm'

/** What of a story and its queue row decides the outbound link. `utm` and `utm_resolved` hold tracking values. */
export type LinkSources = {
  story: TrackingSources['story'] & {
    destination_url: string | null
    utm_resolved: unknown
    channel_overrides?: unknown
  }
  item: { destination_url: string | null; utm: unknown } | null
  channel: ChannelId
  projectSlug: string
}

/**
 * The outbound link of a post with its tracking values, or null when the story leads nowhere. A link that the channel
 * has of its own is wrapped only when the story names a campaign.
 */
export function linkOf({ story, item, channel, projectSlug }: LinkSources): string | null {
  const own = (story.channel_overrides as Partial<Record<ChannelId, { link?: string }>> | undefined)?.[channel]?.link
  if (own && !story.utm_campaign) return own
  const destination = own ?? destinationOf(story.destination_url, item?.destination_url)
  if (!destination) return null
  const queueItem = item?.utm as TrackingSources['queueItem']
  // Resolved once for every channel of the story.
  const resolved = (story.utm_resolved as Partial<Record<ChannelId, TrackingSources['resolved']>> | null)?.[channel]
  return withUtm(destination, trackingOf({ story, queueItem, resolved, channel, projectSlug }))
}
