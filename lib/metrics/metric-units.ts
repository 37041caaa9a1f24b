import type { Metric } from './rates'

const units: Record<Metric, [one: string, many: string]> = {
  impressions: ['impression', 'impressions'],
  reach: ['person reached', 'people reached'],
  clicks: ['click', 'clicks'],
  saves: ['save', 'saves'],
  shares: ['share', 'shares'],
  likes: ['like', 'likes'],
  comments: ['comment', 'comments'],
  engagement: ['engagement', 'engagements'],
}

/** What follows the number of a metric: “engagements”, or “engagement” after 1. */
export const metricUnit = (metric: Metric, value: number | null): string => units[metric][value === 1 ? 0 : 1]
