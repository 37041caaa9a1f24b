import { instantOf } from '@/components/time/local-time'
import type { RequestTo } from '@/lib/api/operation'
import type { ChannelId } from '@/lib/channel-ids'
import type { createStory } from '@/lib/openapi/operations.generated'
import type { ChannelOverride, Slide } from '@/lib/story-content'
import type { Draft, DraftSlide } from './draft'

/** The content members that creating and editing a story have in common. */
export type StoryContent = Omit<
  RequestTo<typeof createStory>,
  'project_id' | 'projectId' | 'scheduled_at' | 'scheduledAt' | 'scheduled_at_local' | 'timezone'
>

const filled = (text: string): string | null => text.trim() || null

export function contentOf(draft: Draft, timeZone: string): StoryContent {
  const slides = slidesOf(draft.slides)
  const isPinned = draft.isPinned && draft.channels.includes('instagram')
  return {
    title: filled(draft.title),
    caption: draft.caption,
    hashtags: filled(draft.hashtags),
    slides: slides.length > 0 ? slides : null,
    post_type: draft.postType || null,
    channels: draft.channels,
    channel_overrides: overridesOf(draft) as StoryContent['channel_overrides'],
    destination_url: filled(draft.destinationUrl),
    content_type: filled(draft.contentType),
    comment_ask: filled(draft.commentAsk),
    comment_ask_mode: draft.isAskOnlyNoted ? 'metadata' : 'append',
    utm_campaign: filled(draft.utmCampaign),
    utm_content: filled(draft.utmContent),
    utm_term: filled(draft.utmTerm),
    pin_to_grid: isPinned,
    pin_until_at: isPinned ? (instantOf(draft.pinnedUntil, timeZone)?.toISOString() ?? null) : null,
  }
}

const slidesOf = (slides: DraftSlide[]): Slide[] =>
  slides
    .filter(({ media_url }) => media_url.trim() !== '')
    .map(({ key: _, swipe_through_url: link, ...slide }) => ({
      ...slide,
      ...(link?.trim() ? { swipe_through_url: link.trim() } : {}),
      media_url: slide.media_url.trim(),
      alt_text: slide.alt_text?.trim() || null,
    }))

/** For these an empty text overrides the story's. For all others it means that no value was chosen. */
const mayBeEmpty = new Set(['caption', 'hashtags'])

function overridesOf({ channels, overrides }: Draft): Partial<Record<ChannelId, ChannelOverride>> {
  const own = channels.flatMap((channel) => {
    const { slides, ...rest } = overrides[channel] ?? {}
    const chosen = slides ? slidesOf(slides) : []
    const members = Object.entries(rest).filter(([name, value]) => value !== '' || mayBeEmpty.has(name))
    const override = { ...Object.fromEntries(members), ...(chosen.length > 0 ? { slides: chosen } : {}) }
    return Object.keys(override).length > 0 ? [[channel, override] as const] : []
  })
  return Object.fromEntries(own)
}
