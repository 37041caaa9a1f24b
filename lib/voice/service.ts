import type { Database } from '@/lib/db/pool'
import { lint } from './lint'
import { findVoiceRules } from './repository'
import type { Captions, LintResult } from './rules'

/** Holds a story's captions against the rules of its project. */
export async function lintStory(db: Database, projectId: string, captions: Captions): Promise<LintResult> {
  return lint(await findVoiceRules(db, projectId), captions)
}
