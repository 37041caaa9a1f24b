import type { PostType } from '@/lib/channels/channel'
import type { ChannelId } from '@/lib/channels/ids'
import { trackingOf } from './precedence'
import { formatOf, resolveTemplate, type TrackingTemplate } from './template'
import { withUtm } from './with-utm'

/** A made-up story, to show what a template makes of it. */
export type Sample = {
  destination: string
  postType: PostType
  contentType: string | null
  templateName: string | null
}

/** Looks like the id of a story, and is none. */
const noStory = '01990000-0000-7000-8000-000000000000'

/**
 * Where the link of a channel would lead if the sample were scheduled now: by the functions that the publisher calls,
 * so that it is no guess.
 */
export function previewLink(
  template: TrackingTemplate,
  project: { name: string; slug: string },
  sample: Sample,
  channel: ChannelId,
  at: Date,
): string {
  const resolved = resolveTemplate(template, {
    channel,
    format: formatOf(channel, sample.postType),
    pillarName: null,
    contentType: sample.contentType,
    templateName: sample.templateName,
    automationName: null,
    projectSlug: project.slug,
    projectName: project.name,
    storyId: noStory,
    at,
  })
  return withUtm(sample.destination, trackingOf({ story: {}, resolved, channel, projectSlug: project.slug }))
}
