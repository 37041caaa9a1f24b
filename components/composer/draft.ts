import type { Timed } from '@/components/time/own-times'
import { instantOf, localOf } from '@/components/time/zoned'
import type { RequestTo } from '@/lib/api/operation'
import type { createStory } from '@/lib/api/operations.generated'
import type { ChannelId } from '@/lib/channels/ids'
import type { ChannelOverride, Slide } from '@/lib/publishing/resolve'
import type { QueueItem } from '@/lib/queue/contract'
import type { StoryDetail } from '@/lib/stories/contract'

/** A slide while it is edited; the key keeps its place on the screen when it is moved. */
export type DraftSlide = Slide & { key: string }
/** What a channel has of its own. A member left out is the story's. */
export type DraftOverride = Omit<ChannelOverride, 'slides' | 'media_urls' | 'pin_to_grid' | 'pin_until_at'> & {
  slides?: DraftSlide[]
}

/** The post type that the number of slides does not decide. */
export type DraftType = '' | 'reel' | 'story'

/** A story as the composer holds it: every text is a string, so that fields never switch between filled and not. */
export type Draft = {
  title: string
  caption: string
  hashtags: string
  destinationUrl: string
  postType: DraftType
  slides: DraftSlide[]
  channels: ChannelId[]
  overrides: Partial<Record<ChannelId, DraftOverride>>
  commentAsk: string
  /** The ask is kept with the story and not posted. */
  isAskOnlyNoted: boolean
  utmCampaign: string
  utmContent: string
  utmTerm: string
  isPinned: boolean
  /** Like `localTime`; empty pins for good. */
  pinnedUntil: string
  /** In the project's zone, as `<input type="datetime-local">` has it; empty for no time. */
  localTime: string
}

export const newSlide = (url = ''): DraftSlide => ({ key: Math.random().toString(36).slice(2), media_url: url })

export const blankDraft = (channels: ChannelId[]): Draft => ({
  title: '',
  caption: '',
  hashtags: '',
  destinationUrl: '',
  postType: '',
  slides: [],
  channels,
  overrides: {},
  commentAsk: '',
  isAskOnlyNoted: false,
  utmCampaign: '',
  utmContent: '',
  utmTerm: '',
  isPinned: false,
  pinnedUntil: '',
  localTime: '',
})

/** A stored slide also shows its tracked link, which nobody writes. */
const keyed = (slides: readonly (Slide & { short_url?: string })[]): DraftSlide[] =>
  slides.map(({ short_url: _, ...slide }) => ({ ...slide, key: newSlide().key }))

const waiting: readonly string[] = ['draft', 'pending', 'approved'] satisfies QueueItem['status'][]

/** When a story goes out, and which of its channels that still wait do at another time; null while it has no time. */
export function timedOf({ content_queue, scheduled_at: at }: StoryDetail): Timed | null {
  if (at === null) return null
  const own_times = content_queue.flatMap(({ id, channel, status, scheduled_at }) =>
    waiting.includes(status) && scheduled_at !== null && scheduled_at !== at
      ? [{ queue_item_id: id, channel, scheduled_at }]
      : [],
  )
  return { at, own_times }
}

export function draftOf(story: StoryDetail, timeZone: string): Draft {
  const overrides = Object.entries(story.channel_overrides).map(([channel, override]) => {
    const { slides, media_urls, pin_to_grid: _pin, pin_until_at: _until, ...rest } = override as ChannelOverride
    const own = slides ?? media_urls?.map((media_url) => ({ media_url }))
    return [channel, { ...rest, ...(own ? { slides: keyed(own) } : {}) }]
  })
  const pin = pinOf(story)
  return {
    title: story.title ?? '',
    caption: story.caption,
    hashtags: story.hashtags ?? '',
    destinationUrl: story.destination_url ?? '',
    postType: story.post_type === 'reel' || story.post_type === 'story' ? story.post_type : '',
    slides: keyed(story.slides),
    channels: story.channels,
    overrides: Object.fromEntries(overrides) as Draft['overrides'],
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

/** Instagram alone pins, so the composer has one pin: Instagram's own, or else the story's. */
function pinOf(story: StoryDetail): { until: string | null } | null {
  const { pin_to_grid: own, pin_until_at: ownUntil } = (story.channel_overrides.instagram ?? {}) as ChannelOverride
  const isPinned = typeof own === 'object' ? own.pin : (own ?? story.pin_to_grid)
  if (!isPinned) return null
  return { until: (typeof own === 'object' ? own.until : null) ?? ownUntil ?? story.pin_until_at }
}

/** What a create and an edit say of the content. */
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

/** Empty is a text of its own for these; for every other member it means that nothing was chosen. */
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

/** Whether the channel gets anything else than the others. */
export const isDifferent = ({ overrides }: Draft, channel: ChannelId): boolean =>
  Object.keys(overrides[channel] ?? {}).length > 0

export type Change = (patch: Partial<Draft>) => void
/** A member set to undefined is the story's again. */
export type ChangeOverride = (channel: ChannelId, patch: Partial<DraftOverride>) => void

export function withOverride(draft: Draft, channel: ChannelId, patch: Partial<DraftOverride>): Draft {
  const members = Object.entries({ ...draft.overrides[channel], ...patch }).filter(([, value]) => value !== undefined)
  return { ...draft, overrides: { ...draft.overrides, [channel]: Object.fromEntries(members) } }
}

export const isUrl = (text: string): boolean => {
  try {
    return /^https?:$/.test(new URL(text.trim()).protocol)
  } catch {
    return false
  }
}
