import type { ChannelId } from '@/lib/channels/ids'
import type { Slide } from '@/lib/publishing/resolve'
import type { Content } from '@/lib/stories/content'
import type { CountedLink } from '@/lib/tracking/repository'

/** What Instagram reports of one slide of a carousel. `index` is its place in the post. */
export type ChildReading = { index: number; views: number | null; reach: number | null; saved: number | null }

/** A slide of the story with all that was counted of it. */
export type CountedSlide = {
  index: number
  slide: Slide
  /** Its links by channel, in the order of the story's channels. */
  links: CountedLink[]
  /** Null: it has no link. */
  clicks: number | null
  child: ChildReading | null
}

/** The slides of a channel's post: its own, or the story's. */
const slidesFor = ({ slides, channel_overrides }: Content, channel: ChannelId): Slide[] => {
  const override = channel_overrides[channel]
  return override?.slides ?? override?.media_urls?.map((media_url) => ({ media_url })) ?? slides
}

/** The slides that insights are about: the story's; of a story without any, those of the first channel that has some. */
export function tellingSlides(content: Content): Slide[] {
  const lists = [content.slides, ...content.channels.map((channel) => slidesFor(content, channel))]
  return lists.find((slides) => slides.length > 0) ?? []
}

/** The slide that a place in a channel's post shows. A channel with slides of its own may show it elsewhere. */
function placeOf(content: Content, telling: Slide[], channel: ChannelId, index: number): number {
  const shown = slidesFor(content, channel)
  if (shown === content.slides) return index
  if (shown[index]?.media_url === telling[index]?.media_url) return index
  return telling.findIndex(({ media_url }) => media_url === shown[index]?.media_url)
}

/** Brings together what was counted of each slide, wherever a channel shows it. */
export function countSlides(content: Content, links: readonly CountedLink[], children: readonly ChildReading[]) {
  const telling = tellingSlides(content)
  const place = (channel: ChannelId, index: number): number => placeOf(content, telling, channel, index)
  const order = (link: CountedLink): number => content.channels.indexOf(link.channel)
  return telling.map((slide, index): CountedSlide => {
    const own = links
      .filter(({ channel, slide_index }) => slide_index !== null && place(channel, slide_index) === index)
      .sort((one, other) => order(one) - order(other))
    const clicks = own.length > 0 ? own.reduce((sum, link) => sum + link.clicks, 0) : null
    const child = children.find((reading) => place('instagram', reading.index) === index) ?? null
    return { index, slide, links: own, clicks, child }
  })
}

/** Percent of all tracked clicks, to one decimal. */
export const shareOf = (clicks: number | null, total: number | null): number | null =>
  clicks === null || !total ? null : Math.round((clicks / total) * 1000) / 10

/** Clicks on all links of a story; null when it has none. */
export const totalOf = (links: readonly CountedLink[]): number | null =>
  links.length > 0 ? links.reduce((sum, { clicks }) => sum + clicks, 0) : null
