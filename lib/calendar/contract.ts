import { z } from 'zod'
import { aliased, contract, instant, projectAlias, projectShape } from '@/lib/api/contract'
import { channelIds } from '@/lib/channels/ids'
import { oneOrMore } from '@/lib/queue/contract'
import { storyStatuses } from '@/lib/stories/status'

/** How the stretch is cut, and how long it may be: more than a few hundred boxes nobody looks at. */
export const bucketKinds = ['day', 'hour'] as const
export type BucketKind = (typeof bucketKinds)[number]
export const longestDays: Record<BucketKind, number> = { day: 45, hour: 8 }
const eachMax = 20

/** A story as a calendar shows it: what fits a chip, and what moving it takes. */
export const CalendarStory = z.strictObject({
  id: z.uuid(),
  words: z.string().meta({ description: 'The title, or how the caption begins; at most 200 characters.' }),
  channels: z.array(z.enum(channelIds)),
  status: z.enum(storyStatuses),
  at: z.iso.datetime().meta({ description: '`scheduled_at`, or `published_at` of a story that never had a time.' }),
  picture_url: z.string().nullable().meta({ description: 'The address of the first slide.' }),
  is_public: z.boolean().meta({ description: 'A channel has it already, so its time is history.' }),
  waits_for_approval: z
    .boolean()
    .meta({ description: 'Of what is still to go out, nothing is approved: at its time it stays where it is.' }),
  own_times: z
    .array(z.strictObject({ queue_item_id: z.uuid(), channel: z.enum(channelIds), scheduled_at: z.iso.datetime() }))
    .meta({ description: 'Of its channels that still wait: those that go out at another time than `at`.' }),
  updated_at: z.iso.datetime().meta({ description: 'For `expected_updated_at` of a PATCH.' }),
})
export type CalendarStory = z.output<typeof CalendarStory>

export const listCalendar = contract({
  method: 'GET',
  path: '/api/v1/calendar',
  tag: 'Stories',
  summary: 'A stretch of the calendar',
  description:
    'The stories between two moments, `to` excluded, cut into days or hours of the project’s zone: the first `each` of every ' +
    'one, in the order of their times, and how many each holds in all. A stretch has at most 45 days, by the hour at most 8.',
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
        .meta({ description: `How many stories of each day or hour are given, 1 to ${eachMax}.` }),
      status: oneOrMore(storyStatuses).optional(),
      channel: oneOrMore(channelIds).optional(),
    },
    projectAlias,
  ),
  answers: {
    200: z.strictObject({
      stories: z.array(CalendarStory),
      counts: z
        .array(
          z.strictObject({
            local: z.string().meta({ description: 'The day (`2026-05-01`) or hour (`2026-05-01T09`), in the zone.' }),
            count: z.int(),
          }),
        )
        .meta({ description: 'Of every day or hour that holds a story.' }),
      timezone: z.string().meta({ description: 'The zone of `local`: the project’s, or UTC where it has none.' }),
    }),
  },
  errors: ['not_found'],
})
