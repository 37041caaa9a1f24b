import { z } from 'zod'
import { uuid } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { momentKinds, severities } from '@/lib/moments/kinds'
import { timezone } from '@/lib/projects/timezone'
import { RecurringCadence } from '@/lib/recurring/contract'
import { channelList } from '@/lib/stories/create-contract'
import { modes, outcomes, runCodes, subjectKinds, triggerKinds } from './kinds'
import { longestDelayMinutes } from './limits'

/** Records of automations, and the members of their requests. */

const unique = <T>(given: T[]): T[] => [...new Set(given)]

const ScheduleTrigger = z.strictObject({
  kind: z.literal('schedule'),
  cadence: RecurringCadence,
  timezone: timezone.nullish().meta({ description: 'IANA name. Defaults to the project’s zone.' }),
})
const ItemTrigger = z.strictObject({
  kind: z.literal('connector_item'),
  connector_id: uuid,
  contains: z.string().trim().min(1).max(200).nullish().meta({
    description: 'Only items with this text in any field, ignoring case.',
  }),
})
const MomentTrigger = z.strictObject({
  kind: z.literal('moment'),
  kinds: z
    .array(z.enum(momentKinds, { error: `must be one of ${momentKinds.join(', ')}` }))
    .min(1)
    .max(momentKinds.length)
    .transform(unique)
    .nullish(),
  min_severity: z.enum(severities, { error: `must be one of ${severities.join(', ')}` }).nullish(),
})
const PublishedTrigger = z.strictObject({
  kind: z.literal('story_published'),
  channels: channelList.transform(unique).nullish().meta({ description: 'Only posts on one of these channels.' }),
  content_types: z
    .array(z.string().trim().min(1).max(100))
    .min(1)
    .max(50)
    .transform(unique)
    .nullish()
    .meta({ description: 'Only stories of these content pillars, by key.' }),
})

export const TriggerInput = z.discriminatedUnion(
  'kind',
  [ScheduleTrigger, ItemTrigger, MomentTrigger, PublishedTrigger],
  { error: `must have a kind: ${triggerKinds.join(', ')}` },
)
export type TriggerInput = z.output<typeof TriggerInput>

export const AutomationTrigger = z.discriminatedUnion('kind', [
  ScheduleTrigger.extend({ timezone: z.string() }),
  ItemTrigger.extend({
    connector_id: z.uuid().nullable().meta({ description: 'Null after the connector was deleted.' }),
    contains: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.literal('moment'),
    kinds: z.array(z.enum(momentKinds)).nullable(),
    min_severity: z.enum(severities).nullable(),
  }),
  z.strictObject({
    kind: z.literal('story_published'),
    channels: z.array(z.enum(channelIds)).nullable(),
    content_types: z.array(z.string()).nullable(),
  }),
])
export type AutomationTrigger = z.output<typeof AutomationTrigger>

/** When stories are published, in mode `schedule`. */
export const AutomationSchedule = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('next_free_time') }),
    z.strictObject({
      kind: z.literal('delay'),
      minutes: z.int().min(0).max(longestDelayMinutes).meta({ description: 'After the trigger.' }),
    }),
  ],
  { error: 'must have a kind: next_free_time or delay' },
)
export type AutomationSchedule = z.output<typeof AutomationSchedule>

const date = z.iso.datetime()

export const Automation = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  name: z.string(),
  trigger: AutomationTrigger,
  template_id: z.uuid().nullable().meta({ description: 'Null after the template was deleted.' }),
  channels: z.array(z.enum(channelIds)),
  mode: z.enum(modes),
  schedule: AutomationSchedule,
  attach_media: z.boolean(),
  active: z.boolean(),
  last_run_at: date.nullable().meta({ description: 'When it last made a story, or failed to.' }),
  next_run_at: date.nullable().meta({ description: 'Of an active schedule. Null for other triggers.' }),
  last_error: z.string().nullable().meta({ description: 'Of the last run. Null when it made a story as planned.' }),
  failure_count: z.int().meta({ description: 'Failed runs in a row. The tenth turns the automation off.' }),
  created_at: date,
  updated_at: date,
})
export type Automation = z.output<typeof Automation>

/** A line of the run log. */
export const AutomationRun = z.strictObject({
  id: z.uuid(),
  automation_id: z.uuid(),
  subject: z.strictObject({
    kind: z.enum(subjectKinds),
    id: z.uuid().nullable().meta({ description: 'Of the item, moment or story.' }),
    label: z.string().meta({ description: 'Its title, or the time of the slot.' }),
  }),
  outcome: z.enum(outcomes),
  code: z.enum(runCodes).nullable(),
  message: z.string().nullable().meta({ description: 'Why it made no story, or only a draft.' }),
  story_id: z.uuid().nullable(),
  created_at: date,
})
export type AutomationRun = z.output<typeof AutomationRun>
