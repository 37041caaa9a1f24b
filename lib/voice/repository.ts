import type { Database } from '@/lib/db/pool'
import type { VoiceRules } from './rules'

export async function findVoiceRules(db: Database, projectId: string): Promise<VoiceRules | null> {
  const row = await db
    .selectFrom('voice_rules')
    .select(['forbidden_words', 'forbidden_phrases', 'block_emojis', 'max_exclamation_count', 'block_all_caps_words'])
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row ?? null
}
