import { z } from 'zod'
import { aliased, contract, instant, oneOrMore, projectAlias, projectShape } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { queueStatuses } from '@/lib/queue-items/status'
import { contentTypes } from '@/lib/stories/contract'
import { storyStatuses } from '@/lib/stories/status'

/** Bucket sizes of a calendar range. The range is limited, so that a response holds at most a few hundred buckets. */
export const bucketKinds = ['day', 'hour'] as const
export type BucketKind = (typeof bucketKinds)[number]
export const longestDays: Record<BucketKind, number> = { day: 45, hour: 8 }
const eachMax = 20

/** A story in the calendar: what a chip shows, and what moving it needs. */
export const CalendarStory = z.strictObject({
  id: z.uuid(),
  words: z.string().meta({ description: 'The title, or the start of the caption. At most 200 characters.' }),
  channels: z.array(z.enum(channelIds)),
  status: z.enum(storyStatuses),
  at: z.iso.datetime().meta({ description: '`scheduled_at`, or `published_at` of a story that never had a time.' }),
  content_type: z.string().nullable().meta({ description: 'Key of a content pillar.' }),
  picture_url: z.string().nullable().meta({ description: 'The URL of the first slide.' }),
  is_public: z.boolean().meta({ description: 'A channel is already published, so the time can no longer change.' }),
  waits_for_approval: z
    .boolean()
    .meta({ description: 'No unpublished channel is approved, so nothing is published at the scheduled time.' }),
  own_times: z
    .array(z.strictObject({ queue_item_id: z.uuid(), channel: z.enum(channelIds), scheduled_at: z.iso.datetime() }))
    .meta({ description: 'Channels that are still scheduled, at another time than `at`.' }),
  posts: z
    .array(
      z.strictObject({
        queue_item_id: z.uuid(),
        channel: z.enum(channelIds),
        status: z.enum(queueStatuses),
        scheduled_at: z.iso.datetime(),
      }),
    )
    .optional()
    .meta({ description: 'Each channel and its time. Only for stories whose channels have different times.' }),
  is_imported: z.literal(true).optional().meta({ description: 'The post was imported from its network.' }),
  updated_at: z.iso.datetime().meta({ description: 'For `expected_updated_at` of a PATCH.' }),
})
export type CalendarStory = z.output<typeof CalendarStory>

export const listCalendar = contract({
  method: 'GET',
  path: '/api/v1/calendar',
  tag: 'Stories',
  summary: 'List the stories of a calendar range',
  description:
    'Stories from `from` (inclusive) to `to` (exclusive), grouped by day or hour in the project’s time zone. Each group ' +
    'has its first `each` stories, and its total in `counts`. If the channels of a story have different times, `posts` ' +
    'has them. The story is listed once and counted at each time; its `at` can be outside the range. A range has at most ' +
    '45 days, or 8 days by hour.',
  scope: 'stories:read',
  query: aliased(
    {
      ...projectShape,
      from: instant,
      to: instant,
      by: z.enum(bucketKinds).default('day'),
      each: z
        .string()
        .regex(/^\d{1,3}$/, `must be a whole number from 1 to ${eachMax}`)
        .transform(Number)
        .pipe(z.int().min(1, `must be 1 to ${eachMax}`).max(eachMax, `must be 1 to ${eachMax}`))
        .default(4)
        .meta({ description: `Max stories per day or hour, 1 to ${eachMax}.` }),
      status: oneOrMore(storyStatuses).optional(),
      channel: oneOrMore(channelIds).optional(),
      content_type: contentTypes.optional(),
    },
    projectAlias,
  ),
  answers: {
    200: z.strictObject({
      stories: z.array(CalendarStory),
      counts: z
        .array(
          z.strictObject({
            local: z
              .string()
              .meta({ description: 'The day (`2026-05-01`) or hour (`2026-05-01T09`) in the time zone.' }),
            count: z.int(),
          }),
        )
        .meta({ description: 'One entry per day or hour with stories.' }),
      timezone: z.string().meta({ description: 'The time zone of `local`: the project’s, or UTC.' }),
    }),
  },
  errors: ['not_found'],
})
