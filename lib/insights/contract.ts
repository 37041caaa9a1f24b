import { z } from 'zod'
import { AnalyticsTotals } from '@/lib/analytics/contract'
import { aliased, contract, instant, projectAlias, projectShape, uuid } from '@/lib/api/contract'
import type { Rate } from '@/lib/metrics/rates'
import { InsightFilter } from '@/lib/saved-searches/filter'
import { Story } from '@/lib/stories/contract'

const rate = z.number().nullable().meta({ description: 'Per impression. 0.05 is 5%. Null without impressions.' })
const rates = { save_rate: rate, share_rate: rate, click_rate: rate, engagement_rate: rate } satisfies Record<
  Rate,
  unknown
>

export const InsightMetrics = AnalyticsTotals.extend({
  ...rates,
  posts: z
    .int()
    .meta({ description: 'Posts counted: those whose metrics were read 24 hours after publishing or later.' }),
})
export type InsightMetrics = z.output<typeof InsightMetrics>

export const runInsights = contract({
  method: 'POST',
  path: '/api/insights/run',
  tag: 'Insights',
  summary: 'Find stories by their results',
  description:
    'Runs a saved search, a filter, or both: members of `filter` replace those of the saved search one by one, and ' +
    'null removes one. Without either, the defaults apply. Metrics count posts that were read 24 hours after publishing or later; ' +
    'newer stories have null metrics and come last. A threshold excludes stories that do not report its metric.',
  scope: 'analytics:read',
  isBodyOptional: true,
  body: aliased(
    {
      ...projectShape,
      saved_search_id: uuid.optional(),
      filter: InsightFilter.optional(),
      from: instant
        .optional()
        .meta({ description: 'Published from this time on. With `from` or `to`, `window_days` has no effect.' }),
      to: instant.optional().meta({ description: 'Published before this time.' }),
    },
    projectAlias,
  ),
  answers: {
    200: z.strictObject({
      stories: z.array(z.strictObject({ story: Story, metrics: InsightMetrics })),
      filter: InsightFilter.meta({ description: 'The filter that was applied, with defaults. Null: no condition.' }),
      count: z.int().meta({ description: 'Stories that match, including those beyond `limit`.' }),
    }),
  },
  errors: ['not_found'],
})
