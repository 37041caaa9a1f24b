import type { ChannelId } from '@/lib/channels/ids'
import { channelNameOf, type TrackingName, type TrackingValues, trackingNames } from './template'

type Values = Partial<Record<TrackingName, string | null>>

/** Where tracking values come from, highest first. */
export type TrackingSources = {
  /** 1. What the caller gave with the story. */
  story: { utm_campaign?: string | null; utm_content?: string | null; utm_term?: string | null }
  /** 2. What the queue row carried before it was published. */
  queueItem?: Values | null
  /** 3. What the project's template gave when it was resolved. */
  resolved?: Values | null
  /** 4. What the fallback is made from. */
  channel: ChannelId
  projectSlug: string
}

/** The tracking values of one post: each name has the value of the highest level that knows one. */
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

/** The outbound address by the same order: the story's own, else the queue row's. */
export const destinationOf = (story: string | null | undefined, queueItem: string | null | undefined): string | null =>
  story || queueItem || null
