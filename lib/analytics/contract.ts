import { z } from 'zod'
import { aliased, contract, instant, nextCursor, pageShape, projectAlias, projectShape } from '@/lib/api/contract'
import { channelIds } from '@/lib/channels/ids'
import { oneOrMore } from '@/lib/queue/contract'

/** What is counted, in the order in which answers name it. */
export const analyticsMetrics = [
  'impressions',
  'reach',
  'clicks',
  'saves',
  'shares',
  'likes',
  'comments',
  'engagement',
] as const
export type AnalyticsMetric = (typeof analyticsMetrics)[number]

const sum = z.int().nullable()

const numbers = {
  posts: z.int().meta({ description: 'Posts published in the range, each channel for itself.' }),
  impressions: sum.meta({
    description: 'Null: no post reports it. 0: measured, and there was none. So with all sums.',
  }),
  reach: sum.meta({ description: 'Summed over posts: a person who saw two posts counts twice.' }),
  clicks: sum.meta({ description: 'Clicks on links: the network’s own count, else those on tracked links.' }),
  saves: sum,
  shares: sum.meta({ description: 'Reposts, quotes and shares, whatever the network calls them.' }),
  likes: sum,
  comments: sum,
  engagement: sum.meta({ description: 'Likes, comments, shares, saves and clicks together.' }),
  engagement_rate: z
    .number()
    .nullable()
    .meta({ description: 'Engagement for each impression, 0.05 being 5 %, over the posts that report impressions.' }),
  unreported_metrics: z
    .array(z.enum(analyticsMetrics))
    .meta({ description: 'Metrics that no post of these reports, or not yet.' }),
}

export const AnalyticsTotals = z.strictObject(numbers)
export type AnalyticsTotals = z.output<typeof AnalyticsTotals>

export const ChannelAnalytics = z.strictObject({ channel: z.enum(channelIds), ...numbers })
export type ChannelAnalytics = z.output<typeof ChannelAnalytics>

/** Of a project, by when they were published and where. */
const whichPosts = {
  from: instant.optional(),
  to: instant.optional(),
  channel: oneOrMore(channelIds).optional(),
}

export const getAnalytics = contract({
  method: 'GET',
  path: '/api/v1/analytics',
  tag: 'Analytics',
  summary: 'What posts achieved, in sum and by channel',
  description:
    'Counts posts by when they were published: `from` included, `to` excluded; without them, all there are. Numbers are those ' +
    'of each post’s last reading. They come within 15 minutes of publishing and again after one, three and seven days. ' +
    'A channel without a post in the range has no row.',
  scope: 'analytics:read',
  query: aliased(
    {
      ...projectShape,
      ...whichPosts,
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ totals: AnalyticsTotals, by_channel: z.array(ChannelAnalytics) }) },
  errors: ['not_found'],
})

/** How long the stretches of a series are. */
export const analyticsIntervals = ['day', 'week', 'month'] as const
export type AnalyticsInterval = (typeof analyticsIntervals)[number]
/** More stretches than this are a fault: ask for longer ones. */
export const stretchesMax = 400

export const AnalyticsStretch = z.strictObject({
  date: z.iso.date().meta({ description: 'Its first day in `timezone`. A week begins on Monday.' }),
  ...numbers,
})
export type AnalyticsStretch = z.output<typeof AnalyticsStretch>

export const getAnalyticsSeries = contract({
  method: 'GET',
  path: '/api/v1/analytics/series',
  tag: 'Analytics',
  summary: 'What posts achieved, by the day, week or month in which they went out',
  description:
    'Every stretch of the range has a row. One without a post has `posts` 0 and null for everything else, because nothing was ' +
    'measured. Days are those of the project’s zone. The sums over all rows are the totals of `GET /api/v1/analytics`.',
  scope: 'analytics:read',
  query: aliased(
    {
      ...projectShape,
      ...whichPosts,
      interval: z.enum(analyticsIntervals).default('day'),
    },
    projectAlias,
  ),
  answers: {
    200: z.strictObject({
      timezone: z.string(),
      interval: z.enum(analyticsIntervals),
      series: z.array(AnalyticsStretch).meta({ description: `At most ${stretchesMax}.` }),
    }),
  },
  errors: ['not_found'],
})

export const StoryAnalytics = z.strictObject({
  story_id: z.uuid(),
  title: z.string().nullable(),
  primary_caption: z.string(),
  channels: z.array(z.enum(channelIds)).meta({ description: 'Where it went out in the range.' }),
  published_at: z.iso.datetime().meta({ description: 'First of these channels.' }),
  ...numbers,
})
export type StoryAnalytics = z.output<typeof StoryAnalytics>

export const listBestStories = contract({
  method: 'GET',
  path: '/api/v1/analytics/stories',
  tag: 'Analytics',
  summary: 'Stories by what they achieved, the best first',
  description: 'A story of which no post reports the metric stands after all that have it.',
  scope: 'analytics:read',
  query: aliased(
    {
      ...projectShape,
      ...pageShape('story_analytics'),
      ...whichPosts,
      metric: z.enum(analyticsMetrics).default('engagement'),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ stories: z.array(StoryAnalytics), next_cursor: nextCursor }) },
  errors: ['not_found'],
})
