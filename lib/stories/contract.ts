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
  yesNo,
} from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { FirstComment } from '@/lib/first-comments/schema'
import { QueueItem } from '@/lib/queue-items/schema'
import { Lint } from '@/lib/voice/lint-result'
import { countedMax } from './counted-max'
import {
  addToQueue,
  CreateStory,
  channelList,
  connectionCheck,
  EditStory,
  lintCheck,
  timeAlias,
  timeShape,
} from './create-contract'
import { Enqueue, Links, ListedStory, Preflight, Story, StoryDetail, Warning } from './resource-contract'
import { searchTermsOf } from './search-terms'
import { storyStatuses } from './status'

const refusals = ['validation_error', 'missing_connection', 'voice_violation', 'not_found', 'conflict'] as const

/** Not limited to pillars: stories may have any content type. */
export const contentTypes = z
  .string()
  .max(6_000)
  .transform((list) => [...new Set(list.split(',').map((word) => word.trim()))])
  .pipe(z.array(z.string().min(1, { error: 'must not be empty' }).max(100)).max(50))
  .meta({ description: 'Content types of pillars, separated by commas.' })

/** Punctuation only would match everything. */
const searchQuery = z
  .string()
  .trim()
  .max(200)
  .refine((words) => searchTermsOf(words).length > 0, 'needs a letter or a digit')
  .meta({ description: 'Stories whose title or caption has words that start with each of these. Ignores case.' })

export const listStories = contract({
  method: 'GET',
  path: '/api/v1/stories',
  tag: 'Stories',
  summary: 'List stories',
  description:
    'Newest first. `from` and `to` bound the time of a story, `to` excluded: when it was published, else when it is scheduled, ' +
    'else its last change. `sort=time` sorts by that time, the latest first.',
  scope: 'stories:read',
  query: aliased(
    {
      ...projectShape,
      ...pageShape('stories', 'stories_by_time'),
      sort: z.enum(['created', 'time']).optional(),
      status: oneOrMore(storyStatuses).optional(),
      channel: oneOrMore(channelIds).optional(),
      waits_for_approval: yesNo.optional().meta({ description: 'Only stories with this `waits_for_approval`.' }),
      is_rejected: yesNo.optional().meta({ description: 'Only stories with this `is_rejected`.' }),
      content_type: contentTypes.optional(),
      q: searchQuery.optional(),
      author: uuid.optional().meta({ description: 'A user. Stories they created, in the dashboard or with a token.' }),
      from: instant.optional(),
      to: instant.optional(),
      count: yesNo.optional().meta({ description: 'Adds `total` to the response.' }),
    },
    projectAlias,
  ),
  answers: {
    200: z.strictObject({
      stories: z.array(ListedStory),
      next_cursor: nextCursor,
      total: z
        .int()
        .max(countedMax)
        .optional()
        .meta({
          description: `With \`count=true\`: how many stories match, on all pages. Counts up to ${countedMax}.`,
        }),
    }),
  },
  errors: ['not_found'],
})

/** Response of create and edit. */
const SavedStory = z.strictObject({ story: Story, enqueue: Enqueue, links: Links, warnings: z.array(Warning) })

export const createStory = contract({
  method: 'POST',
  path: '/api/v1/stories',
  tag: 'Stories',
  summary: 'Create a story',
  description:
    'Without a time it becomes a draft; with one it is scheduled, and its queue items are approved (or pending, in a project ' +
    'that requires approval). A draft is always saved, with its problems listed in `warnings`. With a time, the same ' +
    'problems reject the request, all in one response, and media is inspected for up to 3 seconds. The brand voice is ' +
    'always checked, connections only with a time. `add_to_queue` counts as a time.',
  scope: 'stories:write',
  idempotent: true,
  body: CreateStory,
  answers: { 201: SavedStory },
  errors: [...refusals],
})

const BulkAnswer = z.strictObject({
  ok: z.boolean().meta({ description: 'False when any item failed.' }),
  count: z.int().meta({ description: 'Number of stories created.' }),
  total: z.int().meta({ description: 'Number of stories in the request.' }),
  created: z.array(SavedStory.extend({ index: z.int() })),
  errors: z.array(
    z.looseObject({
      index: z.int().meta({ description: 'Index in the request, from 0.' }),
      code: z.string(),
      message: z.string(),
      preflight: Preflight.optional(),
      lint: Lint.optional(),
    }),
  ),
})

export const bulkCreateStories = contract({
  method: 'POST',
  path: '/api/v1/stories/bulk',
  tag: 'Stories',
  summary: 'Create up to 50 stories',
  description:
    'Each item succeeds or fails on its own: 201 when all were created, 207 when any failed. The top-level `projectId` applies ' +
    'to items without one.',
  scope: 'stories:write',
  idempotent: true,
  body: aliased(
    {
      ...projectShape,
      stories: z
        .array(z.unknown())
        .min(1)
        .max(50, { error: 'must be at most 50 stories; send the others in another call' })
        .meta({ description: 'Each as in POST /api/v1/stories.' }),
    },
    projectAlias,
  ),
  referenceBody: aliased({ ...projectShape, stories: z.array(CreateStory).min(1).max(50) }, projectAlias),
  answers: { 201: BulkAnswer, 207: BulkAnswer },
  errors: ['not_found'],
})

export const getStory = contract({
  method: 'GET',
  path: '/api/v1/stories/:id',
  tag: 'Stories',
  summary: 'Get a story with its variants and queue items',
  scope: 'stories:read',
  params: idParams,
  answers: { 200: StoryDetail },
  errors: ['not_found'],
})

export const editStory = contract({
  method: 'PATCH',
  path: '/api/v1/stories/:id',
  tag: 'Stories',
  summary: 'Edit a draft, scheduled, failed or partial story',
  description:
    'Accepts the members of a create, all optional; null clears one. The queue items are updated in the same transaction. ' +
    'A time schedules a draft; `scheduled_at: null` turns the story into a draft. The rules of create apply: problems are ' +
    '`warnings` for a draft and reject the request for a story with a time. In a project that requires approval, changed ' +
    'content needs a new approval. The brand voice is checked when the caption or an override changes, connections when the channels or the time change; ' +
    'otherwise a missing connection is a warning.\n\n' +
    'If a story is published on some channels, only `channel_overrides` of the others can change; the overrides of ' +
    'published channels are kept. A failed or partial story keeps its channels and time: edit it, then retry it.',
  scope: 'stories:write',
  params: idParams,
  body: EditStory,
  answers: { 200: SavedStory },
  errors: [...refusals],
})

export const deleteStory = contract({
  method: 'DELETE',
  path: '/api/v1/stories/:id',
  tag: 'Stories',
  summary: 'Delete a draft',
  scope: 'stories:write',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true), story_id: z.uuid() }) },
  errors: ['not_found', 'conflict'],
})

/** Response of operations that change a story's status or time. */
export const ChangedStory = z.strictObject({
  ok: z.literal(true),
  story_id: z.uuid(),
  status: z.enum(storyStatuses),
  scheduled_at: z.iso.datetime().nullable(),
  queue_items: z.array(QueueItem),
  enqueue: Enqueue,
  warnings: z.array(Warning),
})

const checks = { connection_check: connectionCheck, lint_check: lintCheck }

export const scheduleStory = contract({
  method: 'POST',
  path: '/api/v1/stories/:id/schedule',
  tag: 'Stories',
  summary: 'Schedule a draft, or reschedule a story',
  description:
    'At a time, or with `add_to_queue` in the next free slots. An error lists every problem of its channels. Media is inspected for up to 3 seconds.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  body: aliased({ ...timeShape, add_to_queue: addToQueue, ...checks }, timeAlias),
  answers: { 200: ChangedStory },
  errors: [...refusals],
})

export const publishStory = contract({
  method: 'POST',
  path: '/api/v1/stories/:id/publish',
  tag: 'Stories',
  summary: 'Publish a draft or scheduled story 60 seconds from now',
  description: 'Runs the same checks as scheduling.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  body: z.strictObject(checks),
  answers: { 200: ChangedStory },
  errors: [...refusals],
})

export const cancelStory = contract({
  method: 'POST',
  path: '/api/v1/stories/:id/cancel',
  tag: 'Stories',
  summary: 'Cancel a scheduled story',
  description: 'Unpublished channels are not published. Published posts stay.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  answers: { 200: ChangedStory },
  errors: ['not_found', 'conflict'],
})

export const archiveStory = contract({
  method: 'POST',
  path: '/api/v1/stories/:id/archive',
  tag: 'Stories',
  summary: 'Archive a story that is not scheduled',
  description:
    'For draft, published, partial, failed and cancelled stories. A scheduled story is a `conflict`: cancel it first. Posts ' +
    'stay online. The tracking template is resolved now if it was not before.',
  scope: 'stories:write',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  answers: { 200: ChangedStory },
  errors: ['not_found', 'conflict'],
})

export const duplicateStory = contract({
  method: 'POST',
  path: '/api/v1/stories/:id/duplicate',
  tag: 'Stories',
  summary: 'Duplicate a story as a draft',
  description:
    'Works in every state. The copy has no time, and no pin whose end has passed. If the story is published on some of its ' +
    'channels and not on others, the copy omits the published ones, with a warning. List them in `channels` to include ' +
    'them.',
  scope: 'stories:write',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  body: z.strictObject({
    channels: channelList.optional().meta({ description: 'The channels of the copy.' }),
    lint_check: lintCheck,
  }),
  answers: { 201: SavedStory },
  errors: ['not_found', 'voice_violation'],
})

export const retryStory = contract({
  method: 'POST',
  path: '/api/v1/stories/:id/retry',
  tag: 'Stories',
  summary: 'Retry the failed channels, 60 seconds from now',
  description:
    'Posted channels stay posted. Missing or expired connections are listed in `warnings`. A channel that failed as ' +
    '`outcome_unknown` is sent again unless `channels` omits it: check the account first. In a project that requires ' +
    'approval, a channel whose content was edited since it failed becomes `pending`.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  body: z.strictObject({
    channels: channelList.optional().meta({ description: 'The failed channels to retry. Defaults to all.' }),
  }),
  answers: { 200: ChangedStory },
  errors: ['not_found', 'conflict'],
})

export const retryFirstComments = contract({
  method: 'POST',
  path: '/api/v1/stories/:id/first-comments/retry',
  tag: 'Stories',
  summary: 'Retry failed first comments now',
  description:
    'Sends the stored text again, without asking the network. If `error_code` is `outcome_unknown`, check the post first.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  body: z.strictObject({
    channels: channelList.optional().meta({ description: 'Defaults to all channels with a failed first comment.' }),
  }),
  answers: { 200: z.strictObject({ first_comments: z.partialRecord(z.enum(channelIds), FirstComment) }) },
  errors: ['not_found', 'conflict'],
})

const TimelineEntry = z.strictObject({
  id: z.uuid(),
  at: z.iso.datetime(),
  kind: z.string(),
  channel: z.enum(channelIds).nullable(),
  actor: z
    .string()
    .nullable()
    .meta({ description: '`user:<id>`, `token:<id>`, `client` (named in `detail.reviewer`), or null for the system.' }),
  summary: z.string(),
  detail: z.record(z.string(), z.unknown()),
})

export const storyTimeline = contract({
  method: 'GET',
  path: '/api/v1/stories/:id/timeline',
  tag: 'Stories',
  summary: 'Get the timeline of a story',
  description:
    'Edits, attempts, network responses, first comments, events and metric syncs, oldest first by default. An attempt moves to the time ' +
    'it ended, an edit to its latest change.',
  scope: 'stories:read',
  params: idParams,
  query: z.strictObject({
    ...pageShape('timeline'),
    order: z.enum(['oldest', 'newest']).default('oldest').meta({ description: 'Which entries come first.' }),
  }),
  answers: { 200: z.strictObject({ entries: z.array(TimelineEntry), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

export { ListedStory, Story, StoryDetail } from './resource-contract'
