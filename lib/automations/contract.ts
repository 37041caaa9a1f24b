import { z } from 'zod'
import {
  aliased,
  contract,
  idParams,
  isYes,
  nextCursor,
  pageShape,
  projectAlias,
  projectShape,
  uuid,
  yesNo,
} from '@/lib/api/contract'
import { channelList } from '@/lib/stories/create-contract'
import { previewChannels } from '@/lib/stories/preview-contract'
import { Warning } from '@/lib/stories/resource-contract'
import { modes, outcomes } from './kinds'
import { failuresMax, perDayMax, perPollMax, runsKeptDays } from './limits'
import { Automation, AutomationRun, AutomationSchedule, TriggerInput } from './resource-contract'

/** Rules that make stories from templates. */

const settingsShape = {
  name: z.string().trim().min(1).max(120),
  trigger: TriggerInput,
  template_id: uuid,
  channels: channelList,
  mode: z.enum(modes, { error: `must be one of ${modes.join(', ')}` }),
  schedule: AutomationSchedule,
  attach_media: z.boolean().meta({
    description: 'Adds the image of the item, or the media of the story, to the new story.',
  }),
  active: z.boolean(),
}
const createShape = {
  ...settingsShape,
  mode: settingsShape.mode.default('draft'),
  schedule: settingsShape.schedule
    .default({ kind: 'next_free_time' })
    .meta({ description: 'For mode `schedule`. Defaults to the next free time.' }),
  attach_media: settingsShape.attach_media.default(true),
  active: settingsShape.active.default(true),
}

const AutomationPreview = z.strictObject({
  subject: AutomationRun.shape.subject.nullable().meta({
    description: 'What the texts were made from. Null if there is no item, moment or story yet.',
  }),
  outcome: z.enum(outcomes),
  code: AutomationRun.shape.code,
  message: AutomationRun.shape.message,
  scheduled_at: z.iso.datetime().nullable(),
  caption: z.string(),
  channels: previewChannels,
  warnings: z.array(Warning),
})
export type AutomationPreview = z.output<typeof AutomationPreview>

const path = '/api/v1/automations'
const onePath = `${path}/:id`
const tag = 'Automations'

export const listAutomations = contract({
  method: 'GET',
  path,
  tag,
  summary: 'List automations',
  description: 'Newest first.',
  scope: 'automations:read',
  query: aliased(
    { ...projectShape, ...pageShape('automations'), active: yesNo.transform(isYes).optional() },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ automations: z.array(Automation), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

export const createAutomation = contract({
  method: 'POST',
  path,
  tag,
  summary: 'Create an automation',
  description:
    'A job makes exactly one story per item, moment, published story or slot, from the texts of the template, within a ' +
    'few minutes. Texts may contain `{{item.<field>}}` (trigger `connector_item`), `{{story.<field>}}` (`story_published` ' +
    'and `moment`: `title`, `caption`, `hashtags`, `url`, `content_type`), `{{moment.<field>}}` (`headline`, `reasoning`, ' +
    '`severity`), `{{recent_posts}}` (`schedule`: titles and links of the last seven days) and the date tokens of ' +
    'recurring posts. `{{link}}` leads to the item or the story. ' +
    `At most ${perPollMax} stories per check of a connector and ${perDayMax} in 24 hours; what exceeds them, or is more ` +
    'than an hour old, is skipped and listed in the run log. A story made by an automation never triggers ' +
    '`story_published`. A story that breaks a rule of its channels is kept as a draft, with a notification. ' +
    `${failuresMax} failed runs in a row turn the automation off, with a notification. ` +
    'A project can have 100 active automations; more are a `conflict`.',
  scope: 'automations:write',
  idempotent: true,
  body: aliased({ ...projectShape, ...createShape }, projectAlias),
  answers: { 201: Automation },
  errors: ['not_found', 'conflict'],
})

export const getAutomation = contract({
  method: 'GET',
  path: onePath,
  tag,
  summary: 'Get an automation',
  scope: 'automations:read',
  params: idParams,
  answers: { 200: Automation },
  errors: ['not_found'],
})

export const editAutomation = contract({
  method: 'PATCH',
  path: onePath,
  tag,
  summary: 'Edit an automation',
  description:
    'Members that are left out keep their value; `trigger` and `schedule` are replaced as a whole. An automation that ' +
    'is turned on, or gets another trigger, handles only what happens after that.',
  scope: 'automations:write',
  params: idParams,
  body: z.strictObject(settingsShape).partial(),
  answers: { 200: Automation },
  errors: ['not_found', 'conflict'],
})

export const deleteAutomation = contract({
  method: 'DELETE',
  path: onePath,
  tag,
  summary: 'Delete an automation',
  description: 'Its run log is deleted too. Stories that it made are kept.',
  scope: 'automations:write',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true), automation_id: z.uuid() }) },
  errors: ['not_found'],
})

export const listAutomationRuns = contract({
  method: 'GET',
  path: `${onePath}/runs`,
  tag,
  summary: 'List the runs of an automation',
  description: `Newest first, for ${runsKeptDays} days: the story that each run made, or why it made none.`,
  scope: 'automations:read',
  params: idParams,
  query: z.strictObject({
    ...pageShape('automation_runs'),
    outcome: z.enum(outcomes, { error: `must be one of ${outcomes.join(', ')}` }).optional(),
  }),
  answers: { 200: z.strictObject({ runs: z.array(AutomationRun), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

export const runAutomation = contract({
  method: 'POST',
  path: `${onePath}/run`,
  tag,
  summary: 'Run an automation now',
  description:
    'Makes one story at once, also when the automation is off. Without `run_id` it takes the newest item, moment or ' +
    'story that matches and has no story yet, or the present time for a schedule. `run_id` repeats a run of the log that made no ' +
    'story, whatever its conditions. With `preview: true` nothing is stored: the answer has the texts per channel and ' +
    'the warnings.',
  scope: 'automations:write',
  idempotent: true,
  params: idParams,
  body: z.strictObject({
    preview: z.boolean().default(false),
    run_id: uuid.optional().meta({ description: 'A run without a story.' }),
  }),
  isBodyOptional: true,
  answers: {
    200: z.strictObject({ run: AutomationRun.nullable(), preview: AutomationPreview.nullable() }),
  },
  errors: ['not_found', 'conflict'],
})

export const previewAutomation = contract({
  method: 'POST',
  path: `${path}/preview`,
  tag,
  summary: 'Preview an automation that is not saved',
  description: 'The story it would make from the newest item, moment or story. Stores nothing.',
  scope: 'automations:read',
  body: aliased(
    {
      ...projectShape,
      ...createShape,
      name: settingsShape.name.optional(),
      template_id: uuid.optional(),
      template: z
        .strictObject({ caption: z.string().max(100_000), hashtags: z.string().max(5_000).nullish() })
        .optional()
        .meta({ description: 'The texts of a template that is not saved, instead of `template_id`.' }),
    },
    projectAlias,
  ),
  answers: { 200: AutomationPreview },
  errors: ['not_found'],
})
