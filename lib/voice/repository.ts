import { perDatabase } from '@/lib/db/coalesce'
import type { VoiceRules } from './rules'

/** Null: the project has none. Requests that ask at the same time share one question. */
export const findVoiceRules = perDatabase(async (db, projectIds: string[]): Promise<(VoiceRules | null)[]> => {
  const rows = await db
    .selectFrom('voice_rules')
    .select([
      'project_id',
      'forbidden_words',
      'forbidden_phrases',
      'block_emojis',
      'max_exclamation_count',
      'block_all_caps_words',
    ])
    .where('project_id', 'in', [...new Set(projectIds)])
    .execute()
  const found = new Map(rows.map(({ project_id, ...rules }) => [project_id, rules]))
  return projectIds.map((id) => found.get(id) ?? null)
})
