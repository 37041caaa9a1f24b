import { z } from 'zod'
import { contract, idParams, instant, readDigits } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'

/** A project's pause. */
export const ProjectPause = z.strictObject({
  paused_at: z.iso.datetime(),
  paused_by: z
    .strictObject({ id: z.uuid(), name: z.string() })
    .nullable()
    .meta({ description: 'Null when the account was deleted.' }),
  reason: z.string().nullable(),
})
export type ProjectPause = z.output<typeof ProjectPause>

export const getPause = contract({
  method: 'GET',
  path: '/api/v1/projects/:id/pause',
  tag: 'Projects',
  summary: 'Get the pause of a project',
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
    'Nothing is published until the project is resumed, and nothing fails for being late. Posts that are being sent ' +
    'are completed. Needs the role admin or owner in the dashboard.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  body: z.strictObject({
    reason: z.string().trim().min(1).max(500).optional().meta({ description: 'Shown to all members.' }),
  }),
  answers: { 200: z.strictObject({ ok: z.literal(true), pause: ProjectPause }) },
  errors: ['not_found', 'conflict'],
})

/** What to do with posts whose time passed during the pause. */
export const missedWays = ['spread', 'draft', 'skip'] as const
export type MissedWay = (typeof missedWays)[number]

const spacing = z
  .int({ error: 'must be a whole number of minutes' })
  .min(1, { error: 'must be at least 1 minute' })
  .max(1440, { error: 'must be at most 1440 minutes' })
const usualSpacing = 30

const spacingDescription = 'Minutes between two posts of one account, including posts already scheduled.'
const startsAtDescription =
  'The first new time, only with `spread`. If omitted or in the past, publishing starts in a few minutes.'

/** What happens to one missed post. */
export const PlannedItem = z.strictObject({
  queue_item_id: z.uuid(),
  story_id: z.uuid(),
  channel: z.enum(channelIds),
  title: z.string().nullable(),
  primary_caption: z.string(),
  missed_at: z.iso.datetime().meta({ description: 'The missed time.' }),
  becomes: z.enum(['moved', 'draft', 'skipped']),
  scheduled_at: z.iso.datetime().nullable().meta({ description: 'The new time, if moved.' }),
})
export type PlannedItem = z.output<typeof PlannedItem>

/** Max items listed; all missed posts are processed. */
export const plannedItemsMax = 500

export const ResumePlan = z.strictObject({
  missed: z.int().meta({ description: 'Number of missed posts, counted per channel.' }),
  stories: z.int(),
  moved: z.int(),
  drafts: z.int(),
  skipped: z.int(),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime().nullable().meta({ description: 'The last new time.' }),
  plan: z.string().meta({ description: 'Identifies this plan. Resuming with it does exactly this, or nothing.' }),
  items: z.array(PlannedItem).meta({ description: `In the order of their new times, at most ${plannedItemsMax}.` }),
})
export type ResumePlan = z.output<typeof ResumePlan>

export const planResume = contract({
  method: 'GET',
  path: '/api/v1/projects/:id/resume-plan',
  tag: 'Projects',
  summary: 'Plan the resume of a project',
  description: 'Changes nothing.',
  scope: 'queue:read',
  params: idParams,
  query: z.strictObject({
    missed: z.enum(missedWays).default('spread'),
    spacing_minutes: z.preprocess(readDigits, spacing.default(usualSpacing)).meta({ description: spacingDescription }),
    starts_at: instant.optional().meta({ description: startsAtDescription }),
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
    'Missed posts are never published at once: `spread` gives them new times, `draft` turns their stories into drafts, `skip` drops them. ' +
    'A partly published story cannot become a draft: its missed channels are skipped instead. ' +
    'Needs the role admin or owner in the dashboard.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  body: z.strictObject({
    missed: z.enum(missedWays).default('spread'),
    spacing_minutes: spacing.default(usualSpacing).meta({ description: spacingDescription }),
    starts_at: instant.optional().meta({ description: startsAtDescription }),
    plan: z
      .string()
      .regex(/^[0-9a-f]{32}$/, 'must be the `plan` of a resume plan')
      .optional()
      .meta({ description: 'The plan that the user saw. If it changed meanwhile, nothing is done.' }),
  }),
  answers: {
    200: z.strictObject({ ok: z.literal(true), moved: z.int(), drafts: z.int(), skipped: z.int() }),
  },
  errors: ['not_found', 'conflict'],
})
