export const triggerKinds = ['schedule', 'connector_item', 'moment', 'story_published'] as const

export const modes = ['draft', 'schedule'] as const
export type Mode = (typeof modes)[number]

export const subjectKinds = ['item', 'moment', 'story', 'slot', 'manual'] as const
export type SubjectKind = (typeof subjectKinds)[number]

export const outcomes = ['scheduled', 'draft', 'skipped', 'failed'] as const
export type Outcome = (typeof outcomes)[number]

/** Why a run made no story, or only a draft. */
export const runCodes = [
  'too_late',
  'not_contained',
  'daily_limit',
  'poll_limit',
  'template_deleted',
  'unknown_variable',
  'voice_violation',
  'invalid_story',
  'no_free_time',
  'internal_error',
  'channel_rules',
  'missing_connection',
  'missing_field',
] as const
export type RunCode = (typeof runCodes)[number]
