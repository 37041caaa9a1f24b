import { z } from 'zod'
import { aliased, contract, projectAlias, projectShape, readDigits } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { forecastKinds, severities } from './kinds'
import { daysDefault, daysMax, issuesMax } from './limits'

export const ForecastIssue = z.strictObject({
  queue_item_id: z.uuid(),
  story_id: z.uuid(),
  channel: z.enum(channelIds),
  scheduled_at: z.iso.datetime(),
  headline: z.string().meta({ description: 'The story’s title, or the start of its caption.' }),
  kind: z.enum(forecastKinds),
  severity: z.enum(severities).meta({
    description:
      '`error`: the post will not be published. `warning`: it may fail or be late. `info`: it needs an approval, more than a day from now.',
  }),
  message: z.string(),
  remedy: z.string(),
})
export type ForecastIssue = z.output<typeof ForecastIssue>

const count = z.int().min(0)

export const getQueueForecast = contract({
  method: 'GET',
  path: '/api/v1/queue/forecast',
  tag: 'Queue',
  summary: 'Forecast which scheduled posts will fail',
  description:
    'Checks approved and pending posts of the next days, with what is known now: connections that are missing or expire before a post, ' +
    'media that could not be fetched, content that its network refuses, missing boards, limits of posts per day, the same text within ' +
    '7 days on one channel, and posts that are not approved. Pending posts whose time passed in the last 24 hours are included. The request ' +
    'calls no network: jobs check the media of each scheduled post every day, and every hour on the last day.',
  scope: 'queue:read',
  query: aliased(
    {
      ...projectShape,
      days: z
        .preprocess(
          readDigits,
          z
            .int({ error: 'must be a whole number, digits only' })
            .min(1, { error: `must be 1 to ${daysMax}` })
            .max(daysMax, { error: `must be 1 to ${daysMax}` })
            .default(daysDefault),
        )
        .meta({ description: 'Posts of this many days from now.' }),
    },
    projectAlias,
  ),
  answers: {
    200: z.strictObject({
      project_id: z.uuid(),
      days: z.int(),
      checked_at: z.iso.datetime(),
      issues: z.array(ForecastIssue).meta({ description: `Soonest post first, at most ${issuesMax}.` }),
      counts: z
        .strictObject({
          checked_posts: count.meta({ description: 'Posts that were checked.' }),
          posts: count.meta({ description: 'Posts with an error or a warning.' }),
          issues: count,
          by_severity: z.strictObject({ error: count, warning: count, info: count }),
          by_kind: z.partialRecord(z.enum(forecastKinds), count),
        })
        .meta({ description: 'Of all issues, including those that are not listed.' }),
    }),
  },
  errors: ['not_found'],
})
