import { z } from 'zod'
import { aliased, contract, oneOrMore, projectAlias, projectShape } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { postTypes } from '@/lib/stories/create-contract'

export const recommendationKinds = ['best_time', 'format', 'pillar_gap', 'repeat_winner', 'length'] as const
export type RecommendationKind = (typeof recommendationKinds)[number]

const channel = z.enum(channelIds).nullable().meta({ description: 'Null: the whole project.' })
const lift = z.number().nullable()

const Evidence = z.strictObject({
  posts: z.int().meta({ description: 'Posts behind it, at least 5.' }),
  metric: z.enum(['engagement_per_reach', 'engagement', 'days_since_last_post', 'share_of_posts']),
  value: z.number(),
  baseline: z.number().meta({ description: 'What is usual, or the target.' }),
  lift: lift.meta({ description: 'Estimated change against the baseline: 0.2 is 20% better. Null: not an estimate.' }),
  lift_low: lift.meta({ description: 'Lower end of the 90% interval of `lift`.' }),
  lift_high: lift.meta({ description: 'Upper end of the 90% interval of `lift`.' }),
})

const Subject = z.strictObject({
  weekday: z.int().nullable().meta({ description: '`best_time`: 1 is Monday, 7 is Sunday.' }),
  hour: z.int().nullable().meta({ description: '`best_time`: start of three hours, in the project’s time zone.' }),
  post_type: z.enum(postTypes).nullable().meta({ description: '`format`.' }),
  characters_min: z.int().nullable().meta({ description: '`length`.' }),
  characters_max: z.int().nullable().meta({ description: '`length`. Null: no upper limit.' }),
  story_id: z.uuid().nullable().meta({ description: '`repeat_winner`.' }),
  content_type: z.string().nullable().meta({ description: '`pillar_gap`.' }),
})

export const Recommendation = z.strictObject({
  kind: z.enum(recommendationKinds),
  channel,
  title: z.string(),
  rationale: z.string(),
  evidence: Evidence,
  subject: Subject.meta({ description: 'What it is about. Members of other kinds are null.' }),
  score: z
    .number()
    .min(0)
    .max(1)
    .meta({ description: 'For sorting. For estimates the lower end of the 90% interval; not a probability.' }),
})
export type Recommendation = z.output<typeof Recommendation>

const results = ['found', 'no_visible_difference', 'not_enough_posts', 'nothing_to_compare'] as const

/** What was looked for, and whether there was anything to see. */
export const RecommendationCheck = z.strictObject({
  kind: z.enum(recommendationKinds),
  channel,
  result: z.enum(results).meta({
    description:
      '`no_visible_difference`: there are enough posts, and they do not differ more than by chance. That is the usual result. ' +
      '`nothing_to_compare`: too few posts have another format or length.',
  }),
  posts: z.int().meta({ description: 'Posts that could be compared.' }),
  posts_needed: z.int().meta({ description: 'Fewer posts are not compared.' }),
})
export type RecommendationCheck = z.output<typeof RecommendationCheck>

const compared =
  'Compares posts of the last 90 days by their metrics 24 hours after publishing, each with the median of up to 20 ' +
  'earlier posts of the same channel and post type. Pinned posts are left out.'

export const listRecommendations = contract({
  method: 'GET',
  path: '/api/v1/recommendations',
  tag: 'Recommendations',
  summary: 'List recommendations for what to post next',
  description:
    `${compared} At most 3 per kind and 15 in all, best first. \`checks\` says what was looked at: a kind without a ` +
    'recommendation has `no_visible_difference` or `not_enough_posts` there. The numbers describe posts that were published; ' +
    'they do not prove a cause.',
  scope: 'recommendations:read',
  query: aliased(
    { ...projectShape, kind: oneOrMore(recommendationKinds).optional(), channel: oneOrMore(channelIds).optional() },
    projectAlias,
  ),
  answers: {
    200: z.strictObject({
      recommendations: z.array(Recommendation),
      checks: z.array(RecommendationCheck),
    }),
  },
  errors: ['not_found'],
})

export const PostingTime = z.strictObject({
  weekday: z.int().meta({ description: '1 is Monday, 7 is Sunday.' }),
  hour: z.int().meta({ description: 'Start of three hours, in `timezone`.' }),
  posts: z.int().meta({ description: 'Posts at this time. A story counts once, on however many channels.' }),
  lift: lift.meta({
    description:
      'Estimated change against your average post: 0.2 is 20% better. Estimates from few posts are close to 0. Null: ' +
      'fewer than 3 posts, or posts in one week only.',
  }),
  lift_low: lift.meta({ description: 'Lower end of the 90% interval of `lift`.' }),
  lift_high: lift.meta({ description: 'Upper end of the 90% interval of `lift`.' }),
  is_recommended: z.boolean(),
})
export type PostingTime = z.output<typeof PostingTime>

export const listPostingTimes = contract({
  method: 'GET',
  path: '/api/v1/analytics/posting-times',
  tag: 'Analytics',
  summary: 'Get results by day of the week and time of day',
  description: `${compared} Has a row for each of 7 days and 8 blocks of three hours.`,
  scope: 'analytics:read',
  query: aliased({ ...projectShape, channel: oneOrMore(channelIds).optional() }, projectAlias),
  answers: {
    200: z.strictObject({
      timezone: z.string().meta({ description: 'The project’s zone, or UTC.' }),
      posts: z.int().meta({ description: 'Posts that were compared. A story counts once, on however many channels.' }),
      posts_needed: z.int().meta({ description: 'Fewer posts are too few to recommend a time.' }),
      result: z.enum(results),
      times: z.array(PostingTime),
    }),
  },
  errors: ['not_found'],
})
