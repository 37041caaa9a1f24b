import type { PostTypeChoice } from '@/components/channels/post-type-choice'
import type { ChannelId } from '@/lib/channel-ids'
import type { Asset } from '@/lib/media/contract'
import type { ChannelOverride, Slide } from '@/lib/story-content'

/** The key identifies the slide's row while it is moved or edited. */
export type DraftSlide = Slide & { key: string }

/** What a channel overrides. A missing member is taken from the story. */
export type DraftOverride = Omit<ChannelOverride, 'slides' | 'media_urls' | 'pin_to_grid' | 'pin_until_at'> & {
  slides?: DraftSlide[]
}

/**
 * A story as the form edits it. Every text is a string, so that inputs are always controlled. Drafts are also stored in
 * the browser: a renamed member would be lost there.
 */
export type Draft = {
  title: string
  caption: string
  hashtags: string
  destinationUrl: string
  /** The key of the pillar; empty for none. */
  contentType: string
  /** The template that a new story was started from; empty for none. */
  templateId: string
  postType: PostTypeChoice
  slides: DraftSlide[]
  channels: ChannelId[]
  overrides: Partial<Record<ChannelId, DraftOverride>>
  commentAsk: string
  /** The comment prompt is stored but not published. */
  isAskOnlyNoted: boolean
  utmCampaign: string
  utmContent: string
  utmTerm: string
  isPinned: boolean
  /** Same format as `localTime`; empty for no end. */
  pinnedUntil: string
  /** In the project's zone, as the value of `<input type="datetime-local">`; empty for no time. */
  localTime: string
}

export const newSlide = (url = ''): DraftSlide => ({ key: Math.random().toString(36).slice(2), media_url: url })

/** A file of the library as a slide, with its alt text. */
export const slideOf = ({ file_url, alt_text }: Pick<Asset, 'file_url' | 'alt_text'>): DraftSlide => ({
  ...newSlide(file_url),
  ...(alt_text ? { alt_text } : {}),
})

export const blankDraft = (channels: ChannelId[]): Draft => ({
  title: '',
  caption: '',
  hashtags: '',
  destinationUrl: '',
  contentType: '',
  templateId: '',
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

export const isCustomized = ({ overrides }: Draft, channel: ChannelId): boolean =>
  Object.keys(overrides[channel] ?? {}).length > 0

/** @param patch a member set to undefined is taken from the story again */
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
