import type { ChannelId } from '@/lib/channel-ids'
import type { Content } from '@/lib/stories/content/content'
import type { Slide } from '@/lib/story-content'
import type { CountedLink } from '@/lib/tracking/repository'

/** Instagram's metrics of one carousel slide. `index` is its position in the post. */
export type ChildReading = { index: number; views: number | null; reach: number | null; saved: number | null }

/** A slide with its links and metrics. */
export type CountedSlide = {
  index: number
  slide: Slide
  /** Links by channel, in the story's channel order. */
  links: CountedLink[]
  /** Null: no link. */
  clicks: number | null
  child: ChildReading | null
}

/** Slides of a channel's post: its override, or the story's. */
const slidesFor = ({ slides, channel_overrides }: Content, channel: ChannelId): Slide[] => {
  const override = channel_overrides[channel]
  return override?.slides ?? override?.media_urls?.map((media_url) => ({ media_url })) ?? slides
}

/** Slides that insights report: the story's, or those of the first channel that has any. */
export function insightSlides(content: Content): Slide[] {
  const lists = [content.slides, ...content.channels.map((channel) => slidesFor(content, channel))]
  return lists.find((slides) => slides.length > 0) ?? []
}

/** Maps a position in a channel's post to a slide. A channel's own slides may be in a different order. */
function placeOf(content: Content, slides: Slide[], channel: ChannelId, index: number): number {
  const shown = slidesFor(content, channel)
  if (shown === content.slides) return index
  if (shown[index]?.media_url === slides[index]?.media_url) return index
  return slides.findIndex(({ media_url }) => media_url === shown[index]?.media_url)
}

/** Collects links and metrics of each slide across channels. */
export function countSlides(content: Content, links: readonly CountedLink[], children: readonly ChildReading[]) {
  const slides = insightSlides(content)
  const place = (channel: ChannelId, index: number): number => placeOf(content, slides, channel, index)
  const order = (link: CountedLink): number => content.channels.indexOf(link.channel)
  return slides.map((slide, index): CountedSlide => {
    const own = links
      .filter(({ channel, slide_index }) => slide_index !== null && place(channel, slide_index) === index)
      .sort((one, other) => order(one) - order(other))
    const clicks = own.length > 0 ? own.reduce((sum, link) => sum + link.clicks, 0) : null
    const child = children.find((reading) => place('instagram', reading.index) === index) ?? null
    return { index, slide, links: own, clicks, child }
  })
}

/** Percent of all tracked clicks, with one decimal. */
export const shareOf = (clicks: number | null, total: number | null): number | null =>
  clicks === null || !total ? null : Math.round((clicks / total) * 1000) / 10

/** Clicks on all links of a story; null without links. */
export const totalOf = (links: readonly CountedLink[]): number | null =>
  links.length > 0 ? links.reduce((sum, { clicks }) => sum + clicks, 0) : null
