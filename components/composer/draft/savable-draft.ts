import type { ChannelId } from '@/lib/channel-ids'
import { type Draft, type DraftOverride, type DraftSlide, isUrl } from './draft'

/** `leftOut`: what was not taken over, in words. */
export type SavableDraft = { draft: Draft; leftOut: string[] }

/**
 * The draft as the server accepts it. It refuses a story without a caption or channels, and incomplete URLs, also for
 * drafts. These parts keep what was saved before, so that everything else is saved at once.
 *
 * @param saved the version of the server
 */
export function savableDraft(draft: Draft, saved: Draft): SavableDraft {
  const urls = withSavableUrls(draft, saved)
  const hasCaption = draft.caption.trim() !== '' || saved.caption.trim() === ''
  const hasChannels = draft.channels.length > 0
  const leftOut = [
    ...(hasCaption ? [] : ['the caption']),
    ...(hasChannels ? [] : ['the channels']),
    ...(urls === draft ? [] : ['the incomplete URL']),
  ]
  if (leftOut.length === 0) return { draft, leftOut }
  const caption = hasCaption ? draft.caption : saved.caption
  return { draft: { ...urls, caption, channels: hasChannels ? draft.channels : channelsOf(saved) }, leftOut }
}

/** The API's own default, for a story that never had a channel. */
const channelsOf = ({ channels }: Draft): ChannelId[] => (channels.length > 0 ? channels : ['instagram'])

const urlMembers = ['link', 'cover_image_url', 'canonical_url'] as const

/** Returns the same draft if all its URLs are complete. */
function withSavableUrls(draft: Draft, saved: Draft): Draft {
  const overrides = draft.channels.flatMap((channel) => {
    const own = draft.overrides[channel]
    const savable = own && savableOverride(own, saved.overrides[channel] ?? {})
    return savable && savable !== own ? [[channel, savable] as const] : []
  })
  const slides = savableSlides(draft.slides, saved.slides)
  const hasLink = draft.destinationUrl.trim() === '' || isUrl(draft.destinationUrl)
  if (overrides.length === 0 && slides === draft.slides && hasLink) return draft
  return {
    ...draft,
    slides,
    destinationUrl: hasLink ? draft.destinationUrl : savableUrl(saved.destinationUrl),
    overrides: { ...draft.overrides, ...Object.fromEntries(overrides) },
  }
}

function savableOverride(own: DraftOverride, saved: DraftOverride): DraftOverride {
  const incomplete = urlMembers.filter((member) => own[member] && !isUrl(own[member]))
  const slides = own.slides && savableSlides(own.slides, saved.slides ?? [])
  if (incomplete.length === 0 && slides === own.slides) return own
  const kept = incomplete.map((member) => [member, savableUrl(saved[member]) || undefined])
  const members = { ...own, ...(slides ? { slides } : {}), ...Object.fromEntries(kept) } as DraftOverride
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** Empty slides are uploads that are running. They are not saved either, but nothing is wrong with them. */
function savableSlides(slides: DraftSlide[], saved: readonly DraftSlide[]): DraftSlide[] {
  const isComplete = ({ media_url, swipe_through_url: link }: DraftSlide): boolean =>
    media_url.trim() === '' || (isUrl(media_url) && (!link?.trim() || isUrl(link)))
  if (slides.every(isComplete)) return slides
  return slides.flatMap((slide) => {
    if (isComplete(slide)) return [slide]
    const before = saved.find(({ key }) => key === slide.key)
    if (isUrl(slide.media_url)) return [{ ...slide, swipe_through_url: savableUrl(before?.swipe_through_url) || null }]
    return before && isComplete(before) ? [before] : []
  })
}

const savableUrl = (url: string | null | undefined): string => (url && isUrl(url) ? url : '')
