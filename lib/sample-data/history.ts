import { Temporal } from 'temporal-polyfill'
import type { ChannelId } from '@/lib/channel-ids'
import { channelMetrics } from '@/lib/channels/metrics-registry'
import { seededRandom } from '@/lib/metrics/statistics'
import { type demoTopics, inTurn, type PastCaption, pastCaptions, roasts } from './past-captions'
import type { PastMetrics, PastStory } from './past-posts'
import { type PictureName, pictures } from './pictures'

/** How far the past goes back. */
const days = 120
type Topic = (typeof demoTopics)[number]

/** One post a day at most: weekday (1 is Monday), time, topics in turn, and channels. */
type Slot = { weekday: number; time: string; topics: readonly (Topic | 'roast')[]; channels: readonly ChannelId[] }

export const week: readonly Slot[] = [
  { weekday: 1, time: '08:30', topics: ['roast'], channels: ['instagram', 'facebook', 'x'] },
  { weekday: 2, time: '09:00', topics: ['recipes'], channels: ['instagram', 'pinterest', 'threads'] },
  { weekday: 3, time: '12:30', topics: ['behind-the-scenes'], channels: ['linkedin', 'x', 'threads'] },
  {
    weekday: 4,
    time: '09:00',
    topics: ['behind-the-scenes', 'community'],
    channels: ['instagram', 'facebook', 'pinterest'],
  },
  { weekday: 5, time: '17:30', topics: ['offers', 'community'], channels: ['facebook', 'x', 'linkedin'] },
  { weekday: 6, time: '10:00', topics: ['community', 'recipes', 'offers'], channels: ['instagram', 'threads'] },
]

/** The project has posted nothing of this topic for this long, so that a gap is visible. */
const gap = { topic: 'community', days: 17 } as const

/** The newest post of this topic that is at least this old did far better than the others. */
const hit = { topic: 'recipes', minDaysAgo: 3, factor: 4 } as const

/** What follows the picture of the caption in a carousel. */
const furtherPictures: readonly PictureName[] = ['beans', 'latte', 'table', 'bag', 'shop']

/**
 * The past of the demo and of sample data: 120 days of published stories with metrics. The same on every run except for
 * the dates.
 *
 * @param imageUrl URL of a picture
 * @param zone of the project. Posts are published at the local times of the week.
 */
export function historyOf(imageUrl: (name: PictureName) => string, now: Date, zone: string): PastStory[] {
  const random = seededRandom('Northwind Coffee')
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  const weekly = roasts(Math.ceil(days / 7))
  const used = new Map<Topic | 'roast', number>()
  const take = (topic: Topic | 'roast'): PastCaption => {
    const index = used.get(topic) ?? 0
    used.set(topic, index + 1)
    const captions = topic === 'roast' ? weekly : pastCaptions[topic]
    return inTurn(captions, index)
  }
  return Array.from({ length: days }, (_, index) => days - index).flatMap((daysAgo): PastStory[] => {
    const day = today.subtract({ days: daysAgo })
    const slot = week.find(({ weekday }) => weekday === day.dayOfWeek)
    if (!slot) return []
    const topic = inTurn(slot.topics, Math.floor(daysAgo / 7))
    if (topic === gap.topic && daysAgo < gap.days) return []
    const { title, caption, contentType, picture } = take(topic)
    const [hour = 9, minute = 0] = slot.time.split(':').map(Number)
    const at = day.toZonedDateTime({ timeZone: zone, plainTime: { hour, minute } })
    const isCarousel = contentType === 'recipes' && daysAgo % 2 === 0
    const isHit =
      contentType === hit.topic && daysAgo >= hit.minDaysAgo && daysAgo < hit.minDaysAgo + 7 && slot.weekday === 2
    const lift = effect({ contentType, daysAgo, isMorning: hour < 11, isCarousel }) * (isHit ? hit.factor : 1)
    const first = Math.floor(random() * furtherPictures.length)
    const further = [...furtherPictures.slice(first), ...furtherPictures].filter((name) => name !== picture)
    const shown = [picture, ...(isCarousel ? new Set(further) : [])].slice(0, 3)
    return [
      {
        title,
        caption,
        contentType,
        postType: isCarousel ? 'carousel' : 'single',
        slides: shown.map((name) => ({ media_url: imageUrl(name), alt_text: pictures[name].title })),
        publishedAt: new Date(at.epochMilliseconds),
        posts: slot.channels.map((channel) => ({
          channel,
          metrics: metricsOf(channel, contentType, lift, random),
        })),
      },
    ]
  })
}

/** Mornings do better, carousels do better, and the account grows by a third in 120 days. */
function effect(post: { contentType: string; daysAgo: number; isMorning: boolean; isCarousel: boolean }): number {
  const growth = 1 + (0.33 * (days - post.daysAgo)) / days
  const topic = post.contentType === 'recipes' ? 1.25 : post.contentType === 'offers' ? 0.8 : 1
  return growth * topic * (post.isMorning ? 1.2 : 1) * (post.isCarousel ? 1.15 : 1)
}

const usualImpressions: Record<ChannelId, number> = {
  instagram: 2_400,
  facebook: 1_100,
  x: 900,
  linkedin: 750,
  pinterest: 640,
  threads: 520,
  ghost: 300,
}

/** Per impression, at 24 hours. */
const usualRates = { clicks: 0.012, saves: 0.011, shares: 0.006, likes: 0.045, comments: 0.004 }

function metricsOf(channel: ChannelId, contentType: string, lift: number, random: () => number): PastMetrics {
  const impressions = usualImpressions[channel] * lift * spread(random, 0.22)
  const rate = (name: keyof typeof usualRates): number => {
    const isSaved = name === 'saves' && contentType === 'recipes'
    const isShared = name === 'shares' && contentType === 'community'
    const isClicked = name === 'clicks' && contentType === 'offers'
    return usualRates[name] * (isSaved ? 2.8 : isShared ? 2 : isClicked ? 1.8 : 1)
  }
  const all: PastMetrics = {
    impressions: Math.round(impressions),
    reach: Math.round(impressions * 0.82),
    clicks: Math.round(impressions * rate('clicks') * spread(random, 0.25)),
    saves: Math.round(impressions * rate('saves') * spread(random, 0.25)),
    shares: Math.round(impressions * rate('shares') * spread(random, 0.25)),
    likes: Math.round(impressions * rate('likes') * spread(random, 0.15)),
    comments: Math.round(impressions * rate('comments') * spread(random, 0.3)),
  }
  const { reports } = channelMetrics[channel]
  const names = Object.keys(all) as (keyof PastMetrics)[]
  for (const name of names) if (!reports.includes(name)) all[name] = null
  return all
}

/** A log-normal factor around 1. */
function spread(random: () => number, sigma: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.exp(sigma * normal)
}
