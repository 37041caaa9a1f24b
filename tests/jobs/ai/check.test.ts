import { expect, test } from 'vitest'
import { check, get } from '@/lib/ai/service'
import { database } from '@/lib/db/pool'
import { aProject } from '@/tests/support/api/api'
import { setEnv } from '@/tests/support/sandbox/model'

async function aContext() {
  const { projectId: id, userId } = await aProject()
  return { id, context: { db: database(), principal: { kind: 'session', userId } as const, now: new Date() } }
}

const failed = (message: RegExp) => ({
  is_ok: false,
  message: expect.stringMatching(message),
  duration_ms: expect.any(Number),
})

test('a failed check says why, also when the budget is used up', async () => {
  const { id, context } = await aContext()
  setEnv({ OPENAI_MODEL: 'gpt-none', AI_CALLS_PER_HOUR: '1' })
  expect(await check(context, { id })).toEqual({
    text: failed(/does not know gpt-none/),
    embeddings: expect.objectContaining({ is_ok: true }),
  })
  expect(await check(context, { id })).toEqual({
    text: failed(/used its 1 AI calls of this hour/),
    embeddings: failed(/used its 1 AI calls/),
  })
})

test('without models there is nothing to check', async () => {
  const { id, context } = await aContext()
  setEnv({ OPENAI_API_KEY: '', OPENAI_BASE_URL: '' })
  expect(await check(context, { id })).toEqual({ text: null, embeddings: null })
  expect(await get(context, { id })).toMatchObject({ text_model: null, embedding_model: null })
})

test('with a key alone the models are OpenAI’s', async () => {
  const { id, context } = await aContext()
  setEnv({ OPENAI_API_KEY: 'sk-x', OPENAI_BASE_URL: '', OPENAI_MODEL: '', OPENAI_EMBEDDING_MODEL: '' })
  const openai = { provider: 'openai', is_sample: false }
  expect(await get(context, { id })).toMatchObject({
    text_model: { name: 'gpt-5-mini', ...openai },
    embedding_model: { name: 'text-embedding-3-small', dimensions: 512, ...openai },
  })
})
