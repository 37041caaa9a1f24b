import { z } from 'zod'
import { contract, idParams, instant, nextCursor, pageShape } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { timezone } from '@/lib/projects/timezone'
import { channelList, contentShape } from '@/lib/stories/create-contract'
import { cadenceKinds } from './cadence'
import { slotsShown } from './limits'

/** A post that repeats. */

const { pin_until_at: _, ...storyShape } = contentShape
const caption = z.string().max(100_000)

/** The story to create: a create request without project and times. */
export const RecurringStory = z
  .strictObject({
    caption: caption.refine((text) => text.trim() !== '', 'must not be empty'),
    channels: channelList.default(['instagram']),
    ...storyShape,
  })
  .meta({
    description:
      'The members of a create request, without `project_id` and times. Title and captions may contain `{{date}}`, ' +
      '`{{year}}`, `{{month}}`, `{{day}}`, `{{weekday}}`, `{{weekday_short}}`, `{{month_long}}`, `{{pillar}}` and ' +
      '`{{content_type}}`, resolved by the date of the slot.',
  })
export type RecurringStory = z.output<typeof RecurringStory>

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, HH:MM')

/** Members of all kinds; the service checks which of them a kind needs. */
export const RecurringCadence = z.strictObject({
  kind: z.enum(cadenceKinds, { error: `must be one of ${cadenceKinds.join(', ')}` }),
  time: time.optional().meta({ description: 'Local time, `HH:MM`. Ignored with `cron`, which has its own.' }),
  weekdays: z
    .array(z.int().min(1, 'must be 1 (Monday) to 7 (Sunday)').max(7, 'must be 1 (Monday) to 7 (Sunday)'))
    .min(1)
    .max(7)
    .transform((given) => [...new Set(given)].sort())
    .optional()
    .meta({ description: 'For `weekly`: 1 (Monday) to 7 (Sunday).' }),
  day_of_month: z
    .union([z.int().min(1).max(31), z.literal('last')], { error: 'must be 1 to 31, or "last"' })
    .optional()
    .meta({ description: 'For `monthly`. In shorter months, 29 to 31 mean the last day.' }),
  cron: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({
      description:
        'For `cron`: five fields (minute, hour, day of month, month, weekday), at most one run per hour. `@`, `?`, `#` ' +
        'and `W` are not supported.',
    }),
})
export type RecurringCadence = z.output<typeof RecurringCadence>

const scheduleShape = {
  cadence: RecurringCadence,
  timezone: timezone.nullish().meta({ description: 'IANA name. Defaults to the project’s zone.' }),
  starts_at: instant.nullish().meta({ description: 'No slot before this time.' }),
  ends_at: instant.nullish().meta({ description: 'No slot after this time.' }),
}

const date = z.iso.datetime()

export const RecurringTemplate = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  name: z.string(),
  story: RecurringStory,
  cadence: RecurringCadence,
  timezone: z.string(),
  starts_at: date.nullable(),
  ends_at: date.nullable(),
  active: z.boolean(),
  create_ahead_minutes: z.int().meta({ description: 'Stories are created this long before their slot.' }),
  next_run_at: date.nullable().meta({ description: 'The next slot without a story. Null when inactive or ended.' }),
  next_slots: z.array(date).meta({ description: `\`next_run_at\` and the slots after it, ${slotsShown} in total.` }),
  last_run_at: date.nullable().meta({ description: 'When a story was last created.' }),
  last_story_id: z.uuid().nullable(),
  last_error: z.string().nullable().meta({
    description: 'Why the last story is a draft or cannot be published, or which slots were skipped.',
  }),
  next_error: z.string().nullable().meta({
    description: 'Why the story of `next_run_at` would be a draft or could not be published, as things are now.',
  }),
  created_at: date,
  updated_at: date,
})
export type RecurringTemplate = z.output<typeof RecurringTemplate>

const settingsShape = {
  name: z.string().trim().min(1).max(120),
  story: RecurringStory,
  ...scheduleShape,
  active: z.boolean(),
  create_ahead_minutes: z.int().min(0).max(43_200),
}

const path = '/api/projects/:id/recurring-templates'
const onePath = '/api/recurring-templates/:id'
const tag = 'Recurring posts'

export const listRecurringTemplates = contract({
  method: 'GET',
  path,
  tag,
  summary: 'List the recurring templates of a project',
  scope: 'stories:read',
  params: idParams,
  query: z.strictObject(pageShape('recurring_templates')),
  answers: {
    200: z.strictObject({ recurring_templates: z.array(RecurringTemplate), next_cursor: nextCursor }),
  },
  errors: ['not_found'],
})

export const createRecurringTemplate = contract({
  method: 'POST',
  path,
  tag,
  summary: 'Create a recurring template',
  description:
    'A job creates one story per slot, `create_ahead_minutes` before it (default 1,440), and schedules it for the slot. ' +
    'The story passes the same checks as any other: one that breaks a rule is kept as a draft, with a notification and ' +
    '`last_error`; a missing connection is a warning. Local times that a clock change skips move forward by the gap. ' +
    'Slots more than an hour old, e.g. after a pause, are skipped and noted in `last_error`. ' +
    'A project can have 100 active templates; more are a `conflict`.',
  scope: 'stories:write',
  idempotent: true,
  params: idParams,
  body: z.strictObject({
    ...settingsShape,
    active: settingsShape.active.default(true),
    create_ahead_minutes: settingsShape.create_ahead_minutes.default(1_440),
  }),
  answers: { 201: RecurringTemplate },
  errors: ['not_found', 'conflict'],
})

export const getRecurringTemplate = contract({
  method: 'GET',
  path: onePath,
  tag,
  summary: 'Get a recurring template',
  scope: 'stories:read',
  params: idParams,
  answers: { 200: RecurringTemplate },
  errors: ['not_found'],
})

export const editRecurringTemplate = contract({
  method: 'PATCH',
  path: onePath,
  tag,
  summary: 'Edit a recurring template',
  description:
    'Members that are left out keep their value; `story` and `cadence` are replaced as a whole. Applies to slots that ' +
    'have no story yet; a day that has one gets no second one when the time changes.',
  scope: 'stories:write',
  params: idParams,
  body: z.strictObject(settingsShape).partial(),
  answers: { 200: RecurringTemplate },
  errors: ['not_found', 'conflict'],
})

export const deleteRecurringTemplate = contract({
  method: 'DELETE',
  path: onePath,
  tag,
  summary: 'Delete a recurring template',
  description: 'Stories that it created are kept.',
  scope: 'stories:write',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true), recurring_template_id: z.uuid() }) },
  errors: ['not_found'],
})

export const previewRecurringTemplate = contract({
  method: 'POST',
  path: `${path}/preview`,
  tag,
  summary: 'Preview the slots of a recurring template',
  description: `The next ${slotsShown} slots with their texts, of a template that is not saved yet. Stores nothing.`,
  scope: 'stories:read',
  params: idParams,
  body: z.strictObject({
    ...scheduleShape,
    story: z
      .strictObject({ title: z.string().max(500).nullish(), caption, content_type: storyShape.content_type })
      .optional(),
  }),
  answers: {
    200: z.strictObject({
      timezone: z.string(),
      slots: z.array(z.strictObject({ at: date, title: z.string().nullable(), caption: z.string() })),
    }),
  },
  errors: ['not_found'],
})

export const listRecurringSlots = contract({
  method: 'GET',
  path: `${path}/slots`,
  tag,
  summary: 'List upcoming slots without a story',
  description:
    'Slots of active templates from `from` (inclusive) to `to` (exclusive), at most 45 days, for a calendar: at most ' +
    '100 per template and 1,000 in total.',
  scope: 'stories:read',
  params: idParams,
  query: z.strictObject({ from: instant, to: instant }),
  answers: {
    200: z.strictObject({
      slots: z.array(
        z.strictObject({
          recurring_template_id: z.uuid(),
          name: z.string(),
          at: date,
          words: z.string().meta({ description: 'The title, or the start of the caption. At most 200 characters.' }),
          channels: z.array(z.enum(channelIds)),
          content_type: z.string().nullable().meta({ description: 'Key of a content pillar.' }),
        }),
      ),
    }),
  },
  errors: ['not_found'],
})
