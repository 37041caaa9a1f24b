import type { ChannelId } from '@/lib/channel-ids'
import { type PostLinks, postLinksOf } from '@/lib/posts/links'
import type { TrackedLink } from '@/lib/tracking/tracked-link'
import type { Content } from './content'
import { type ResolvedTracking, resolveTracking, rowTracking, type TrackingContext } from './tracking-values'

/** Input for the links of a story besides its content. */
export type LinkContext = {
  /** Null for an unsaved story. */
  storyId: string | null
  resolved: ResolvedTracking | null
  /** Destination and tracking values already stored on queue rows. */
  rows: readonly { channel: string; destination_url: string | null; utm: unknown }[]
  tracking: TrackingContext
  now: Date
}

/** The links of a channel's post with placeholder codes of the real length, for checks. */
export const linksFor = (content: Content, channel: ChannelId, projectSlug: string): PostLinks =>
  postLinksOf({ story: { ...content, utm_resolved: null }, item: null, channel, projectSlug }, null)

/** The links of each channel's post, as the publisher would create them now. */
export function linksOf(content: Content, context: LinkContext): Map<ChannelId, PostLinks> {
  // Resolve a pending template now, as scheduling would.
  const story = { ...content, id: context.storyId ?? '' }
  const resolved = resolveTracking(context.resolved, story, context.tracking, context.now)
  const links = content.channels.map((channel): [ChannelId, PostLinks] => {
    const row = context.rows.find((candidate) => candidate.channel === channel)
    const item = {
      destination_url: row?.destination_url ?? null,
      utm: context.resolved && row ? row.utm : rowTracking(content, resolved, channel),
    }
    const sources = { story: { ...content, utm_resolved: null }, item, channel, projectSlug: context.tracking.slug }
    return [channel, postLinksOf(sources, context.storyId)]
  })
  return new Map(links)
}

/** All tracked links of a story, to be stored for redirects. */
export const trackedLinksOf = (content: Content, context: LinkContext): TrackedLink[] =>
  [...linksOf(content, context).values()].flatMap(({ tracked }) => tracked)

/** Whether a story has or had tracked links. Most stories have none and skip the extra work. */
export const mayHaveLinks = ({ destination_url, slides, channel_overrides }: Content): boolean =>
  destination_url !== null ||
  slides.some(({ swipe_through_url }) => swipe_through_url) ||
  Object.values(channel_overrides).some(
    (override) => override.link || override.slides?.some(({ swipe_through_url }) => swipe_through_url),
  )
