import { z } from 'zod'
import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { monotonicMs } from '@/lib/clock'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { askModel } from './ask'
import type { AiSettings, checkAi, getAiSettings } from './contract'
import { embedTexts } from './embed'
import { embeddingModel, isEmbeddingConfigured, isModelConfigured, isSampleModel, textModel } from './settings'
import { readBudget, usageOfMonth } from './usage-repository'

export async function get(context: Context, { id }: InputOf<typeof getAiSettings>): Promise<AiSettings> {
  const { projectId } = await accessProject(context, id, 'projects:read')
  const [budget, usage] = [await readBudget(context.db, projectId), await usageOfMonth(context.db, projectId)]
  const [text, embedding] = [textModel(), embeddingModel()]
  return {
    text_model: text && modelOf(text.model),
    embedding_model: embedding && { ...modelOf(embedding.model), dimensions: embedding.dimensions },
    budget: { calls_per_hour: env().AI_CALLS_PER_HOUR, ...budget },
    usage,
  }
}

/** Not the URL: it may be internal, and members cannot change it. */
const modelOf = (name: string) => ({
  name,
  provider: env().OPENAI_BASE_URL ? ('compatible' as const) : ('openai' as const),
  is_sample: isSampleModel(name),
})

export async function check(context: Context, { id }: InputOf<typeof checkAi>): Promise<AnswerOf<typeof checkAi>> {
  const { projectId } = await accessProject(context, id, 'captions:write')
  const { db } = context
  const task = {
    name: 'check',
    instructions: 'Answer with a greeting of at most five words.',
    data: { language: 'English' },
    schema: z.object({ greeting: z.string().min(1) }),
  } as const
  const [text, embeddings] = await Promise.all([
    isModelConfigured() ? tryOut(() => askModel(db, projectId, task)) : null,
    isEmbeddingConfigured() ? tryOut(() => embedTexts(db, projectId, ['Hello'], { name: 'check' })) : null,
  ])
  return { text, embeddings }
}

async function tryOut(call: () => Promise<unknown>) {
  const startedMs = monotonicMs()
  const result = (message: string | null) => ({
    is_ok: message === null,
    message,
    duration_ms: Math.round(monotonicMs() - startedMs),
  })
  try {
    await call()
    return result(null)
  } catch (error) {
    if (error instanceof AppError && ['ai_unavailable', 'rate_limited'].includes(error.code))
      return result(error.message)
    throw error
  }
}
