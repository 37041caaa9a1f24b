import type { ChannelId } from '@/lib/channel-ids'
import { type Draft, type DraftSlide, withOverride } from './draft'

/** Where slides belong: the story (null) or the override of a channel. */
export type SlideTarget = ChannelId | null

export const slidesMax = 10

export const slidesAt = (draft: Draft, target: SlideTarget): DraftSlide[] =>
  (target === null ? draft.slides : draft.overrides[target]?.slides) ?? []

/** A channel without slides uses those of the story. */
export function withSlides(draft: Draft, target: SlideTarget, slides: DraftSlide[]): Draft {
  if (target === null) return { ...draft, slides }
  return withOverride(draft, target, { slides: slides.length > 0 ? slides : undefined })
}
