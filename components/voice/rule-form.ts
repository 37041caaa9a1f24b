import type { AnswerTo, RequestTo } from '@/lib/api/operation'
import type { getVoiceRules, putVoiceRules } from '@/lib/openapi/operations.generated'
import { formatNumber } from '@/lib/text/number-text'

export type SavedRules = AnswerTo<typeof getVoiceRules>
export type Rules = Required<Omit<RequestTo<typeof putVoiceRules>, 'id'>>

/** Limits of the API. */
export const limits = { words: 500, wordCharacters: 100, phrases: 500, phraseCharacters: 300, exclamations: 1_000 }

/** The rules as the form edits them. `exclamations` is a number; empty for no limit. */
export type RuleForm = {
  words: string[]
  phrases: string[]
  blocksEmojis: boolean
  exclamations: string
  blocksCapitals: boolean
}

export const formOf = (saved: Omit<SavedRules, 'rules_present' | 'updated_at'>): RuleForm => ({
  words: saved.forbidden_words,
  phrases: saved.forbidden_phrases,
  blocksEmojis: saved.block_emojis,
  exclamations: saved.max_exclamation_count === null ? '' : String(saved.max_exclamation_count),
  blocksCapitals: saved.block_all_caps_words,
})

export const rulesOf = ({ words, phrases, blocksEmojis, exclamations, blocksCapitals }: RuleForm): Rules => ({
  forbidden_words: words,
  forbidden_phrases: phrases,
  block_emojis: blocksEmojis,
  max_exclamation_count: exclamations.trim() === '' ? null : Number(exclamations),
  block_all_caps_words: blocksCapitals,
})

/** What is wrong with the limit of exclamation marks, if anything. */
export const exclamationsProblem = ({ exclamations }: Pick<RuleForm, 'exclamations'>): string | null =>
  exclamations.trim() === '' || (/^\d{1,4}$/.test(exclamations.trim()) && Number(exclamations) <= limits.exclamations)
    ? null
    : `Enter a whole number from 0 to ${formatNumber(limits.exclamations)}, or leave it empty.`
