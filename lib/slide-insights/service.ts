import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { ChannelId } from '@/lib/channel-ids'
import { notFound } from '@/lib/errors'
import { mediaKindOf } from '@/lib/posts/resolve'
import type { QueueStatus } from '@/lib/queue-items/status'
import { type Content, contentOfRow } from '@/lib/stories/content/content'
import { findRows, findStory } from '@/lib/stories/repository'
import { shortUrl } from '@/lib/tracking/code'
import { type CountedLink, countedLinks } from '@/lib/tracking/repository'
import type {
  ChannelAttribution,
  getSlideInsights,
  getStoryAttribution,
  SlideAttribution,
  SlideInsights,
} from './contract'
import { notesOf } from './notes'
import { numbersOf, type PostNumbers } from './repository'
import { bestOf, scoresOf } from './score'
import { type CountedSlide, countSlides, shareOf, totalOf } from './slides'

type Read = {
  content: Content
  links: CountedLink[]
  numbers: PostNumbers[]
  slides: CountedSlide[]
  isPublic: boolean
}

/** Loads all numbers of a story. Requires `analytics:read`. */
async function read(context: Context, storyId: string): Promise<Read & { projectId: string }> {
  const { projectId } = await accessOwned(context, 'stories', storyId, 'analytics:read')
  const story = await findStory(context.db, projectId, storyId)
  if (!story) throw notFound('story')
  const content = contentOfRow(story)
  const links = await countedLinks(context.db, projectId, storyId)
  const numbers = await numbersOf(context.db, projectId, storyId)
  const children = numbers.find(({ channel }) => channel === 'instagram')?.children ?? []
  const slides = countSlides(content, links, children)
  return { projectId, content, links, numbers, slides, isPublic: story.published_channels.length > 0 }
}

export async function slideInsights(
  context: Context,
  { id }: InputOf<typeof getSlideInsights>,
): Promise<SlideInsights> {
  const { content, links, slides, isPublic } = await read(context, id)
  const total = totalOf(links)
  const ranked = slides.map(({ clicks, child }) => ({
    saves: child?.saved ?? null,
    reach: child?.reach ?? null,
    clicks,
  }))
  const scores = scoresOf(ranked)
  return {
    story_id: id,
    format: content.post_type,
    channels: content.channels,
    has_ig_per_child: slides.some(({ child }) => child && [child.views, child.reach, child.saved].some(isReported)),
    total_clicks: total,
    slides: slides.map(({ index, slide, links: own, clicks, child }) => ({
      slide_index: index,
      media_url: slide.media_url,
      media_type: mediaKindOf(slide.media_url),
      alt_text: slide.alt_text ?? null,
      swipe_through_url: slide.swipe_through_url ?? null,
      short_url: own[0] ? shortUrl(own[0].code) : null,
      ig_views: child?.views ?? null,
      ig_reach: child?.reach ?? null,
      ig_saved: child?.saved ?? null,
      clicks,
      click_share: shareOf(clicks, total),
      performance_score: scores[index] ?? null,
    })),
    best_slide: bestOf(ranked, scores),
    notes: notesOf(content, slides, isPublic),
  }
}

const isReported = (value: number | null): boolean => value !== null

export async function storyAttribution(
  context: Context,
  { story_id }: InputOf<typeof getStoryAttribution>,
): Promise<AnswerOf<typeof getStoryAttribution>> {
  const { projectId, content, links, numbers, slides } = await read(context, story_id)
  const rows = await findRows(context.db, projectId, story_id)
  const channels = content.channels.flatMap((channel) => {
    const row = rows.find((candidate) => candidate.channel === channel)
    const own = links.filter((link) => link.channel === channel)
    const reported = numbers.find((candidate) => candidate.channel === channel)
    return row ? [attributionOf(channel, row, own, reported)] : []
  })
  const total = totalOf(links)
  return {
    story_id,
    total_saves: sumOf(channels.map(({ saves }) => saves)),
    total_clicks: sumOf(channels.map(({ clicks }) => clicks)),
    total_tracked_clicks: total,
    channels,
    slide_attribution: slides.map((slide) => attributionOfSlide(slide, total)),
  }
}

type Row = { status: string; published_at: Date | null; published_url: string | null }

function attributionOf(
  channel: ChannelId,
  row: Row,
  links: CountedLink[],
  numbers: PostNumbers | undefined,
): ChannelAttribution {
  const ofPost = links.find(({ slide_index }) => slide_index === null)
  const tracked = totalOf(links)
  return {
    channel,
    status: row.status as QueueStatus,
    published_at: row.published_at?.toISOString() ?? null,
    published_url: row.published_url,
    short_url: ofPost ? shortUrl(ofPost.code) : null,
    destination_url: ofPost?.destination ?? null,
    impressions: numbers?.impressions ?? null,
    reach: numbers?.reach ?? null,
    saves: numbers?.saves ?? null,
    // Both count the same clicks, so they are not added.
    clicks: numbers?.network_clicks ?? tracked,
    network_clicks: numbers?.network_clicks ?? null,
    tracked_clicks: tracked,
    metrics_as_of: numbers?.as_of?.toISOString() ?? null,
  }
}

const attributionOfSlide = ({ index, slide, links, clicks }: CountedSlide, total: number | null): SlideAttribution => ({
  slide_index: index,
  media_url: slide.media_url,
  swipe_through_url: slide.swipe_through_url ?? null,
  clicks,
  click_share: shareOf(clicks, total),
  by_channel: links.map(({ channel, code, clicks }) => ({ channel, short_url: shortUrl(code), clicks })),
})

/** Null, not 0, if no value was reported. */
function sumOf(values: (number | null)[]): number | null {
  const reported = values.filter((value) => value !== null)
  return reported.length > 0 ? reported.reduce((sum, value) => sum + value, 0) : null
}
