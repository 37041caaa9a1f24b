import { z } from 'zod'
import {
  aliased,
  contract,
  idParams,
  instant,
  nextCursor,
  pageShape,
  projectAlias,
  projectShape,
  uuid,
} from '@/lib/api/contract'
import { channelIds } from '@/lib/channels/ids'
import { shiftOwnTimes } from '@/lib/stories/create-contract'
import { queueStatuses, storyStatuses } from '@/lib/stories/status'

/** One story on one channel: what the publisher takes up. */
export const QueueItem = z.strictObject({
  id: z.uuid(),
  story_id: z.uuid(),
  project_id: z.uuid(),
  channel: z.enum(channelIds),
  status: z.enum(queueStatuses),
  scheduled_at: z.iso.datetime().nullable(),
  skip_reason: z.string().nullable().meta({ description: 'Why this channel did not or will not ship.' }),
  skip_category: z.enum(['connection', 'render', 'content', 'review', 'rate', 'other']).nullable(),
  provider_code: z.string().nullable().meta({ description: "The network's own code of the fault." }),
  destination_url: z.string().nullable(),
  utm: z.record(z.string(), z.string()).meta({ description: 'Tracking values of this channel.' }),
  data_snapshot: z.record(z.string(), z.unknown()),
  attempt_count: z.int(),
  published_url: z.string().nullable(),
  published_at: z.iso.datetime().nullable(),
  title: z.string().nullable().meta({ description: "The story's title." }),
  primary_caption: z.string().meta({ description: "The story's caption." }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type QueueItem = z.output<typeof QueueItem>

/** Several values of one query parameter, separated by commas. */
export const oneOrMore = <T extends readonly [string, ...string[]]>(values: T) =>
  z
    .string()
    .max(500)
    .transform((list) => list.split(',').map((word) => word.trim()))
    .pipe(z.array(z.enum(values, { error: `must be of ${values.join(', ')}` })).min(1))
    .meta({ description: `One or more, separated by commas: ${values.join(', ')}.` })

export const listQueue = contract({
  method: 'GET',
  path: '/api/v1/queue',
  tag: 'Queue',
  summary: 'List queue items',
  description:
    'Newest first. Each story has one item per channel. `from` and `to` bound `scheduled_at`, `to` excluded.',
  scope: 'queue:read',
  query: aliased(
    {
      ...projectShape,
      ...pageShape('queue'),
      status: oneOrMore(queueStatuses).optional(),
      channel: oneOrMore(channelIds).optional(),
      story_id: uuid.optional(),
      from: instant.optional(),
      to: instant.optional(),
      pin: z.enum(['due']).optional().meta({
        description: '`due`: posts whose pin has to be set or taken off by hand now.',
      }),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ items: z.array(QueueItem), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

export const getLateness = contract({
  method: 'GET',
  path: '/api/v1/queue/lateness',
  tag: 'Queue',
  summary: 'How punctually posts went out',
  description: 'Of what was posted in the last 24 hours: the time between `scheduled_at` and `published_at`.',
  scope: 'queue:read',
  query: aliased({ ...projectShape }, projectAlias),
  answers: {
    200: z.strictObject({
      posts: z.int(),
      p50_seconds: z.number().nullable().meta({ description: 'Null when nothing was posted. So with the others.' }),
      p95_seconds: z.number().nullable(),
      longest_seconds: z.number().nullable(),
    }),
  },
  errors: ['not_found'],
})

const idList = z
  .array(uuid)
  .min(1)
  .max(200, { error: 'must be at most 200 ids; send the others in another call' })
  .optional()

export const bulkReschedule = contract({
  method: 'POST',
  path: '/api/v1/queue/bulk-reschedule',
  tag: 'Queue',
  summary: 'Move many stories in time',
  description:
    'Exactly one of three modes: `shift_days` keeps the wall time in the project’s zone, `fixed_time` with `timezone` keeps each date, ' +
    '`scheduled_at` is one moment for all. Story ids stand for their queue items; with `shift_own_times` the items of a story ' +
    'move together, as far as its first one does. What is posted, failed, rejected or being ' +
    'published just now is skipped and named in `skipped`; a fault in the request itself changes nothing at all.',
  scope: 'stories:publish',
  idempotent: true,
  body: aliased(
    {
      ...projectShape,
      story_ids: idList,
      queue_item_ids: idList,
      shift_days: z
        .int({ error: 'must be a whole number of days' })
        .min(-3650, { error: 'must be at least -3650' })
        .max(3650, { error: 'must be at most 3650' })
        .optional(),
      fixed_time: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day as HH:MM, 00:00 to 23:59')
        .optional(),
      timezone: z.string().min(1).max(100).optional().meta({ description: 'IANA name; goes with `fixed_time`.' }),
      scheduled_at: instant.optional(),
      shift_own_times: shiftOwnTimes,
      include_stories: z.boolean().optional().meta({ description: 'The answer has `stories` as well.' }),
    },
    { ...projectAlias, scheduledAt: 'scheduled_at' },
  ),
  answers: {
    200: z.strictObject({
      ok: z.literal(true),
      updated: z.array(z.strictObject({ story_id: z.uuid(), queue_item_id: z.uuid(), scheduled_at: z.iso.datetime() })),
      stories: z
        .array(
          z.strictObject({ id: z.uuid(), scheduled_at: z.iso.datetime().nullable(), updated_at: z.iso.datetime() }),
        )
        .optional()
        .meta({ description: 'With `include_stories`: what became of each story that has an item in `updated`.' }),
      skipped: z.array(
        z.strictObject({ story_id: z.uuid().nullable(), queue_item_id: z.uuid().optional(), reason: z.string() }),
      ),
    }),
  },
  errors: ['not_found'],
})

/** The outcome of a review, with what it made of the story. */
const Reviewed = z.strictObject({ ok: z.literal(true), item: QueueItem, story_status: z.enum(storyStatuses) })

export const approveQueueItem = contract({
  method: 'POST',
  path: '/api/v1/queue/:id/approve',
  tag: 'Queue',
  summary: 'Approve a pending item',
  description:
    'The item keeps its time. It is refused if its channel would refuse the post by now. One whose time passed more than 5 minutes ago while it waited for review is published at once. ' +
    'In the dashboard this takes the role admin or owner.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  answers: { 200: Reviewed },
  errors: ['not_found', 'conflict', 'validation_error'],
})

export const rejectQueueItem = contract({
  method: 'POST',
  path: '/api/v1/queue/:id/reject',
  tag: 'Queue',
  summary: 'Reject a pending item',
  description:
    'It will not be posted. The reason is kept on the item and told to webhooks. Takes admin or owner in the dashboard.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  body: z.strictObject({ reason: z.string().trim().min(1).max(500) }),
  answers: { 200: Reviewed },
  errors: ['not_found', 'conflict'],
})

export const markPin = contract({
  method: 'POST',
  path: '/api/v1/queue/:id/pin',
  tag: 'Queue',
  summary: 'Say that a post was pinned by hand',
  description:
    'Instagram has no way to pin through its API, so `data_snapshot.pin` of a posted item reminds people of it: `to_do` until ' +
    'somebody pinned it in the app, then `done`; once `until` has passed, `removed` says that the pin was taken off again.',
  scope: 'stories:write',
  idempotent: true,
  params: idParams,
  body: z.strictObject({ state: z.enum(['done', 'removed']) }),
  answers: { 200: z.strictObject({ ok: z.literal(true), item: QueueItem }) },
  errors: ['not_found', 'conflict'],
})
