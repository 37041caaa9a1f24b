import { z } from 'zod'
import {
  aliased,
  contract,
  idParams,
  instant,
  nextCursor,
  oneOrMore,
  pageShape,
  projectAlias,
  projectShape,
  uuid,
} from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { QueueItem } from '@/lib/queue-items/schema'
import { queueStatuses } from '@/lib/queue-items/status'
import { shiftOwnTimes } from '@/lib/stories/create-contract'
import { storyStatuses } from '@/lib/stories/status'

/** A queue item in a list, with what its row shows of the story. */
const ListedQueueItem = QueueItem.extend({
  story_status: z.enum(storyStatuses),
  picture_url: z.string().nullable().meta({ description: 'The URL of the first slide.' }),
})
export type ListedQueueItem = z.output<typeof ListedQueueItem>

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
        description: '`due`: posts whose pin has to be added or removed by hand now.',
      }),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ items: z.array(ListedQueueItem), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

export const getLateness = contract({
  method: 'GET',
  path: '/api/v1/queue/lateness',
  tag: 'Queue',
  summary: 'Get publishing lateness',
  description: 'Time between `scheduled_at` and `published_at` for posts of the last 24 hours.',
  scope: 'queue:read',
  query: aliased({ ...projectShape }, projectAlias),
  answers: {
    200: z.strictObject({
      posts: z.int(),
      p50_seconds: z
        .number()
        .nullable()
        .meta({ description: 'Null if nothing was posted. The same applies to the other numbers.' }),
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

const UpdatedItems = z.array(
  z.strictObject({ story_id: z.uuid(), queue_item_id: z.uuid(), scheduled_at: z.iso.datetime() }),
)
const StoryTimes = z.array(
  z.strictObject({ id: z.uuid(), scheduled_at: z.iso.datetime().nullable(), updated_at: z.iso.datetime() }),
)

export const bulkReschedule = contract({
  method: 'POST',
  path: '/api/v1/queue/bulk-reschedule',
  tag: 'Queue',
  summary: 'Reschedule many stories',
  description:
    'Exactly one of three modes: `shift_days` keeps the wall time in the project’s zone, `fixed_time` with `timezone` keeps each date, ' +
    '`scheduled_at` sets one time for all. A story id selects all its queue items; with `shift_own_times` they all move as far ' +
    'as the first one. Items that are posted, failed, rejected or being published are skipped and listed in `skipped`. ' +
    'An invalid request changes nothing.',
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
      timezone: z.string().min(1).max(100).optional().meta({ description: 'IANA name, for `fixed_time`.' }),
      scheduled_at: instant.optional(),
      shift_own_times: shiftOwnTimes,
      include_stories: z.boolean().optional().meta({ description: 'The response also has `stories`.' }),
    },
    { ...projectAlias, scheduledAt: 'scheduled_at' },
  ),
  answers: {
    200: z.strictObject({
      ok: z.literal(true),
      updated: UpdatedItems,
      stories: StoryTimes.optional().meta({
        description: 'With `include_stories`: the current times of each story with an item in `updated`.',
      }),
      skipped: z.array(
        z.strictObject({ story_id: z.uuid().nullable(), queue_item_id: z.uuid().optional(), reason: z.string() }),
      ),
    }),
  },
  errors: ['not_found'],
})

export const reorderQueue = contract({
  method: 'POST',
  path: '/api/v1/queue/reorder',
  tag: 'Queue',
  summary: 'Reorder the queue of a channel',
  description:
    'The listed items keep their times as a whole and swap them: the first item gets the earliest time, and so on. To move one ' +
    'item, list the items between its old and its new place. Only approved and pending items with a future time; if one is being ' +
    'published, nothing changes and the response is `conflict`.',
  scope: 'stories:publish',
  idempotent: true,
  body: aliased(
    {
      ...projectShape,
      channel: z.enum(channelIds, { error: `must be one of ${channelIds.join(', ')}` }),
      queue_item_ids: z
        .array(uuid)
        .min(1)
        .max(200, { error: 'must be at most 200 ids' })
        .refine((ids) => new Set(ids).size === ids.length, 'must not list an item twice')
        .meta({ description: 'In the new order.' }),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ ok: z.literal(true), updated: UpdatedItems, stories: StoryTimes }) },
  errors: ['not_found', 'conflict'],
})

/** The reviewed item, and the story after the review. */
const Reviewed = z.strictObject({ ok: z.literal(true), item: QueueItem, story_status: z.enum(storyStatuses) })

export const approveQueueItem = contract({
  method: 'POST',
  path: '/api/v1/queue/:id/approve',
  tag: 'Queue',
  summary: 'Approve a pending item',
  description:
    'The item keeps its time. Fails if the channel no longer accepts the post. If its time passed more than 5 minutes ago, it is published at once. ' +
    'A `conflict` if a client asked for changes and the content was not edited since. Needs the role admin or owner in the dashboard.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  body: z.strictObject({
    ignore_requested_changes: z
      .boolean()
      .optional()
      .meta({ description: 'Approve although a client asked for changes.' }),
  }),
  answers: { 200: Reviewed },
  errors: ['not_found', 'conflict', 'validation_error'],
})

export const rejectQueueItem = contract({
  method: 'POST',
  path: '/api/v1/queue/:id/reject',
  tag: 'Queue',
  summary: 'Reject a pending item',
  description:
    'The item is not posted. The reason is stored on the item and sent to webhooks. Needs admin or owner in the dashboard.',
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
  summary: 'Mark a post as pinned by hand',
  description:
    'Instagram’s API cannot pin posts, so `data_snapshot.pin` of a posted item is a reminder: `to_do` until ' +
    'someone pins it in the app, then `done`. `removed` means that the pin was removed after `until`.',
  scope: 'stories:write',
  idempotent: true,
  params: idParams,
  body: z.strictObject({ state: z.enum(['done', 'removed']) }),
  answers: { 200: z.strictObject({ ok: z.literal(true), item: QueueItem }) },
  errors: ['not_found', 'conflict'],
})
