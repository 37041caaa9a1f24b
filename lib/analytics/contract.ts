import { z } from 'zod'
import { aliased, contract, instant, projectAlias, projectShape } from '@/lib/api/contract'
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
      from: instant.optional(),
      to: instant.optional(),
      channel: oneOrMore(channelIds).optional(),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ totals: AnalyticsTotals, by_channel: z.array(ChannelAnalytics) }) },
  errors: ['not_found'],
})
