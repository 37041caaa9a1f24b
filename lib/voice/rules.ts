/** Brand-voice rules of a project. */
export type VoiceRules = {
  /** Matched as whole words, ignoring case. */
  forbidden_words: string[]
  /** Matched anywhere, ignoring case. */
  forbidden_phrases: string[]
  block_emojis: boolean
  /** 0: none allowed. Null: no limit. */
  max_exclamation_count: number | null
  /** Rejects words of four or more capital letters. */
  block_all_caps_words: boolean
}

/** The rules of a project that has not set any. */
export const noRules: VoiceRules = {
  forbidden_words: [],
  forbidden_phrases: [],
  block_emojis: false,
  max_exclamation_count: null,
  block_all_caps_words: false,
}

export const violationTypes = ['word', 'phrase', 'emoji', 'exclamation', 'all_caps'] as const
export type ViolationType = (typeof violationTypes)[number]

/** `value` is the text in the caption; `position` is in code points from 0. */
export type Violation = { type: ViolationType; value: string; position: number; channel: string }

export type LintResult = { ok: boolean; rules_present: boolean; violations: Violation[] }

/** Captions by channel; `default` is the story's. */
export type Captions = { default?: string | undefined; [channel: string]: string | undefined }
