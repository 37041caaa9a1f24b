import { z } from 'zod'
import { channelIds } from '@/lib/channel-ids'
import { metrics, rates } from '@/lib/metrics/rates'
import { storyStatuses } from '@/lib/stories/status'

/** What stories can be sorted by. */
export const insightSorts = [...rates, ...metrics, 'published_at'] as const
export type InsightSort = (typeof insightSorts)[number]

const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}`
  return z.int({ error }).min(least, { error }).max(most, { error })
}
const listOf = <T extends z.ZodType>(item: T, max: number) =>
  z
    .array(item)
    .min(1, { error: 'must have at least one entry; leave it out for all' })
    .max(max)
    .transform((list) => [...new Set(list)])

const rateForm = 'must be a fraction from 0 to 1, e.g. 0.05 for 5%'
const leastRate = (metric: string) =>
  z
    .number({ error: rateForm })
    .min(0, { error: rateForm })
    .max(1, { error: rateForm })
    .nullish()
    .meta({ description: `Minimum ${metric} per impression. Excludes stories without impressions.` })
const leastCount = (metric: string) =>
  wholeNumber(0, 1_000_000_000_000)
    .nullish()
    .meta({ description: `Minimum \`${metric}\`. Excludes stories that do not report them.` })

/** Null is the same as leaving a member out. */
export const InsightFilter = z.strictObject({
  window_days: wholeNumber(1, 3_650)
    .nullish()
    .meta({ description: 'Published in the last so many days. Default: 30.' }),
  channels: listOf(z.enum(channelIds, { error: `must be one of ${channelIds.join(', ')}` }), channelIds.length)
    .nullish()
    .meta({ description: 'Metrics then count the posts on these channels only.' }),
  content_types: listOf(z.string().min(1).max(100), 50).nullish().meta({ description: 'Keys of content pillars.' }),
  statuses: listOf(z.enum(storyStatuses, { error: `must be one of ${storyStatuses.join(', ')}` }), storyStatuses.length)
    .nullish()
    .meta({ description: 'Default: published and partial.' }),
  min_save_rate: leastRate('saves'),
  min_share_rate: leastRate('shares'),
  min_click_rate: leastRate('clicks'),
  min_engagement_rate: leastRate('engagement'),
  min_impressions: leastCount('impressions'),
  min_saves: leastCount('saves'),
  min_shares: leastCount('shares'),
  min_link_clicks: leastCount('clicks'),
  has_destination_url: z.boolean().nullish(),
  sort_by: z
    .enum(insightSorts, { error: `must be one of ${insightSorts.join(', ')}` })
    .nullish()
    .meta({ description: 'Default: engagement_rate. Stories without a value come last.' }),
  sort_order: z
    .enum(['asc', 'desc'], { error: 'must be asc or desc' })
    .nullish()
    .meta({ description: 'Default: desc.' }),
  limit: wholeNumber(1, 200).nullish().meta({ description: 'Default: 50.' }),
})
export type InsightFilter = z.output<typeof InsightFilter>

/** Every member has a value; null: no condition. */
export type AppliedFilter = {
  [Name in keyof InsightFilter]-?: Name extends keyof typeof defaults
    ? NonNullable<InsightFilter[Name]>
    : NonNullable<InsightFilter[Name]> | null
}

const defaults = {
  window_days: 30,
  statuses: ['published', 'partial'],
  sort_by: 'engagement_rate',
  sort_order: 'desc',
  limit: 50,
} satisfies InsightFilter

const names = Object.keys(InsightFilter.shape) as (keyof InsightFilter)[]

/** A saved filter with the given members replaced one by one. Null removes the saved member. */
export function mergeFilters(saved: InsightFilter, given: InsightFilter): AppliedFilter {
  const merged = withoutNulls({ ...saved, ...withoutUndefined(given) })
  const conditions = Object.fromEntries(names.map((name) => [name, null]))
  return { ...conditions, ...defaults, ...merged } as AppliedFilter
}

export const withoutNulls = (filter: InsightFilter): InsightFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null && value !== undefined))

const withoutUndefined = (filter: InsightFilter): InsightFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
