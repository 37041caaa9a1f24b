import { postTypeChoice } from '@/components/channels/post-type-choice'
import type { Timed } from '@/components/time/channel-times'
import { localOf } from '@/components/time/local-time'
import type { QueueItem } from '@/lib/queue-items/schema'
import type { StoryDetail } from '@/lib/stories/contract'
import type { ChannelOverride, Slide } from '@/lib/story-content'
import type { Template } from '@/lib/templates/contract'
import { type Draft, type DraftSlide, newSlide } from './draft'

/** Drops `short_url`, which the server sets. */
const keyed = (slides: readonly (Slide & { short_url?: string })[]): DraftSlide[] =>
  slides.map(({ short_url: _, ...slide }) => ({ ...slide, key: newSlide().key }))

const waiting: readonly string[] = ['draft', 'pending', 'approved'] satisfies QueueItem['status'][]

/** The story's time, and its waiting channels that have another one. Null if the story has no time. */
export function timedOf({ content_queue, scheduled_at: at }: StoryDetail): Timed | null {
  if (at === null) return null
  const own_times = content_queue.flatMap(({ id, channel, status, scheduled_at }) =>
    waiting.includes(status) && scheduled_at !== null && scheduled_at !== at
      ? [{ queue_item_id: id, channel, scheduled_at }]
      : [],
  )
  return { at, own_times }
}

export function draftOverridesOf(channelOverrides: StoryDetail['channel_overrides']): Draft['overrides'] {
  const overrides = Object.entries(channelOverrides).map(([channel, override]) => {
    const { slides, media_urls, pin_to_grid: _pin, pin_until_at: _until, ...rest } = override
    const own = slides ?? media_urls?.map((media_url) => ({ media_url }))
    return [channel, { ...rest, ...(own ? { slides: keyed(own) } : {}) }]
  })
  return Object.fromEntries(overrides) as Draft['overrides']
}

export function draftOf(story: StoryDetail, timeZone: string): Draft {
  const pin = pinOf(story)
  return {
    title: story.title ?? '',
    caption: story.caption,
    hashtags: story.hashtags ?? '',
    destinationUrl: story.destination_url ?? '',
    contentType: story.content_type ?? '',
    templateId: story.template_id ?? '',
    postType: postTypeChoice(story.post_type),
    slides: keyed(story.slides),
    channels: story.channels,
    overrides: draftOverridesOf(story.channel_overrides),
    commentAsk: story.comment_ask ?? '',
    isAskOnlyNoted: story.comment_ask_mode === 'metadata',
    utmCampaign: story.utm_campaign ?? '',
    utmContent: story.utm_content ?? '',
    utmTerm: story.utm_term ?? '',
    isPinned: pin !== null,
    pinnedUntil: pin?.until ? localOf(pin.until, timeZone) : '',
    localTime: story.scheduled_at && story.status === 'scheduled' ? localOf(story.scheduled_at, timeZone) : '',
  }
}

/** The content of a template. Its media and times stay as they are. */
export const draftPartOf = (template: Template): Partial<Draft> => ({
  caption: template.caption,
  hashtags: template.hashtags ?? '',
  contentType: template.content_type ?? '',
  templateId: template.id,
  postType: postTypeChoice(template.post_type),
  // A template without channels is for any channel.
  ...(template.channels.length > 0 ? { channels: template.channels } : {}),
  overrides: draftOverridesOf(template.channel_overrides),
})

/** Only Instagram has pins, so the composer has one pin: that of the Instagram override, else the story's. */
function pinOf(story: StoryDetail): { until: string | null } | null {
  const { pin_to_grid: own, pin_until_at: ownUntil } = (story.channel_overrides.instagram ?? {}) as ChannelOverride
  const isPinned = typeof own === 'object' ? own.pin : (own ?? story.pin_to_grid)
  if (!isPinned) return null
  return { until: (typeof own === 'object' ? own.until : null) ?? ownUntil ?? story.pin_until_at }
}
