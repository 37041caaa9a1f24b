import type { ChannelId } from '@/lib/channels/ids'
import { type PostLinks, postLinksOf, type TrackedLink } from '@/lib/tracking/link'
import type { Content } from './content'
import { type ResolvedTracking, resolveTracking, rowTracking, type TrackingRoom } from './tracking-values'

/** What beside its content decides where the links of a story lead. */
export type LinkRoom = {
  /** Null while it is not saved. */
  storyId: string | null
  resolved: ResolvedTracking | null
  /** Destination and values that queue rows carry already. */
  rows: readonly { channel: string; destination_url: string | null; utm: unknown }[]
  room: TrackingRoom
  now: Date
}

/** The links of a channel's post, for checks: as long as they will be. Their codes are placeholders. */
export const linksFor = (content: Content, channel: ChannelId, projectSlug: string): PostLinks =>
  postLinksOf({ story: { ...content, utm_resolved: null }, item: null, channel, projectSlug }, null)

/** The links of each channel's post as the publisher would make them now. */
export function linksOf(content: Content, around: LinkRoom): Map<ChannelId, PostLinks> {
  // A template that is not resolved yet is taken as if it were resolved now, as scheduling it will.
  const story = { ...content, id: around.storyId ?? '' }
  const resolved = resolveTracking(around.resolved, story, around.room, around.now)
  const links = content.channels.map((channel): [ChannelId, PostLinks] => {
    const row = around.rows.find((candidate) => candidate.channel === channel)
    const item = {
      destination_url: row?.destination_url ?? null,
      utm: around.resolved && row ? row.utm : rowTracking(content, resolved, channel),
    }
    const sources = { story: { ...content, utm_resolved: null }, item, channel, projectSlug: around.room.slug }
    return [channel, postLinksOf(sources, around.storyId)]
  })
  return new Map(links)
}

/** All tracked links of a story, for the table that redirects. */
export const trackedLinksOf = (content: Content, around: LinkRoom): TrackedLink[] =>
  [...linksOf(content, around).values()].flatMap(({ tracked }) => tracked)

/** Whether a story has, or may have had, a link to be tracked; most have none, and pay for none. */
export const mayHaveLinks = ({ destination_url, slides, channel_overrides }: Content): boolean =>
  destination_url !== null ||
  slides.some(({ swipe_through_url }) => swipe_through_url) ||
  Object.values(channel_overrides).some(
    (override) => override.link || override.slides?.some(({ swipe_through_url }) => swipe_through_url),
  )
