import { z } from 'zod'
import { aliased, contract, idParams, nextCursor, pageShape, projectAlias, projectShape } from '@/lib/api/contract'
import { channelIds } from '@/lib/channels/ids'
import { renditionReasons } from '@/lib/channels/media-rules'
import { oneOrMore, QueueItem } from '@/lib/queue/contract'
import {
  CreateStory,
  channelList,
  connectionCheck,
  EditStory,
  lintCheck,
  PreviewStory,
  postTypes,
  timeAlias,
  timeShape,
} from './create-contract'
import { Enqueue, Links, Lint, ListedStory, Preflight, Story, StoryDetail, Warning } from './resource-contract'
import { wordsOf } from './search-words'
import { storyStatuses } from './status'

const refusals = ['validation_error', 'missing_connection', 'voice_violation', 'not_found', 'conflict'] as const

/** Punctuation alone would find everything. */
const searchWords = z
  .string()
  .trim()
  .max(200)
  .refine((words) => wordsOf(words).length > 0, 'needs a letter or a digit')
  .meta({ description: 'Only stories in whose title or caption words begin with each of these, case ignored.' })

export const listStories = contract({
  method: 'GET',
  path: '/api/v1/stories',
  tag: 'Stories',
  summary: 'List stories',
  description: 'Newest first.',
  scope: 'stories:read',
  query: aliased(
    {
      ...projectShape,
      ...pageShape('stories'),
      status: oneOrMore(storyStatuses).optional(),
      channel: oneOrMore(channelIds).optional(),
      q: searchWords.optional(),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ stories: z.array(ListedStory), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

/** What a create and an edit answer. */
const Made = z.strictObject({ story: Story, enqueue: Enqueue, links: Links, warnings: z.array(Warning) })

export const createStory = contract({
  method: 'POST',
  path: '/api/v1/stories',
  tag: 'Stories',
  summary: 'Create a story',
  description:
    'Without a time it becomes a draft; with one it is scheduled, and its queue items are approved (or pending, in a project ' +
    'that requires approval). A draft is always saved: what its channels would refuse is listed in `warnings`. With a time the ' +
    'same problems refuse it, all in one answer, and media is inspected for up to 3 seconds. The brand voice is checked for ' +
    'both, the connections only with a time.',
  scope: 'stories:write',
  idempotent: true,
  body: CreateStory,
  answers: { 201: Made },
  errors: [...refusals],
})

const BulkAnswer = z.strictObject({
  ok: z.boolean().meta({ description: 'False when any item failed.' }),
  count: z.int().meta({ description: 'How many were created.' }),
  total: z.int().meta({ description: 'How many were given.' }),
  created: z.array(Made.extend({ index: z.int() })),
  errors: z.array(
    z.looseObject({
      index: z.int().meta({ description: 'Place in the request.' }),
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
    'Each item is made or refused by itself: 201 when all were made, 207 when any failed. `projectId` at the top serves the ' +
    'items that name none.',
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
  summary: 'A story with its variants and queue items',
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
    'What a create accepts, all optional; null clears. The queue items follow in the same transaction. A time on a draft ' +
    'schedules it, `scheduled_at: null` makes it a draft again. The rules of create apply: problems are `warnings` of a ' +
    'draft and refuse a story with a time. In a project that requires approval, changed content needs approval anew. The ' +
    'voice is checked when the caption or an override changes, connections when the channels or the time change; ' +
    'otherwise a missing connection is a warning.\n\n' +
    'Of a story that is published on some channels, only `channel_overrides` of the others can change; the overrides of ' +
    'published channels are kept. A failed or partial story keeps its channels and time: edit it, then retry it.',
  scope: 'stories:write',
  params: idParams,
  body: EditStory,
  answers: { 200: Made },
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

/** A file of a post as it is sent. */
const shownFileShape = {
  url: z.string().meta({ description: 'Of the very file that is sent: of the rendition, where there is one.' }),
  original_url: z.string().meta({ description: 'As the story says it.' }),
  mime_type: z.string().nullable().meta({ description: 'Null, as what follows, until the file was looked at.' }),
  file_size: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  duration_seconds: z.number().nullable(),
  cropped_to: z.number().nullable().meta({
    description:
      'Width divided by height of what readers see, where the network cuts off the rest. Null: all is shown.',
  }),
  rendition: z
    .strictObject({ reasons: z.array(z.enum(renditionReasons)), is_made: z.boolean() })
    .nullable()
    .meta({ description: 'Why the network gets a changed file. Until it is made, `url` is still the original.' }),
}

const PreviewChannel = z.strictObject({
  text: z.string().meta({ description: 'The very text that is sent.' }),
  caption: z.string(),
  hashtags: z.array(z.string()),
  media: z.array(
    z.strictObject({
      ...shownFileShape,
      kind: z.enum(['image', 'gif', 'video']),
      alt_text: z.string().nullable().meta({ description: 'Null where the network has no place for one.' }),
      short_url: z.string().nullable().meta({ description: 'The tracked link of this slide alone.' }),
    }),
  ),
  cover: z
    .strictObject(shownFileShape)
    .nullable()
    .meta({ description: 'The picture that stands for a film until it plays, or for a link.' }),
  post_type: z.enum(postTypes),
  link: z.string().nullable().meta({ description: 'What the network’s own place for a link gets.' }),
  tracked_link: z
    .strictObject({
      short_url: z.string(),
      destination_url: z.string().meta({ description: 'Where it leads now, with its tracking values.' }),
      is_placeholder: z.boolean().meta({ description: 'The story is not saved: its code is as long, and another.' }),
    })
    .nullable()
    .meta({ description: 'What `{{link}}` becomes, and where it leads.' }),
  title: z.string().nullable().meta({ description: 'As it is sent. Null where the network gets none.' }),
  thread: z.array(z.string()).optional().meta({ description: 'The parts of a chain of replies.' }),
  thread_counts: z.array(z.int()).optional().meta({ description: "How long each part is by the network's own count." }),
  warnings: z.array(Warning),
  limits: z.strictObject({
    text_count: z.int().meta({
      description: "By the network's own count; of a thread, its longest part. Far beyond the limit it is an estimate.",
    }),
    text_max: z.int().nullable(),
    text_unit: z.enum(['characters', 'weighted', 'bytes_emoji']),
    hashtags_max: z.int().nullable(),
    mentions_max: z.int().nullable(),
    title_max: z.int().nullable(),
    alt_text_max: z.int().nullable(),
    link_max: z.int().nullable(),
    images_max: z.int(),
    carousel: z.strictObject({ min: z.int(), max: z.int() }).nullable(),
    needs_media: z.boolean(),
  }),
})
export type PreviewChannel = z.output<typeof PreviewChannel>

const previewChannels = z.partialRecord(z.enum(channelIds), PreviewChannel)

export const previewStory = contract({
  method: 'GET',
  path: '/api/v1/stories/:id/preview',
  tag: 'Stories',
  summary: 'What would be posted to each channel',
  description: 'Made by the function that the publisher uses: byte for byte what is sent.',
  scope: 'stories:read',
  params: idParams,
  answers: { 200: z.strictObject({ story_id: z.uuid(), channels: previewChannels }) },
  errors: ['not_found'],
})

export const previewUnsaved = contract({
  method: 'POST',
  path: '/api/v1/stories/preview',
  tag: 'Stories',
  summary: 'Preview a story that is not saved',
  description:
    'The body of a create; nothing is required and nothing is kept. What a story with a time would be refused for is a warning.',
  scope: 'stories:read',
  body: PreviewStory,
  answers: { 200: z.strictObject({ story_id: z.null(), channels: previewChannels }) },
  errors: ['not_found'],
})

/** What every operation answers that gives a story another state or time. */
const Moved = z.strictObject({
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
  summary: 'Schedule a draft, or give a scheduled story another time',
  description: 'Refused with every problem that its channels have with it. Media is inspected for up to 3 seconds.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  body: aliased({ ...timeShape, ...checks }, timeAlias),
  answers: { 200: Moved },
  errors: [...refusals],
})

export const publishStory = contract({
  method: 'POST',
  path: '/api/v1/stories/:id/publish',
  tag: 'Stories',
  summary: 'Publish a draft or scheduled story 60 seconds from now',
  description: 'Checked as when it is scheduled.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  body: z.strictObject(checks),
  answers: { 200: Moved },
  errors: [...refusals],
})

export const cancelStory = contract({
  method: 'POST',
  path: '/api/v1/stories/:id/cancel',
  tag: 'Stories',
  summary: 'Cancel a scheduled story',
  description: 'What is not out yet will not go out. Channels that have it keep it.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  answers: { 200: Moved },
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
  answers: { 200: Moved },
  errors: ['not_found', 'conflict'],
})

export const duplicateStory = contract({
  method: 'POST',
  path: '/api/v1/stories/:id/duplicate',
  tag: 'Stories',
  summary: 'Make a draft with the content of a story',
  description:
    'Works in every state. The copy has no time, and no pin whose end has passed. If the story is published on some of its ' +
    'channels and not on others, the copy leaves out the published ones and says so in `warnings`; name them in `channels` to ' +
    'have them as well.',
  scope: 'stories:write',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  body: z.strictObject({
    channels: channelList.optional().meta({ description: 'The channels of the copy.' }),
    lint_check: lintCheck,
  }),
  answers: { 201: Made },
  errors: ['not_found', 'voice_violation'],
})

export const retryStory = contract({
  method: 'POST',
  path: '/api/v1/stories/:id/retry',
  tag: 'Stories',
  summary: 'Retry the failed channels, 60 seconds from now',
  description:
    'Posted channels stay posted. A connection that is missing or expired is named in `warnings`. A channel that failed as ' +
    '`outcome_unknown` is sent again unless `channels` leaves it out: look at the account first. In a project that requires ' +
    'approval, a channel whose content was edited since it failed becomes `pending`.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  body: z.strictObject({
    channels: channelList.optional().meta({ description: 'The failed channels to retry. All of them when left out.' }),
  }),
  answers: { 200: Moved },
  errors: ['not_found', 'conflict'],
})

const TimelineEntry = z.strictObject({
  id: z.uuid(),
  at: z.iso.datetime(),
  kind: z.string(),
  channel: z.enum(channelIds).nullable(),
  actor: z.string().nullable().meta({ description: '`user:<id>`, `token:<id>`, or null for the system.' }),
  summary: z.string(),
  detail: z.record(z.string(), z.unknown()),
})

export const storyTimeline = contract({
  method: 'GET',
  path: '/api/v1/stories/:id/timeline',
  tag: 'Stories',
  summary: 'Everything that happened to a story, oldest first',
  description:
    'Edits, attempts, answers of the networks, events and metric syncs. An attempt that ends, or an edit that goes on, moves ' +
    'to its new time.',
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
