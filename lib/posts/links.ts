import type { ChannelId } from '@/lib/channel-ids'
import type { TrackingValues } from '@/lib/projects/tracking-template'
import type { ChannelOverride, ChannelOverrides, Slide } from '@/lib/story-content'
import { linkCode, placeholderCode, shortUrl } from '@/lib/tracking/code'
import { destinationOf, type TrackingSources, trackingOf } from '@/lib/tracking/precedence'
import { mentionsLink } from '@/lib/tracking/tokens'
import type { TrackedLink } from '@/lib/tracking/tracked-link'
import { withUtm } from '@/lib/tracking/with-utm'

/** Members of a story and its queue row that decide the outbound link. `utm` and `utm_resolved` hold tracking values. */
export type LinkSources = {
  story: TrackingSources['story'] & {
    destination_url: string | null
    utm_resolved: unknown
    channel_overrides?: ChannelOverrides
    caption?: string
    comment_ask?: string | null
    slides?: readonly Slide[]
  }
  item: { destination_url: string | null; utm: unknown } | null
  channel: ChannelId
  projectSlug: string
}

/** The links of one channel's post, and the values for its text and link field. */
export type PostLinks = {
  tracked: TrackedLink[]
  /** Replaces `{{link}}`, and fills the link field if the channel has no link of its own. */
  link: string | null
  /** The channel's own link; sent unchanged. */
  ownLink: string | null
}

const overrideOf = ({ story, channel }: LinkSources): ChannelOverride => story.channel_overrides?.[channel] ?? {}

/**
 * The target of a post with its tracking values; null when the story has no link. A channel's own link gets tracking
 * values only when the story names a campaign.
 */
export function linkOf(sources: LinkSources): string | null {
  const { story, item } = sources
  const own = overrideOf(sources).link
  if (own && !story.utm_campaign) return own
  const destination = own ?? destinationOf(story.destination_url, item?.destination_url)
  return destination ? withUtm(destination, valuesOf(sources)) : null
}

function valuesOf({ story, item, channel, projectSlug }: LinkSources): TrackingValues {
  const queueItem = item?.utm as TrackingSources['queueItem']
  // Resolved once for every channel of the story.
  const resolved = (story.utm_resolved as Partial<Record<ChannelId, TrackingSources['resolved']>> | null)?.[channel]
  return trackingOf({ story, queueItem, resolved, channel, projectSlug })
}

/**
 * All links of a channel's post. Used by the preview, the publisher and the link lists, so they agree.
 *
 * @param storyId null for an unsaved story: its codes are placeholders
 */
export function postLinksOf(sources: LinkSources, storyId: string | null): PostLinks {
  const { channel } = sources
  const target = linkOf(sources)
  const ownLink = overrideOf(sources).link ? target : null
  // If the channel has its own link, ours is in the post only if the text has {{link}}.
  const isTracked = target !== null && isHttp(target) && (ownLink === null || wantsLink(sources))
  const codeOf = (slide: number | null): string => (storyId ? linkCode(storyId, channel, slide) : placeholderCode)
  const post = isTracked ? [{ code: codeOf(null), channel, slide_index: null, destination: target }] : []
  const slides = slidesOf(sources).flatMap(({ swipe_through_url: url }, index) =>
    url && isHttp(url)
      ? [{ code: codeOf(index), channel, slide_index: index, destination: withUtm(url, valuesOf(sources)) }]
      : [],
  )
  return { tracked: [...post, ...slides], link: post[0] ? shortUrl(post[0].code) : null, ownLink }
}

/** The final target of the post's link, with tracking values. */
export const targetOf = ({ tracked, ownLink }: PostLinks): string | null =>
  tracked.find(({ slide_index }) => slide_index === null)?.destination ?? ownLink

/** Redirects to other schemes could run code in the reader's browser. */
const isHttp = (address: string): boolean => /^https?:\/\//i.test(address)

function wantsLink(sources: LinkSources): boolean {
  const { caption, description, first_comment = '' } = overrideOf(sources)
  const text = description ?? caption ?? sources.story.caption ?? ''
  return mentionsLink(`${text} ${sources.story.comment_ask ?? ''} ${first_comment}`)
}

function slidesOf(sources: LinkSources): readonly Slide[] {
  const { slides, media_urls } = overrideOf(sources)
  if (slides) return slides
  return media_urls ? [] : (sources.story.slides ?? [])
}
