import { accessProject, requireRole } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { Database } from '@/lib/db/pool'
import type * as contracts from './contract'
import { fold } from './fold'
import { lint } from './lint'
import { deleteVoiceRulesRow, findVoiceRules, findVoiceRulesRow, upsertVoiceRules } from './repository'
import type { Captions, LintResult } from './rules'
import { findScheduledViolations } from './scheduled'
import { serializeVoiceRules } from './serializer'

export async function get(
  context: Context,
  { id }: InputOf<typeof contracts.getVoiceRules>,
): Promise<AnswerOf<typeof contracts.getVoiceRules>> {
  const { projectId } = await accessProject(context, id, 'stories:read')
  return serializeVoiceRules(await findVoiceRulesRow(context.db, projectId))
}

export async function put(
  context: Context,
  { id, ...rules }: InputOf<typeof contracts.putVoiceRules>,
): Promise<AnswerOf<typeof contracts.putVoiceRules>> {
  const projectId = await accessAsAdmin(context, id)
  const row = await upsertVoiceRules(context.db, projectId, {
    ...rules,
    forbidden_words: withoutRepeated(rules.forbidden_words),
    forbidden_phrases: withoutRepeated(rules.forbidden_phrases),
  })
  return {
    ...serializeVoiceRules(row),
    scheduled_violations: await findScheduledViolations(context.db, projectId, row),
  }
}

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deleteVoiceRules>,
): Promise<AnswerOf<typeof contracts.deleteVoiceRules>> {
  const projectId = await accessAsAdmin(context, id)
  await deleteVoiceRulesRow(context.db, projectId)
  return { ok: true }
}

export async function scheduledViolations(
  context: Context,
  { id }: InputOf<typeof contracts.listScheduledViolations>,
): Promise<AnswerOf<typeof contracts.listScheduledViolations>> {
  const { projectId } = await accessProject(context, id, 'stories:read')
  return findScheduledViolations(context.db, projectId, await findVoiceRules(context.db, projectId))
}

async function accessAsAdmin(context: Context, id: string): Promise<string> {
  const access = await accessProject(context, id, 'stories:write')
  requireRole(context, access, 'admin')
  return access.projectId
}

/** The first of each group of entries that match the same text. */
function withoutRepeated(entries: readonly string[]): string[] {
  const seen = new Set<string>()
  return entries.filter((entry) => {
    const { text } = fold(entry)
    return !seen.has(text) && seen.add(text)
  })
}

/** Checks a story's captions against the project's rules. */
export async function lintStory(db: Database, projectId: string, captions: Captions): Promise<LintResult> {
  return lint(await findVoiceRules(db, projectId), captions)
}

/** Checks a text while the user types. */
export async function lintVoice(
  context: Context,
  { id, caption, channel_content, rules }: InputOf<typeof contracts.lintVoice>,
): Promise<AnswerOf<typeof contracts.lintVoice>> {
  const { projectId } = await accessProject(context, id, 'stories:read')
  const own = Object.entries(channel_content ?? {}).map(([channel, content]) => [channel, content?.caption])
  const captions = { default: caption, ...Object.fromEntries(own) }
  return rules ? lint(rules, captions) : lintStory(context.db, projectId, captions)
}
