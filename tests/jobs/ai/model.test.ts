import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { askModel } from '@/lib/ai/ask'
import { embedTexts } from '@/lib/ai/embed'
import { isEmbeddingConfigured, isModelConfigured, isSampleModel } from '@/lib/ai/settings'
import { streamModel } from '@/lib/ai/stream'
import { database, transaction } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { aProject } from '@/tests/support/api/api'

const answer = '{"captions":["One"]}'
const usage = { prompt_tokens: 5, completion_tokens: 2, input_tokens: 5, output_tokens: 2 }
const message = () => ({ type: 'message', content: [{ type: 'output_text', text: answer }] })
const answers: Record<string, () => unknown> = {
  '/v1/chat/completions': () => ({ choices: [{ finish_reason: 'stop', message: { content: answer } }], usage }),
  '/v1/responses': () => ({ status: 'completed', output: [{ type: 'reasoning' }, message()], usage }),
  '/v1/embeddings': () => ({ data: [{ index: 0, embedding: [0.6, 0.8] }], usage }),
}
const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answers[request.url ?? '']?.()))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  vi.stubEnv('OPENAI_BASE_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`)
  vi.stubEnv('OPENAI_MODEL', 'sample-1')
  vi.stubEnv('OPENAI_EMBEDDING_MODEL', 'sample-embedding')
  vi.stubEnv('OPENAI_EMBEDDING_DIMENSIONS', '2')
  reloadEnv()
})
afterAll(() => {
  server.close()
  vi.unstubAllEnvs()
  reloadEnv()
})

const schema = z.object({ captions: z.array(z.string()).min(1) })
const task = { name: 'captions', instructions: 'Write.', data: { brief: 'Bread' } } as const

test.each(['chat', 'responses'])('an answer of %s is parsed, and its calls and tokens are counted', async (api) => {
  vi.stubEnv('OPENAI_API', api)
  reloadEnv()
  const { projectId } = await aProject()
  expect(await askModel(database(), projectId, { ...task, schema })).toEqual({ captions: ['One'] })
  const parts: string[] = []
  for await (const part of streamModel(database(), projectId, task)) parts.push(part)
  expect(parts.join('')).toBe(answer)
  const used = database().selectFrom('ai_usage').select(['purpose', 'model', 'calls', 'input_tokens', 'output_tokens'])
  expect(await used.where('project_id', '=', projectId).execute()).toEqual([
    { purpose: 'captions', model: 'sample-1', calls: 2, input_tokens: 10, output_tokens: 4 },
  ])
})

test('embeddings come with their model and dimensions', async () => {
  const { projectId } = await aProject()
  expect([isModelConfigured(), isEmbeddingConfigured(), isSampleModel('sample-1')]).toEqual([true, true, true])
  expect(await embedTexts(database(), projectId, ['Bread'])).toEqual({
    model: 'sample-embedding',
    dimensions: 2,
    vectors: [[0.6, 0.8]],
  })
})

test('a model is never called inside a transaction', async () => {
  const { projectId } = await aProject()
  await expect(transaction(database(), (tx) => askModel(tx, projectId, { ...task, schema }))).rejects.toThrow(
    'inside a transaction',
  )
})
