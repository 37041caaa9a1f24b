/** How a project writes. Null for a project that never said. */
export type VoiceRules = {
  /** Single words, found as whole words, case ignored. */
  forbidden_words: string[]
  /** Found anywhere, case ignored. */
  forbidden_phrases: string[]
  block_emojis: boolean
  /** 0: none at all. Null: as many as one likes. */
  max_exclamation_count: number | null
  /** Refuses words of four letters and more in capitals. */
  block_all_caps_words: boolean
}

export const violationTypes = ['word', 'phrase', 'emoji', 'exclamation', 'all_caps'] as const
export type ViolationType = (typeof violationTypes)[number]

/** `value` is the text as the caption has it; `position` counts code points from 0. */
export type Violation = { type: ViolationType; value: string; position: number; channel: string }

export type LintResult = { ok: boolean; rules_present: boolean; violations: Violation[] }

/** Texts by where they stand: `default` is the story's own caption, the rest are channels'. */
export type Captions = { default?: string | undefined; [channel: string]: string | undefined }
