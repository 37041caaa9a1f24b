import { postTypeChoice } from '@/components/channels/post-type-choice'
import type { RequestTo } from '@/lib/api/operation'
import type { createTemplate } from '@/lib/openapi/operations.generated'
import type { StoryDetail } from '@/lib/stories/contract'
import type { ChannelOverride } from '@/lib/story-content'
import type { Template } from '@/lib/templates/contract'

export type TemplateContent = Omit<RequestTo<typeof createTemplate>, 'project_id' | 'projectId' | 'name'>

/** Media and pins belong to one post, so templates don't have them. */
const postOnly: ReadonlySet<keyof ChannelOverride> = new Set([
  'slides',
  'media_urls',
  'alt_text',
  'cover_image_url',
  'pin_to_grid',
  'pin_until_at',
])

type Source = Pick<
  StoryDetail,
  'content_type' | 'caption' | 'hashtags' | 'channels' | 'post_type' | 'channel_overrides'
>

/** What a template of this story contains. */
export function templateContentOf(story: Source): TemplateContent {
  const overrides = Object.entries(story.channel_overrides).map(([channel, override]) => {
    const members = Object.entries(override as object).filter(([name]) => !postOnly.has(name as keyof ChannelOverride))
    return [channel, Object.fromEntries(members)] as const
  })
  return {
    content_type: story.content_type,
    caption: story.caption,
    hashtags: story.hashtags,
    channels: story.channels,
    // The number of media decides between single and carousel.
    post_type: postTypeChoice(story.post_type) || null,
    channel_overrides: Object.fromEntries(overrides.filter(([, members]) => Object.keys(members).length > 0)),
  }
}

export const contentOfTemplate = (template: Template): TemplateContent => ({
  content_type: template.content_type,
  caption: template.caption,
  hashtags: template.hashtags,
  channels: template.channels,
  post_type: template.post_type,
  channel_overrides: template.channel_overrides,
})

/** “Sale copy”, “Sale copy 2”: a name that is not taken, ignoring case. */
export function copyName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((other) => other.toLowerCase()))
  const base = name.replace(/ copy( \d+)?$/i, '').slice(0, 180)
  for (let number = 1; ; number++) {
    const candidate = `${base} copy${number > 1 ? ` ${number}` : ''}`
    if (!used.has(candidate.toLowerCase())) return candidate
  }
}
