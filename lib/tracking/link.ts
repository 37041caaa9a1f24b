import type { ChannelId } from '@/lib/channels/ids'
import type { ChannelOverride, Slide } from '@/lib/publishing/resolve'
import { linkCode, placeholderCode, shortUrl } from './code'
import { destinationOf, type TrackingSources, trackingOf } from './precedence'
import type { TrackingValues } from './template'
import { mentionsLink } from './tokens'
import { withUtm } from './with-utm'

/** What of a story and its queue row decides the outbound link. `utm` and `utm_resolved` hold tracking values. */
export type LinkSources = {
  story: TrackingSources['story'] & {
    destination_url: string | null
    utm_resolved: unknown
    channel_overrides?: unknown
    caption?: string
    comment_ask?: string | null
    slides?: unknown
  }
  item: { destination_url: string | null; utm: unknown } | null
  channel: ChannelId
  projectSlug: string
}

/** A link of ours that leads on to its destination and counts who follows it. */
export type TrackedLink = {
  code: string
  channel: ChannelId
  /** Null: the link of the post itself. */
  slide_index: number | null
  destination: string
}

/** The links of one channel's post, and what its text and its link field get. */
export type PostLinks = {
  tracked: TrackedLink[]
  /** Takes the place of `{{link}}`, and of the link field where nothing else has. */
  link: string | null
  /** The address that the channel's link field was given of its own; sent as it is. */
  ownLink: string | null
}

const overrideOf = ({ story, channel }: LinkSources): ChannelOverride =>
  (story.channel_overrides as Partial<Record<ChannelId, ChannelOverride>> | undefined)?.[channel] ?? {}

/**
 * Where a post leads, with its tracking values; null when the story leads nowhere. A link that the channel has of its
 * own is wrapped only when the story names a campaign.
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
 * All links of a channel's post. Preview, publisher and the tables of links are made from this, so they agree.
 *
 * @param storyId null for a story that is not saved: its codes are placeholders
 */
export function postLinksOf(sources: LinkSources, storyId: string | null): PostLinks {
  const { channel } = sources
  const target = linkOf(sources)
  const ownLink = overrideOf(sources).link ? target : null
  // Beside a link of the channel's own, ours is nowhere in the post unless its text asks for it.
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

/** Where the link of the post leads in the end, tracking values included. */
export const targetOf = ({ tracked, ownLink }: PostLinks): string | null =>
  tracked.find(({ slide_index }) => slide_index === null)?.destination ?? ownLink

/** A redirect to anything else could run in the reader's browser. */
const isHttp = (address: string): boolean => /^https?:\/\//i.test(address)

function wantsLink(sources: LinkSources): boolean {
  const { caption, description } = overrideOf(sources)
  return mentionsLink(`${description ?? caption ?? sources.story.caption ?? ''} ${sources.story.comment_ask ?? ''}`)
}

function slidesOf(sources: LinkSources): readonly Slide[] {
  const { slides, media_urls } = overrideOf(sources)
  if (slides) return slides
  return media_urls ? [] : ((sources.story.slides ?? []) as Slide[])
}
