import type { AnswerOf } from '@/lib/api/contract'
import type { getVoiceRules } from './contract'
import type { VoiceRulesRow } from './repository'
import { noRules } from './rules'

export const serializeVoiceRules = (row: VoiceRulesRow | undefined): AnswerOf<typeof getVoiceRules> => {
  const { forbidden_words, forbidden_phrases, block_emojis, max_exclamation_count, block_all_caps_words } =
    row ?? noRules
  return {
    rules_present: row !== undefined,
    forbidden_words,
    forbidden_phrases,
    block_emojis,
    max_exclamation_count,
    block_all_caps_words,
    updated_at: row?.updated_at.toISOString() ?? null,
  }
}
