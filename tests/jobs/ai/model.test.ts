import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { askModel } from '@/lib/ai/ask'
import { embeddingModel, isEmbeddingConfigured, isModelConfigured, isSampleModel, textModel } from '@/lib/ai/settings'
import { streamModel } from '@/lib/ai/stream'
import { database, transaction } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { aProject } from '@/tests/support/api/api'
import { aModelFault, modelRequests, setEnv } from '@/tests/support/sandbox/model'

const apis = ['responses', 'chat'] as const
const pathOf = { responses: '/responses', chat: '/chat/completions' }
const Captions = z.object({ captions: z.array(z.string()).min(1) })

/** A task whose requests have a brief of their own. */
async function aTask() {
  const { projectId } = await aProject()
  const brief = `Announce our new bread ${randomUUID()}`
  const task = { name: 'captions', instructions: 'Write captions.', data: { brief, count: 2 } } as const
  const ask = () => askModel(database(), projectId, { ...task, schema: Captions })
  const stream = async () => {
    const parts: string[] = []
    for await (const part of streamModel(database(), projectId, task)) parts.push(part)
    return parts
  }
  return { projectId, brief, task, ask, stream }
}

const usageOf = (projectId: string) =>
  database()
    .selectFrom('ai_usage')
    .select(['purpose', 'model', 'calls', 'failed_calls', 'input_tokens', 'output_tokens'])
    .where('project_id', '=', projectId)
    .execute()

const unavailable = (message: RegExp) => ({ code: 'ai_unavailable', message: expect.stringMatching(message) })

describe.each(apis)('through %s', (api) => {
  test('an answer is parsed, and the data is in the user message only', async () => {
    setEnv({ OPENAI_API: api })
    const { ask, brief, projectId } = await aTask()
    const { captions } = await ask()
    expect(captions).toEqual([expect.stringContaining('bread'), expect.stringContaining('bread')])
    const [sent, ...others] = await modelRequests(brief)
    expect(others).toEqual([])
    expect(sent).toMatchObject({ path: pathOf[api], status: 200 })
    const { instructions, messages } = (sent?.body ?? {}) as { instructions?: string; messages?: unknown[] }
    expect(JSON.stringify(instructions ?? messages?.[0])).toMatch(/Write captions/)
    expect(JSON.stringify(instructions ?? messages?.[0])).not.toContain(brief)
    const [used] = await usageOf(projectId)
    expect(used).toMatchObject({ purpose: 'captions', model: 'sample-writer', calls: 1, failed_calls: 0 })
    expect(used?.input_tokens).toBeGreaterThan(50)
    expect(used?.output_tokens).toBeGreaterThan(10)
  })

  test('images are sent with the message', async () => {
    setEnv({ OPENAI_API: api })
    const { projectId, task, brief } = await aTask()
    const images = [{ type: 'image/png', bytes: Buffer.from('a picture') }] as const
    await askModel(database(), projectId, { ...task, images, schema: Captions })
    const [sent] = await modelRequests(brief)
    expect(JSON.stringify(sent?.body)).toContain(`data:image/png;base64,${Buffer.from('a picture').toString('base64')}`)
  })

  test('a text arrives in parts, and its tokens are counted', async () => {
    setEnv({ OPENAI_API: api })
    const { stream, projectId, brief } = await aTask()
    const parts = await stream()
    expect(parts.length).toBeGreaterThan(3)
    expect(parts.join('')).toContain(brief.slice(-36))
    const [used] = await usageOf(projectId)
    expect(used).toMatchObject({ calls: 1, failed_calls: 0 })
    expect(used?.output_tokens).toBeGreaterThan(10)
  })

  test.each([
    ['server_error', {}, /had an error \(500\)/, 2],
    ['html_502', {}, /had an error \(502\)/, 2],
    ['rate_limit', {}, /limits requests\. Try again later/, 2],
    ['rate_limit', { retry_after_seconds: 30 }, /limits requests\. Try again in 30 s/, 1],
    ['quota', {}, /quota of the AI account is used up/, 1],
    ['broken_json', {}, /cannot be used/, 1],
    ['refuse', {}, /declined to answer/, 1],
    ['cut_off', {}, /was cut off/, 1],
    // A wrong answer may be corrected once.
    ['rubbish', {}, /cannot be used/, 2],
    ['wrong_answer', {}, /cannot be used/, 2],
  ])('%s %o is ai_unavailable', async (fault, options, message, requests) => {
    setEnv({ OPENAI_API: api })
    const { ask, brief, projectId } = await aTask()
    await aModelFault(brief, { fault, ...options })
    await expect(ask()).rejects.toMatchObject(unavailable(message))
    expect(await modelRequests(brief)).toHaveLength(requests)
    expect(await usageOf(projectId)).toMatchObject([{ calls: 1, failed_calls: 1 }])
  })

  test.each(['server_error', 'rate_limit', 'rubbish', 'wrong_answer'])('one %s is overcome', async (fault) => {
    setEnv({ OPENAI_API: api })
    const { ask, brief, projectId } = await aTask()
    await aModelFault(brief, { fault, times: 1 })
    expect((await ask()).captions).toHaveLength(2)
    expect(await usageOf(projectId)).toMatchObject([{ calls: 1, failed_calls: 0 }])
  })

  test('a server that does not answer is given up', async () => {
    setEnv({ OPENAI_API: api, AI_TIMEOUT_SECONDS: '0.2' })
    const { ask, stream, brief } = await aTask()
    await aModelFault(brief, { fault: 'hang' })
    await expect(ask()).rejects.toMatchObject(unavailable(/did not answer within 0\.2 s/))
    expect(await modelRequests(brief)).toHaveLength(2)
    await expect(stream()).rejects.toMatchObject(unavailable(/did not answer/))
  })

  test.each([
    ['refuse', /declined/],
    ['cut_off', /was cut off/],
    ['break_off', /cannot be used/],
    ['quota', /quota/],
    ['html_502', /\(502\)/],
  ])('a stream with %s fails and is counted', async (fault, message) => {
    setEnv({ OPENAI_API: api })
    const { stream, brief, projectId } = await aTask()
    await aModelFault(brief, { fault })
    await expect(stream()).rejects.toMatchObject(unavailable(message))
    expect(await usageOf(projectId)).toMatchObject([{ calls: 1, failed_calls: 1 }])
  })

  test('a stream that nobody reads any more ends, and is counted', async () => {
    setEnv({ OPENAI_API: api })
    const { projectId, task } = await aTask()
    for await (const part of streamModel(database(), projectId, task)) if (part) break
    expect(await usageOf(projectId)).toMatchObject([{ calls: 1, failed_calls: 0 }])
  })

  test('a model without structured output and streaming is asked in words', async () => {
    setEnv({ OPENAI_API: api, OPENAI_MODEL: 'sample-plain' })
    const { ask, stream, brief } = await aTask()
    expect((await ask()).captions).toHaveLength(2)
    expect((await ask()).captions).toHaveLength(2)
    const statuses = (await modelRequests(brief)).map(({ status }) => status)
    // What it refused once is not tried again.
    expect(statuses.slice(-2)).toEqual([200, 200])
    expect(await stream()).toEqual([expect.stringContaining('bread')])
  })

  test('a wrong key, model or address says which setting to check', async () => {
    const { ask } = await aTask()
    setEnv({ OPENAI_API: api, OPENAI_API_KEY: 'sk-wrong-key' })
    await expect(ask()).rejects.toMatchObject(unavailable(/Check OPENAI_API_KEY/))
    setEnv({ OPENAI_API_KEY: '', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' })
    await expect(ask()).rejects.toMatchObject(unavailable(/Check OPENAI_BASE_URL/))
  })
})

test('an unknown model says which setting to check', async () => {
  setEnv({ OPENAI_MODEL: 'gpt-none' })
  const { ask } = await aTask()
  await expect(ask()).rejects.toMatchObject(unavailable(/does not know gpt-none/))
})

test('without any setting the model is missing, and nothing is counted', async () => {
  setEnv({ OPENAI_API_KEY: '', OPENAI_BASE_URL: '', OPENAI_MODEL: '' })
  const { ask, stream, projectId } = await aTask()
  for (const call of [ask, stream])
    await expect(call()).rejects.toMatchObject(unavailable(/No AI model is configured\. Set OPENAI_API_KEY/))
  expect(await usageOf(projectId)).toEqual([])
})

test('a key alone means OpenAI with its own models; a base URL needs a model and uses chat', () => {
  setEnv({ OPENAI_API_KEY: 'sk-x', OPENAI_BASE_URL: '', OPENAI_MODEL: '', OPENAI_EMBEDDING_MODEL: '' })
  expect(textModel()).toMatchObject({ baseUrl: 'https://api.openai.com/v1', api: 'responses', model: 'gpt-5-mini' })
  expect(embeddingModel()).toMatchObject({ model: 'text-embedding-3-small', dimensions: 512 })
  setEnv({ OPENAI_BASE_URL: 'http://localhost:11434/v1/' })
  expect([isModelConfigured(), isEmbeddingConfigured()]).toEqual([false, false])
  setEnv({
    OPENAI_API_KEY: '',
    OPENAI_MODEL: 'llama',
    OPENAI_EMBEDDING_MODEL: 'nomic',
    OPENAI_EMBEDDING_DIMENSIONS: '0',
  })
  expect(textModel()).toMatchObject({ baseUrl: 'http://localhost:11434/v1', api: 'chat', model: 'llama' })
  expect(embeddingModel()).toMatchObject({ model: 'nomic', dimensions: null })
  expect([isSampleModel('sample-writer'), isSampleModel('gpt-5-mini')]).toEqual([true, false])
})

test('a model is never called inside a transaction', async () => {
  const { projectId, task, brief } = await aTask()
  const call = transaction(database(), (tx) => askModel(tx, projectId, { ...task, schema: Captions }))
  await expect(call).rejects.toThrow('inside a transaction')
  const outer = transaction(database(), () => askModel(database(), projectId, { ...task, schema: Captions }))
  await expect(outer).rejects.toThrow('inside a transaction')
  expect(await modelRequests(brief)).toEqual([])
})

test('a project has a budget per hour, also for parallel calls', async () => {
  setEnv({ AI_CALLS_PER_HOUR: '2' })
  const { ask, stream, brief } = await aTask()
  const results = await Promise.allSettled([ask(), ask(), ask(), ask()])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  const refusal = await stream().catch((error: unknown) => error)
  expect(refusal).toMatchObject({
    code: 'rate_limited',
    message: expect.stringMatching(/^This project has used its 2 AI calls of this hour\. Try again in \d+ min\.$/),
    headers: { 'Retry-After': expect.stringMatching(/^\d{1,4}$/) },
  })
  expect(await modelRequests(brief)).toHaveLength(2)
  const other = await aTask()
  expect((await other.ask()).captions).toHaveLength(2)
})

test('the log has model, tokens and time, and no text', async () => {
  const lines = [vi.spyOn(log, 'info'), vi.spyOn(log, 'warn')]
  const { ask, brief, projectId } = await aTask()
  const { captions } = await ask()
  await aModelFault(brief, { fault: 'quota' })
  await ask().catch(() => {})
  const written = lines.flatMap(({ mock }) => mock.calls).filter(([event]) => event === 'ai.call')
  expect(written.map(([, members]) => members)).toEqual([
    {
      project_id: projectId,
      purpose: 'captions',
      model: 'sample-writer',
      input_tokens: expect.any(Number),
      output_tokens: expect.any(Number),
      duration_ms: expect.any(Number),
    },
    expect.objectContaining({ cause: expect.objectContaining({ status: 429, code: 'insufficient_quota' }) }),
  ])
  for (const text of [brief, captions[0]]) expect(JSON.stringify(written)).not.toContain(text)
  vi.restoreAllMocks()
})
