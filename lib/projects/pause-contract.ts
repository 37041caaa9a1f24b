import { z } from 'zod'
import { contract, idParams, instant, readDigits } from '@/lib/api/contract'
import { channelIds } from '@/lib/channels/ids'

/** Since when nothing of a project goes out, and by whose word. */
export const ProjectPause = z.strictObject({
  paused_at: z.iso.datetime(),
  paused_by: z
    .strictObject({ id: z.uuid(), name: z.string() })
    .nullable()
    .meta({ description: 'Null when the account is gone.' }),
  reason: z.string().nullable(),
})
export type ProjectPause = z.output<typeof ProjectPause>

export const getPause = contract({
  method: 'GET',
  path: '/api/v1/projects/:id/pause',
  tag: 'Projects',
  summary: 'Read whether a project is paused',
  scope: 'projects:read',
  params: idParams,
  answers: { 200: z.strictObject({ pause: ProjectPause.nullable() }) },
  errors: ['not_found'],
})

export const pauseProject = contract({
  method: 'POST',
  path: '/api/v1/projects/:id/pause',
  tag: 'Projects',
  summary: 'Pause a project',
  description:
    'Nothing of it goes out until it is resumed, and nothing of it fails for being late. A post that is on its way to a network at ' +
    'this moment is ended. In the dashboard this takes the role admin or owner.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  body: z.strictObject({
    reason: z.string().trim().min(1).max(500).optional().meta({ description: 'Shown to everybody in the project.' }),
  }),
  answers: { 200: z.strictObject({ ok: z.literal(true), pause: ProjectPause }) },
  errors: ['not_found', 'conflict'],
})

/** What becomes of the posts whose time passed during the pause. */
export const missedWays = ['spread', 'draft', 'skip'] as const
export type MissedWay = (typeof missedWays)[number]

const spacing = z
  .int({ error: 'must be a whole number of minutes' })
  .min(1, { error: 'must be at least 1 minute' })
  .max(1440, { error: 'must be at most 1440 minutes' })
const usualSpacing = 30

const spacingWords = 'Minutes between two posts of one account, with what is scheduled already counted in.'
const startsWords =
  'The first new time; one of the next minutes where it is left out or has passed. Goes with `spread` alone.'

/** What happens to one missed post. */
export const PlannedItem = z.strictObject({
  queue_item_id: z.uuid(),
  story_id: z.uuid(),
  channel: z.enum(channelIds),
  title: z.string().nullable(),
  primary_caption: z.string(),
  missed_at: z.iso.datetime().meta({ description: 'The time that passed.' }),
  becomes: z.enum(['moved', 'draft', 'skipped']),
  scheduled_at: z.iso.datetime().nullable().meta({ description: 'Its new time, when it is moved.' }),
})
export type PlannedItem = z.output<typeof PlannedItem>

/** A longer list is cut; all the posts are dealt with all the same. */
export const plannedItemsMax = 500

export const ResumePlan = z.strictObject({
  missed: z.int().meta({ description: 'How many posts were missed, each channel for itself.' }),
  stories: z.int(),
  moved: z.int(),
  drafts: z.int(),
  skipped: z.int(),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime().nullable().meta({ description: 'The last new time.' }),
  plan: z.string().meta({ description: 'Names this very plan; resuming with it does exactly this or nothing.' }),
  items: z
    .array(PlannedItem)
    .meta({ description: `In the order of their new times, the first ${plannedItemsMax} at most.` }),
})
export type ResumePlan = z.output<typeof ResumePlan>

export const planResume = contract({
  method: 'GET',
  path: '/api/v1/projects/:id/resume-plan',
  tag: 'Projects',
  summary: 'Say what resuming a project would do',
  description: 'Changes nothing.',
  scope: 'queue:read',
  params: idParams,
  query: z.strictObject({
    missed: z.enum(missedWays).default('spread'),
    spacing_minutes: z.preprocess(readDigits, spacing.default(usualSpacing)).meta({ description: spacingWords }),
    starts_at: instant.optional().meta({ description: startsWords }),
  }),
  answers: { 200: ResumePlan },
  errors: ['not_found', 'conflict'],
})

export const resumeProject = contract({
  method: 'POST',
  path: '/api/v1/projects/:id/resume',
  tag: 'Projects',
  summary: 'Resume a paused project',
  description:
    'What was missed never goes out at once: `spread` gives it new times, `draft` makes drafts of its stories, `skip` gives it up. ' +
    'A story that is partly out cannot be a draft again: its missed channels are skipped instead. ' +
    'In the dashboard this takes the role admin or owner.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  body: z.strictObject({
    missed: z.enum(missedWays).default('spread'),
    spacing_minutes: spacing.default(usualSpacing).meta({ description: spacingWords }),
    starts_at: instant.optional().meta({ description: startsWords }),
    plan: z
      .string()
      .regex(/^[0-9a-f]{32}$/, 'must be the `plan` of a resume plan')
      .optional()
      .meta({ description: 'The plan that was looked at. When it would be another by now, nothing is done.' }),
  }),
  answers: {
    200: z.strictObject({ ok: z.literal(true), moved: z.int(), drafts: z.int(), skipped: z.int() }),
  },
  errors: ['not_found', 'conflict'],
})
