import { z } from 'zod'
import { AnalyticsTotals } from '@/lib/analytics/contract'
import { aliased, contract, idParams, projectAlias, projectShape, readDigits, uuid } from '@/lib/api/contract'
import { benchmarkMetrics, benchmarkPostsMin } from '@/lib/metrics/benchmarks'

/** Max pillars of a project. */
export const pillarsMax = 50
export const defaultWindowDays = 30
const daysMax = 365

const contentTypeHint = 'Stories with this `content_type` belong to the pillar.'
const benchmarkHint =
  'Rates are fractions of impressions: 0.05 is 5%. The benchmark of any other metric is a mean per post.'

/** A topic that a project posts about, with its targets. */
export const Pillar = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  name: z.string(),
  content_type: z.string().meta({ description: contentTypeHint }),
  color: z.string().nullable(),
  allocation_percent: z.number().nullable().meta({ description: 'Target share of the posts.' }),
  benchmark_metric: z.enum(benchmarkMetrics).nullable(),
  benchmark_value: z.number().nullable().meta({ description: benchmarkHint }),
  benchmark_window_days: z.int(),
  max_gap_days: z.int().nullable().meta({ description: 'Null turns the gap alert off.' }),
  created_at: z.iso.datetime(),
})
export type Pillar = z.output<typeof Pillar>

const days = z
  .int({ error: `must be a whole number from 1 to ${daysMax}` })
  .min(1, { error: `must be 1 to ${daysMax}` })
  .max(daysMax, { error: `must be 1 to ${daysMax}` })

const targets = {
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, { error: 'must be a color such as #c2410c' })
    .toLowerCase()
    .nullish(),
  allocation_percent: z
    .number({ error: 'must be a number from 0 to 100' })
    .min(0, { error: 'must be 0 to 100' })
    .max(100, { error: 'must be 0 to 100' })
    .nullish()
    .meta({ description: 'Target share of the posts. All pillars together have at most 100.' }),
  benchmark_metric: z
    .enum(benchmarkMetrics, { error: `must be one of ${benchmarkMetrics.join(', ')}` })
    .nullish()
    .meta({ description: 'Needs `benchmark_value`.' }),
  benchmark_value: z
    .number({ error: 'must be a number' })
    .min(0, { error: 'must be 0 or more' })
    .max(1e12, { error: 'must be at most 1,000,000,000,000' })
    .nullish()
    .meta({ description: benchmarkHint }),
  benchmark_window_days: days.nullish().meta({ description: `Default: ${defaultWindowDays}.` }),
  max_gap_days: days.nullish().meta({ description: 'Alerts when nothing is published for longer.' }),
}

const name = z
  .string()
  .trim()
  .min(1, { error: 'must not be empty' })
  .max(100, { error: 'must be at most 100 characters' })
const contentType = z
  .string()
  .regex(/^[a-z0-9_-]{1,100}$/, { error: 'must be 1 to 100 of a–z, 0–9, _ and -, such as behind-the-scenes' })
  .meta({ description: `Unique in the project. ${contentTypeHint}` })
const id = uuid.optional().meta({ description: 'Of an existing pillar, to rename its `content_type`.' })

const NewPillar = z.strictObject({ id, name, content_type: contentType, ...targets })
const PillarChange = z.strictObject({ id, name: name.optional(), content_type: contentType.optional(), ...targets })
export type PillarChange = z.output<typeof PillarChange>

const listOf = <T extends z.ZodType>(item: T) =>
  z.array(item).max(pillarsMax, { error: `must have at most ${pillarsMax} pillars` })

const figures = {
  posts: z.int().meta({ description: 'Published posts in the window. Each channel counts separately.' }),
  share_percent: z.number().nullable().meta({ description: 'Share of all posts in the window. Null without posts.' }),
  measured_posts: z.int().meta({
    description: 'Posts with metrics of 24 hours after publishing or later. All sums and rates are over these.',
  }),
  ...AnalyticsTotals.omit({ posts: true }).shape,
  save_rate: z.number().nullable(),
  share_rate: z.number().nullable(),
  click_rate: z.number().nullable(),
  value: z
    .number()
    .nullable()
    .meta({
      description: `The benchmark metric over the window. Null with fewer than ${benchmarkPostsMin} posts, or without a benchmark.`,
    }),
  previous_value: z.number().nullable().meta({ description: 'The same over the window before.' }),
}

const gap = {
  last_published_at: z.iso.datetime().nullable(),
  days_since_last: z.int().nullable().meta({ description: 'Null: nothing was published yet.' }),
}

export const PillarFigures = z.strictObject({ ...figures, ...gap })
export type PillarFigures = z.output<typeof PillarFigures>

const Performance = PillarFigures.extend({
  window_days: z.int().meta({ description: '`benchmark_window_days` of the pillar.' }),
  is_below_benchmark: z.boolean(),
  is_in_gap: z.boolean(),
  next_story: z
    .strictObject({
      id: z.uuid(),
      title: z.string().nullable(),
      primary_caption: z.string(),
      scheduled_at: z.iso.datetime(),
    })
    .nullable()
    .meta({ description: 'The next scheduled story.' }),
})

const PillarWithPerformance = Pillar.extend({
  performance: Performance.optional().meta({ description: 'With `include=performance`.' }),
})
export type PillarWithPerformance = z.output<typeof PillarWithPerformance>

const path = '/api/projects/:id/pillars'
const tag = 'Pillars'
const answers = { 200: z.strictObject({ pillars: z.array(Pillar) }) }

export const listPillars = contract({
  method: 'GET',
  path,
  tag,
  summary: 'List the content pillars of a project',
  description: 'In the order in which they were set.',
  scope: 'stories:read',
  params: idParams,
  query: z.strictObject({
    include: z.enum(['performance'], { error: 'must be performance or omitted' }).optional(),
  }),
  answers: { 200: z.strictObject({ pillars: z.array(PillarWithPerformance) }) },
  errors: ['not_found'],
})

export const replacePillars = contract({
  method: 'PUT',
  path,
  tag,
  summary: 'Replace the content pillars of a project',
  description:
    'Pillars that are not in the list are deleted; their stories keep their `content_type`. An item updates the pillar ' +
    'with its `id`, or else with its `content_type`. Members that are left out get their default. The list sets the order.',
  scope: 'stories:write',
  params: idParams,
  body: z.strictObject({ pillars: listOf(NewPillar) }),
  answers,
  errors: ['not_found'],
})

export const updatePillars = contract({
  method: 'PATCH',
  path,
  tag,
  summary: 'Add or update content pillars',
  description:
    'An item updates the pillar with its `id`, or else with its `content_type`; members that are left out are kept. Other ' +
    'items are added at the end of the list and need `name` and `content_type`. Stories keep their `content_type` when a ' +
    'pillar’s changes.',
  scope: 'stories:write',
  params: idParams,
  body: z.strictObject({ pillars: listOf(PillarChange) }),
  answers,
  errors: ['not_found'],
})

export const deletePillar = contract({
  method: 'DELETE',
  path: '/api/pillars/:id',
  tag,
  summary: 'Delete a content pillar',
  description: 'Its stories keep their `content_type`.',
  scope: 'stories:write',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['not_found'],
})

const windowDays = z.preprocess(readDigits, days.default(defaultWindowDays))

export const getPillarPerformance = contract({
  method: 'GET',
  path: '/api/analytics/pillar-performance',
  tag,
  summary: 'Get metrics by content pillar',
  description:
    'Covers posts of the last `window` days. Every pillar is compared over this window; alerts use each pillar’s ' +
    'own `benchmark_window_days`.',
  scope: 'analytics:read',
  query: aliased({ ...projectShape, window: windowDays.meta({ description: 'Days, 1 to 365.' }) }, projectAlias),
  answers: {
    200: z.strictObject({
      window_days: z.int(),
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      posts: z.int().meta({ description: 'All posts in the window, also without a pillar.' }),
      pillars: z.array(Pillar.extend(PillarFigures.shape)),
      in_gap_pillars: z
        .array(Pillar.extend(gap))
        .meta({ description: 'Nothing was published for more than `max_gap_days`.' }),
      below_benchmark_pillars: z
        .array(Pillar.extend({ benchmark_value: z.number(), value: z.number() }))
        .meta({ description: '`value` is below `benchmark_value`.' }),
    }),
  },
  errors: ['not_found'],
})
