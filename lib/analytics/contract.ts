import { z } from 'zod'
import {
  aliased,
  contract,
  instant,
  nextCursor,
  oneOrMore,
  pageShape,
  projectAlias,
  projectShape,
} from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { metrics } from '@/lib/metrics/rates'

const sum = z.int().nullable()

export const numbers = {
  posts: z.int().meta({ description: 'Published posts in the range. Each channel counts separately.' }),
  impressions: sum.meta({
    description: 'Null: not reported by any post. 0: measured as zero. The same applies to all sums.',
  }),
  reach: sum.meta({ description: 'Sum over posts: a person who saw two posts counts twice.' }),
  clicks: sum.meta({ description: 'Link clicks as reported by the network, or else clicks on tracked links.' }),
  saves: sum,
  shares: sum.meta({ description: 'Reposts, quotes and shares.' }),
  likes: sum,
  comments: sum,
  engagement: sum.meta({ description: 'Sum of likes, comments, shares, saves and clicks.' }),
  engagement_rate: z
    .number()
    .nullable()
    .meta({ description: 'Engagement per impression (0.05 is 5%), over posts that report impressions.' }),
  unreported_metrics: z
    .array(z.enum(metrics))
    .meta({ description: 'Metrics that none of these posts has reported yet.' }),
}

export const AnalyticsTotals = z.strictObject(numbers)
export type AnalyticsTotals = z.output<typeof AnalyticsTotals>

export const ChannelAnalytics = z.strictObject({ channel: z.enum(channelIds), ...numbers })
export type ChannelAnalytics = z.output<typeof ChannelAnalytics>

/** Filters posts by publish time and channel. */
export const postFilter = {
  from: instant.optional(),
  to: instant.optional(),
  channel: oneOrMore(channelIds).optional(),
}

export const getAnalytics = contract({
  method: 'GET',
  path: '/api/v1/analytics',
  tag: 'Analytics',
  summary: 'Get analytics totals and totals by channel',
  description:
    'Includes posts published from `from` (inclusive) to `to` (exclusive), or all posts by default. Numbers are from each ' +
    'post’s latest metrics sync: within 15 minutes of publishing, and after one, three and seven days. ' +
    'Channels without posts in the range are omitted.',
  scope: 'analytics:read',
  query: aliased(
    {
      ...projectShape,
      ...postFilter,
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ totals: AnalyticsTotals, by_channel: z.array(ChannelAnalytics) }) },
  errors: ['not_found'],
})

/** Length of one period in a series. */
export const analyticsIntervals = ['day', 'week', 'month'] as const
export type AnalyticsInterval = (typeof analyticsIntervals)[number]
/** Max periods in a series; more are an error. */
export const periodsMax = 400

export const AnalyticsPeriod = z.strictObject({
  date: z.iso.date().meta({ description: 'First day of the period in `timezone`. Weeks start on Monday.' }),
  ...numbers,
})
export type AnalyticsPeriod = z.output<typeof AnalyticsPeriod>

export const ChannelSeries = z.strictObject({
  channel: z.enum(channelIds),
  series: z.array(AnalyticsPeriod).meta({ description: 'Only periods in which the channel has posts.' }),
})
export type ChannelSeries = z.output<typeof ChannelSeries>

export const getAnalyticsSeries = contract({
  method: 'GET',
  path: '/api/v1/analytics/series',
  tag: 'Analytics',
  summary: 'Get analytics by day, week or month of publishing',
  description:
    'Every period of the range has a row. Periods without posts have `posts` 0 and null for all metrics. Days are in the ' +
    'project’s time zone. The sums over all rows equal the totals of `GET /api/v1/analytics`.',
  scope: 'analytics:read',
  query: aliased(
    {
      ...projectShape,
      ...postFilter,
      interval: z.enum(analyticsIntervals).default('day'),
      include: z.enum(['by_channel'], { error: 'must be by_channel or omitted' }).optional(),
    },
    projectAlias,
  ),
  answers: {
    200: z.strictObject({
      timezone: z.string(),
      interval: z.enum(analyticsIntervals),
      series: z.array(AnalyticsPeriod).meta({ description: `At most ${periodsMax}.` }),
      by_channel: z.array(ChannelSeries).optional().meta({ description: 'With `include=by_channel`.' }),
    }),
  },
  errors: ['not_found'],
})

export const StoryAnalytics = z.strictObject({
  story_id: z.uuid(),
  title: z.string().nullable(),
  primary_caption: z.string(),
  channels: z.array(z.enum(channelIds)).meta({ description: 'Channels it was published to in the range.' }),
  published_at: z.iso.datetime().meta({ description: 'Time of the first of these posts.' }),
  media_url: z.string().nullable().meta({ description: 'The first image or video.' }),
  is_imported: z.literal(true).optional().meta({ description: 'The post was imported from its network.' }),
  ...numbers,
})
export type StoryAnalytics = z.output<typeof StoryAnalytics>

export const listBestStories = contract({
  method: 'GET',
  path: '/api/v1/analytics/stories',
  tag: 'Analytics',
  summary: 'List stories by a metric, best first',
  description: 'Stories without a value for the metric come last.',
  scope: 'analytics:read',
  query: aliased(
    {
      ...projectShape,
      ...pageShape('story_analytics'),
      ...postFilter,
      metric: z.enum(metrics).default('engagement'),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ stories: z.array(StoryAnalytics), next_cursor: nextCursor }) },
  errors: ['not_found'],
})
