import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import { requireTextModel } from '@/lib/ai/settings'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type * as contracts from './composer-contract'
import { adaptCaption, describeImage, suggestHashtags } from './writing/adapt'
import { type RewritePart, rewriteCaption } from './writing/rewrite'

type RewriteInput = InputOf<typeof contracts.rewriteCaption>

export async function* rewriteInParts(context: Context, input: RewriteInput): AsyncGenerator<RewritePart> {
  const projectId = await accessWriting(context, input.project_id)
  const { caption, action, channel = null, tone = null, max_chars } = input
  yield* rewriteCaption(context.db, projectId, { caption, action, channel, tone, maxCharacters: max_chars })
}

export async function rewrite(
  context: Context,
  input: RewriteInput,
): Promise<AnswerOf<typeof contracts.rewriteCaption>> {
  let last: RewritePart | undefined
  for await (const part of rewriteInParts(context, input)) last = part
  if (last?.type !== 'done') throw new Error('A rewrite ends with its result.')
  return { caption: last.caption, lint: last.lint }
}

export async function adapt(
  context: Context,
  { project_id, caption, channels }: InputOf<typeof contracts.adaptCaption>,
): Promise<AnswerOf<typeof contracts.adaptCaption>> {
  const projectId = await accessWriting(context, project_id)
  const versions = await adaptCaption(context.db, projectId, { caption, channels: [...new Set(channels)] })
  return { versions }
}

export async function hashtags(
  context: Context,
  { project_id, caption, channel }: InputOf<typeof contracts.suggestHashtags>,
): Promise<AnswerOf<typeof contracts.suggestHashtags>> {
  const projectId = await accessWriting(context, project_id)
  const found = await suggestHashtags(context.db, projectId, { caption, channel: channel ?? null })
  return { hashtags: found.join(' ') }
}

export async function altText(
  context: Context,
  { project_id, media_url, caption }: InputOf<typeof contracts.describeImage>,
): Promise<AnswerOf<typeof contracts.describeImage>> {
  const projectId = await accessWriting(context, project_id)
  return { alt_text: await describeImage(context.db, projectId, { url: media_url, caption: caption || null }) }
}

async function accessWriting(context: Context, named: string | undefined): Promise<string> {
  const { projectId } = await accessProject(context, named, 'captions:write')
  requireTextModel()
  return projectId
}
