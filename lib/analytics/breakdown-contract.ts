import { z } from 'zod'
import { aliased, contract, projectAlias, projectShape } from '@/lib/api/contract'
import { AnalyticsTotals, postFilter } from './contract'

/** Fewer posts say nothing about an hour. */
export const heatMapPostsMin = 3

const query = aliased({ ...projectShape, ...postFilter }, projectAlias)

export const HeatMapCell = z.strictObject({
  weekday: z.int().min(1).max(7).meta({ description: '1 is Monday.' }),
  hour: z.int().min(0).max(23),
  posts: z.int().meta({ description: 'Posts of this hour that report impressions and engagement.' }),
  median_engagement_rate: z
    .number()
    .nullable()
    .meta({ description: `Engagement per impression (0.05 is 5%). Null with fewer than ${heatMapPostsMin} posts.` }),
})
export type HeatMapCell = z.output<typeof HeatMapCell>

export const getEngagementHeatMap = contract({
  method: 'GET',
  path: '/api/v1/analytics/heat-map',
  tag: 'Analytics',
  summary: 'Get engagement rates by weekday and hour',
  description: 'Hours are in the project’s time zone. Hours without posts are omitted.',
  scope: 'analytics:read',
  query,
  answers: {
    200: z.strictObject({ timezone: z.string(), posts_min: z.int(), cells: z.array(HeatMapCell) }),
  },
  errors: ['not_found'],
})

export const PillarAnalytics = z.strictObject({
  content_type: z.string().nullable().meta({ description: 'Null: stories without a content type.' }),
  name: z.string().nullable().meta({ description: 'Name of the pillar. Null if there is none for the content type.' }),
  color: z.string().nullable(),
  ...AnalyticsTotals.shape,
})
export type PillarAnalytics = z.output<typeof PillarAnalytics>

export const listPillarAnalytics = contract({
  method: 'GET',
  path: '/api/v1/analytics/pillars',
  tag: 'Analytics',
  summary: 'Get analytics by pillar',
  description:
    'One row per content type with posts in the range: pillars in their order, then content types without a pillar, then ' +
    'stories without one. The sums over all rows equal the totals of `GET /api/v1/analytics`.',
  scope: 'analytics:read',
  query,
  answers: { 200: z.strictObject({ pillars: z.array(PillarAnalytics) }) },
  errors: ['not_found'],
})
