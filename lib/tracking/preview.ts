import type { ChannelId } from '@/lib/channel-ids'
import { formatOf, resolveTemplate, type TrackingTemplate } from '@/lib/projects/tracking-template'
import type { PostType } from '@/lib/story-content'
import { trackingOf } from './precedence'
import { withUtm } from './with-utm'

/** A sample story for previewing a template. */
export type Sample = {
  destination: string
  postType: PostType
  pillar: { content_type: string; name: string } | null
  templateName: string | null
  /** Of a recurring post or an automation. */
  automationName: string | null
}

/** A story id that does not exist. */
const noStory = '01990000-0000-7000-8000-000000000000'

/** The link of the sample story if it were scheduled now. Uses the publisher's functions. */
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
    pillarName: sample.pillar?.name ?? null,
    contentType: sample.pillar?.content_type ?? null,
    templateName: sample.templateName,
    automationName: sample.automationName,
    projectSlug: project.slug,
    projectName: project.name,
    storyId: noStory,
    at,
  })
  return withUtm(sample.destination, trackingOf({ story: {}, resolved, channel, projectSlug: project.slug }))
}
