import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import { requireTextModel } from '@/lib/ai/settings'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { invalid } from '@/lib/errors'
import type * as contracts from './contract'
import { channelMax } from './writing/caption-limit'
import { guidanceFor } from './writing/guidance'
import { suggestCaptions } from './writing/suggest'
import { writeCaption } from './writing/write-caption'

export async function write(
  context: Context,
  { project_id, channel, ...given }: InputOf<typeof contracts.writeCaption>,
): Promise<AnswerOf<typeof contracts.writeCaption>> {
  const { projectId } = await accessProject(context, project_id, 'captions:write')
  const { topic, tone } = { topic: given.topic ?? null, tone: given.tone ?? null }
  requireTextModel()
  const guidance = await guidanceFor(context.db, projectId, { brief: topic, channel, contentType: null })
  if (topic === null && guidance.examples.length === 0 && guidance.pillars.length === 0) {
    const message = 'is required: this project has no approved captions and no pillars'
    throw invalid('topic', message, 'required')
  }
  const written = await writeCaption(context.db, projectId, { topic, channel, tone }, guidance)
  return { caption: written.caption, hashtags: written.hashtags.join(' '), channel }
}

export async function suggest(
  context: Context,
  input: InputOf<typeof contracts.suggestCaptions>,
): Promise<AnswerOf<typeof contracts.suggestCaptions>> {
  const { projectId } = await accessProject(context, input.project_id, 'captions:write')
  const { channel = null, max_chars } = input
  if (channel && max_chars !== undefined && max_chars > channelMax(channel)) {
    const message = `must be at most ${channelMax(channel).toLocaleString('en')} for ${channel}`
    throw invalid('max_chars', message, 'too_big')
  }
  requireTextModel()
  return suggestCaptions(context.db, projectId, {
    brief: input.brief,
    channel,
    contentType: input.content_type ?? null,
    tone: input.tone ?? null,
    format: input.format ?? null,
    destination: input.destination_url ?? null,
    count: input.num_suggestions,
    maxCharacters: max_chars,
  })
}
