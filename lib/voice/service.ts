import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { Database } from '@/lib/db/pool'
import { accessProject } from '@/lib/projects/access'
import type { lintVoice as contract } from './contract'
import { lint } from './lint'
import { findVoiceRules } from './repository'
import type { Captions, LintResult } from './rules'

/** Holds a story's captions against the rules of its project. */
export async function lintStory(db: Database, projectId: string, captions: Captions): Promise<LintResult> {
  return lint(await findVoiceRules(db, projectId), captions)
}

/** What is asked while somebody writes, long before anything is kept. */
export async function lintVoice(
  context: Context,
  { id, caption, channel_content }: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessProject(context, id, 'stories:read')
  const own = Object.entries(channel_content ?? {}).map(([channel, content]) => [channel, content?.caption])
  return lintStory(context.db, projectId, { default: caption, ...Object.fromEntries(own) })
}
