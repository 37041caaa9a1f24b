import { z } from 'zod'
import { contract, idParams } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { characters } from '@/lib/channels/rules'
import { fold } from './fold'
import { Lint, Violation } from './lint-result'

const entriesMax = 500
const wordMax = 100
const phraseMax = 300
const exclamationsMax = 1_000

const caption = z.string().max(100_000)

/** Counted in code points. */
const entry = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .refine((text) => characters(text) <= max, { error: `must have at most ${max} characters` })
    .refine((text) => text === '' || fold(text).text.trim() !== '', 'must have a visible character')
    .meta({ maxLength: max })

const rulesShape = {
  forbidden_words: z
    .array(entry(wordMax).refine((word) => !/\s/.test(word), 'must not have spaces. Add it to forbidden_phrases'))
    .max(entriesMax)
    .meta({ description: 'Matched as whole words, ignoring case. No spaces.' }),
  forbidden_phrases: z
    .array(entry(phraseMax))
    .max(entriesMax)
    .meta({ description: 'Matched anywhere, ignoring case.' }),
  block_emojis: z.boolean(),
  max_exclamation_count: z
    .int()
    .min(0)
    .max(exclamationsMax)
    .nullable()
    .meta({ description: 'Per text. 0: none allowed. Null: no limit.' }),
  block_all_caps_words: z.boolean().meta({ description: 'Rejects words of four or more capital letters.' }),
}

const Rules = z.strictObject({
  forbidden_words: rulesShape.forbidden_words.default([]),
  forbidden_phrases: rulesShape.forbidden_phrases.default([]),
  block_emojis: rulesShape.block_emojis.default(false),
  max_exclamation_count: rulesShape.max_exclamation_count.default(null),
  block_all_caps_words: rulesShape.block_all_caps_words.default(false),
})

export const VoiceRules = z.strictObject({
  rules_present: z.boolean().meta({ description: 'False: the project has no rules, and these are the defaults.' }),
  forbidden_words: z.array(z.string()),
  forbidden_phrases: z.array(z.string()),
  block_emojis: z.boolean(),
  max_exclamation_count: z.int().nullable(),
  block_all_caps_words: z.boolean(),
  updated_at: z.iso.datetime().nullable(),
})

/** Scheduled stories that break the rules. */
const ScheduledViolations = z.strictObject({
  count: z.int().meta({ description: 'Scheduled stories that break the rules, among those checked.' }),
  checked_count: z.int(),
  is_complete: z.boolean().meta({
    description: 'False: there are more scheduled stories than can be checked at once (5,000 or 5 seconds).',
  }),
  stories: z
    .array(
      z.strictObject({
        id: z.uuid(),
        title: z.string().nullable(),
        caption: z.string().meta({ description: 'The first 200 characters.' }),
        channels: z.array(z.enum(channelIds)),
        scheduled_at: z.iso.datetime(),
        violation_count: z.int(),
        violations: z.array(Violation).meta({ description: 'The first 5.' }),
      }),
    )
    .meta({ description: 'The first 50, soonest first.' }),
})

export const getVoiceRules = contract({
  method: 'GET',
  path: '/api/projects/:id/voice-rules',
  tag: 'Brand voice',
  summary: 'Get the brand voice rules of a project',
  description: 'Returns the defaults with `rules_present: false` if the project has no rules.',
  scope: 'stories:read',
  params: idParams,
  answers: { 200: VoiceRules },
  errors: ['not_found'],
})

export const putVoiceRules = contract({
  method: 'PUT',
  path: '/api/projects/:id/voice-rules',
  tag: 'Brand voice',
  summary: 'Set the brand voice rules of a project',
  description:
    'Replaces all rules: omitted members get their default. Entries are trimmed, and repeated entries (ignoring ' +
    'case) are stored once. For owners and admins. Scheduled stories stay scheduled; those that break the new rules ' +
    'are in `scheduled_violations`.',
  scope: 'stories:write',
  params: idParams,
  body: Rules,
  answers: { 200: VoiceRules.extend({ scheduled_violations: ScheduledViolations }) },
  errors: ['not_found', 'insufficient_scope'],
})

export const deleteVoiceRules = contract({
  method: 'DELETE',
  path: '/api/projects/:id/voice-rules',
  tag: 'Brand voice',
  summary: 'Delete the brand voice rules of a project',
  description: 'For owners and admins. Succeeds if there are no rules.',
  scope: 'stories:write',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['not_found', 'insufficient_scope'],
})

export const listScheduledViolations = contract({
  method: 'GET',
  path: '/api/projects/:id/voice-rules/scheduled-violations',
  tag: 'Brand voice',
  summary: 'List scheduled stories that break the rules',
  description:
    'They were scheduled before the rules changed, or with `lint_check` off. They are published as scheduled.',
  scope: 'stories:read',
  params: idParams,
  answers: { 200: ScheduledViolations },
  errors: ['not_found'],
})

export const lintVoice = contract({
  method: 'POST',
  path: '/api/projects/:id/voice-rules/lint',
  tag: 'Brand voice',
  summary: 'Check a text against the brand voice of a project',
  description:
    'Runs the same check as a create, for the caption and each channel’s own caption. Stores nothing ' +
    'and rejects nothing: rule violations are in `violations`.',
  scope: 'stories:read',
  params: idParams,
  body: z.strictObject({
    caption: caption.meta({ description: 'Violations have the channel `default`.' }),
    channel_content: z
      .partialRecord(
        z.enum(channelIds, { error: `must be one of ${channelIds.join(', ')}` }),
        z.strictObject({ caption: caption.optional() }),
      )
      .optional()
      .meta({ description: 'By channel, for channels with their own caption.' }),
    rules: Rules.optional().meta({ description: 'Rules to try. Defaults to the rules of the project.' }),
  }),
  answers: { 200: Lint },
  errors: ['not_found'],
})
