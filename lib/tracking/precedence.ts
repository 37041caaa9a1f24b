import type { ChannelId } from '@/lib/channel-ids'
import { channelNameOf, type TrackingName, type TrackingValues, trackingNames } from '@/lib/projects/tracking-template'

type Values = Partial<Record<TrackingName, string | null>>

/** Sources of tracking values, by priority. */
export type TrackingSources = {
  /** 1. Values of the story. */
  story: { utm_campaign?: string | null; utm_content?: string | null; utm_term?: string | null }
  /** 2. Values stored on the queue row. */
  queueItem?: Values | null
  /** 3. The project's resolved template. */
  resolved?: Values | null
  /** 4. For the fallback. */
  channel: ChannelId
  projectSlug: string
}

/** The tracking values of a post. Each comes from the first source with a value. */
export function trackingOf({ story, queueItem, resolved, channel, projectSlug }: TrackingSources): TrackingValues {
  const levels: Values[] = [
    { campaign: story.utm_campaign, content: story.utm_content, term: story.utm_term },
    queueItem ?? {},
    resolved ?? {},
    fallback(channel, projectSlug),
  ]
  const highest = (name: TrackingName): string | null =>
    levels.map((level) => level[name]?.trim()).find((value) => value !== undefined && value !== '') ?? null
  return Object.fromEntries(trackingNames.map((name) => [name, highest(name)])) as TrackingValues
}

const fallback = (channel: ChannelId, projectSlug: string): Values => ({
  source: channelNameOf(channel),
  medium: channel === 'ghost' ? 'blog' : 'social',
  campaign: projectSlug,
})

/** The destination: the story's, otherwise the queue row's. */
export const destinationOf = (story: string | null | undefined, queueItem: string | null | undefined): string | null =>
  story || queueItem || null
