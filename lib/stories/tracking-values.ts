import type { ChannelId } from '@/lib/channels/ids'
import {
  formatOf,
  resolveTemplate,
  type TrackingName,
  type TrackingTemplate,
  type TrackingValues,
  trackingNames,
} from '@/lib/tracking/template'
import type { Content } from './content'

/** What the project's template gave for each channel, on the one occasion when it was resolved. */
export type ResolvedTracking = Partial<Record<ChannelId, TrackingValues>>

/** What of project and origin fills the template's tokens. */
export type TrackingRoom = {
  utm_template: unknown
  slug: string
  name: string
  pillarName: string | null
  templateName: string | null
  /** The automation or recurring template that made the story. */
  automationName: string | null
}

/**
 * Resolves the template for the channels that have no values yet: values once given to a channel never change, or the
 * clicks of one post would be counted under two names.
 */
export function resolveTracking(
  resolved: ResolvedTracking | null,
  story: Content & { id: string },
  room: TrackingRoom,
  at: Date,
): ResolvedTracking {
  const missing = story.channels.filter((channel) => !resolved?.[channel])
  const added = missing.map((channel) => {
    const postType = story.channel_overrides[channel]?.post_type ?? story.post_type
    const facts = {
      channel,
      format: formatOf(channel, postType),
      pillarName: room.pillarName,
      contentType: story.content_type,
      templateName: room.templateName,
      automationName: room.automationName,
      projectSlug: room.slug,
      projectName: room.name,
      storyId: story.id,
      at,
    }
    return [channel, resolveTemplate(room.utm_template as TrackingTemplate, facts)]
  })
  return { ...resolved, ...Object.fromEntries(added) }
}

type Given = Pick<Content, 'utm_campaign' | 'utm_content' | 'utm_term'>

/** The values that belong on a channel's queue row: what the caller gave, over what the template gave. */
export function rowTracking(
  story: Given,
  resolved: ResolvedTracking | null,
  channel: ChannelId,
): Partial<Record<TrackingName, string>> {
  const given: Partial<TrackingValues> = {
    campaign: story.utm_campaign,
    content: story.utm_content,
    term: story.utm_term,
  }
  const values = trackingNames.flatMap((name) => {
    const value = given[name]?.trim() || resolved?.[channel]?.[name]
    return value ? [[name, value]] : []
  })
  return Object.fromEntries(values) as Partial<Record<TrackingName, string>>
}
