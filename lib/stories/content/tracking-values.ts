import type { ChannelId } from '@/lib/channel-ids'
import {
  formatOf,
  resolveTemplate,
  type TrackingName,
  type TrackingTemplate,
  type TrackingValues,
  trackingNames,
} from '@/lib/projects/tracking-template'
import type { Content } from './content'

/** Values of the project's template for each channel. Resolved once per story. */
export type ResolvedTracking = Partial<Record<ChannelId, TrackingValues>>

/** Values for the template's tokens. */
export type TrackingContext = {
  utm_template: unknown
  slug: string
  name: string
  /** Display names of the project's pillars by content type. */
  pillarNames: Readonly<Record<string, string>>
  templateName: string | null
  /** The automation or recurring template that created the story. */
  automationName: string | null
}

/**
 * Resolves the template for channels without values. Values never change once set, so that the clicks of one post are
 * counted under one name.
 */
export function resolveTracking(
  resolved: ResolvedTracking | null,
  story: Content & { id: string },
  tracking: TrackingContext,
  at: Date,
): ResolvedTracking {
  const missing = story.channels.filter((channel) => !resolved?.[channel])
  const added = missing.map((channel) => {
    const postType = story.channel_overrides[channel]?.post_type ?? story.post_type
    const facts = {
      channel,
      format: formatOf(channel, postType),
      pillarName: pillarNameOf(tracking, story.content_type),
      contentType: story.content_type,
      templateName: tracking.templateName,
      automationName: tracking.automationName,
      projectSlug: tracking.slug,
      projectName: tracking.name,
      storyId: story.id,
      at,
    }
    return [channel, resolveTemplate(tracking.utm_template as TrackingTemplate, facts)]
  })
  return { ...resolved, ...Object.fromEntries(added) }
}

export const pillarNameOf = (
  { pillarNames }: Pick<TrackingContext, 'pillarNames'>,
  contentType: string | null,
): string | null =>
  contentType !== null && Object.hasOwn(pillarNames, contentType) ? (pillarNames[contentType] ?? null) : null

type Given = Pick<Content, 'utm_campaign' | 'utm_content' | 'utm_term'>

/** The values for a channel's queue row: the caller's values override the template's. */
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
