import { readFile } from 'node:fs/promises'
import { OpenAI } from 'openai'
import { LengthFinishReasonError } from 'openai/error'
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { modelKey } from '@/sandbox/model/service'
import { startSandbox } from '@/sandbox/server'
import { aDirectory, aSandbox, control, json, request } from './support'

/** OpenAI's own client reads every answer. */
async function aModel() {
  const sandbox = await aSandbox()
  const client = new OpenAI({ apiKey: modelKey, baseURL: `${sandbox.url}/v1`, maxRetries: 0 })
  return { sandbox, client }
}

const Posts = z.object({
  posts: z.array(z.object({ text: z.string(), tags: z.array(z.string()), score: z.number().min(0).max(1) })).length(2),
  best: z.union([z.object({ channel: z.enum(['x', 'linkedin']) }), z.null()]),
})
const model = 'sample-writer'
const content = JSON.stringify({ brief: 'Announce the new menu for autumn', max_characters: 60 })
const input = [{ role: 'user' as const, content }]

describe('answers', () => {
  test('match the schema, the brief and the limit at both endpoints', async () => {
    const { client } = await aModel()
    const format = zodTextFormat(Posts, 'posts')
    const response = await client.responses.parse({ model, input, store: false, text: { format } })
    const response_format = zodResponseFormat(Posts, 'posts')
    const completion = await client.chat.completions.parse({ model, messages: input, response_format })
    const answers = [response.output_parsed, completion.choices[0]?.message.parsed]
    for (const answer of answers) {
      expect(answer?.posts.map(({ text }) => text)).toEqual([
        'Good news: the new menu for autumn. What do you think?',
        'The new menu for autumn. We can’t wait to show you more.',
      ])
      expect(answer?.posts[0]).toMatchObject({ tags: ['#menu', '#autumn'], score: 0.9 })
      expect(answer?.best).toEqual({ channel: 'x' })
    }
  })

  test('are streamed in parts', async () => {
    const { client } = await aModel()
    const stream = client.responses.stream({ model, input, store: false })
    const parts: string[] = []
    for await (const event of stream) if (event.type === 'response.output_text.delta') parts.push(event.delta)
    const response = await stream.finalResponse()
    expect(parts.length).toBeGreaterThan(5)
    expect(parts.join('')).toBe(response.output_text)
    const chat = client.chat.completions.stream({ model, messages: input, stream_options: { include_usage: true } })
    expect(await chat.finalContent()).toBe(parts.join(''))
    expect((await chat.totalUsage()).completion_tokens).toBe(response.usage?.output_tokens)
  })

  test('a given text is kept, and shortened by sentences', async () => {
    const { client } = await aModel()
    const rewritten = async (max_characters: number): Promise<string> => {
      const data = { text: 'Our bread is back. It is warm, and it is good.', max_characters }
      return (await client.responses.create({ model, input: JSON.stringify(data), store: false })).output_text
    }
    expect(await rewritten(200)).toBe('Our bread is back. It is warm, and it is good. Tell us what you think.')
    expect(await rewritten(30)).toBe('Our bread is back.')
    expect(await rewritten(12)).toBe('Our bread')
  })

  test('can be refused or cut off', async () => {
    const { client, sandbox } = await aModel()
    await control(sandbox, 'POST', '/model/faults', { fault: 'refuse', times: 2 })
    await control(sandbox, 'POST', '/model/faults', { fault: 'cut_off' })
    const text = { format: zodTextFormat(Posts, 'posts') }
    const messages = { model, messages: input, response_format: zodResponseFormat(Posts, 'posts') }
    const [message] = (await client.responses.parse({ model, input, text })).output.slice(-1)
    expect(message).toMatchObject({ content: [{ type: 'refusal' }] })
    const { choices } = await client.chat.completions.parse(messages)
    expect(choices[0]?.message).toMatchObject({ content: null, parsed: null, refusal: expect.any(String) })
    await expect(client.chat.completions.parse(messages)).rejects.toBeInstanceOf(LengthFinishReasonError)
    expect(await client.responses.create({ model, input })).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    })
  })

  test('embeddings are sent as numbers or base64, by index', async () => {
    const { client } = await aModel()
    const sent = { model: 'sample-embedding', input: ['Bread', 'Brot'], dimensions: 8 }
    const [numbers, base64] = await Promise.all([
      client.embeddings.create({ ...sent, encoding_format: 'float' }),
      client.embeddings.create(sent),
    ])
    expect(numbers.data.map(({ index }) => index)).toEqual([1, 0])
    for (const [place, { embedding }] of numbers.data.entries()) {
      expect(Math.hypot(...embedding)).toBeCloseTo(1)
      for (const [at, value] of embedding.entries()) expect(base64.data[place]?.embedding[at]).toBeCloseTo(value)
    }
  })
})

describe('strictness', () => {
  const key = { authorization: `Bearer ${modelKey}` }
  const strict = { type: 'json_schema', name: 'answer', strict: true }
  const object = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }
  const withSchema = (schema: unknown) => ({ model, input: 'Hi', text: { format: { ...strict, schema } } })
  const messages = [{ role: 'user', content: 'Hi' }]

  test.each<[string, string, unknown, number, { param?: string; code?: string }]>([
    [
      'an unknown member',
      '/responses',
      { model, input: 'Hi', nonsense: 1 },
      400,
      { param: 'nonsense', code: 'unknown_parameter' },
    ],
    ['an unknown member', '/chat/completions', { model, messages, nonsense: 1 }, 400, { param: 'nonsense' }],
    ['an unknown member', '/embeddings', { model: 'sample-embedding', input: 'Hi', x: 1 }, 400, { param: 'x' }],
    [
      'a missing member',
      '/chat/completions',
      { model },
      400,
      { param: 'messages', code: 'missing_required_parameter' },
    ],
    [
      'an unknown model',
      '/responses',
      { model: 'gpt-5', input: 'Hi' },
      404,
      { param: 'model', code: 'model_not_found' },
    ],
    ['a text model for embeddings', '/embeddings', { model, input: 'Hi' }, 404, { code: 'model_not_found' }],
    [
      'an open object',
      '/responses',
      withSchema({ ...object, additionalProperties: true }),
      400,
      { param: 'text.format', code: 'invalid_json_schema' },
    ],
    ['an optional member', '/responses', withSchema({ ...object, required: [] }), 400, { code: 'invalid_json_schema' }],
    [
      'a list as root',
      '/responses',
      withSchema({ type: 'array', items: object }),
      400,
      { code: 'invalid_json_schema' },
    ],
    [
      'oneOf',
      '/responses',
      withSchema({ ...object, properties: { a: { oneOf: [] } } }),
      400,
      { code: 'invalid_json_schema' },
    ],
    ['no text', '/embeddings', { model: 'sample-embedding', input: [] }, 400, { param: 'input' }],
    ['an empty text', '/embeddings', { model: 'sample-embedding', input: ['Hi', ''] }, 400, {}],
    [
      'too many texts',
      '/embeddings',
      { model: 'sample-embedding', input: Array(2_049).fill('Hi') },
      400,
      { param: 'input' },
    ],
    [
      'too many dimensions',
      '/embeddings',
      { model: 'sample-embedding', input: 'Hi', dimensions: 1_537 },
      400,
      { param: 'dimensions' },
    ],
    [
      'usage of a stream that is none',
      '/chat/completions',
      { model, messages, stream_options: { include_usage: true } },
      400,
      { param: 'stream_options' },
    ],
    ['an unknown path', '/completions', { model }, 404, {}],
  ])('refuses %s at %s', async (_, path, body, status, error) => {
    const { url } = await aSandbox()
    const reply = await request(`${url}/v1${path}`, json(body, key))
    expect(reply.status).toBe(status)
    expect(reply.headers.get('x-request-id')).toMatch(/^req_/)
    expect(Object.keys(reply.body.error)).toEqual(['message', 'type', 'param', 'code'])
    expect(reply.body.error).toMatchObject({ type: 'invalid_request_error', ...error })
  })

  test('refuses a missing and a wrong key, and another method', async () => {
    const { url } = await aSandbox()
    const sent = { model, input: 'Hi' }
    expect((await request(`${url}/v1/responses`, json(sent))).status).toBe(401)
    const wrong = await request(`${url}/v1/responses`, json(sent, { authorization: 'Bearer sk-wrong' }))
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'invalid_api_key'])
    expect((await request(`${url}/v1/responses`, { headers: key })).status).toBe(405)
  })
})

test('all requests can be read, and are appended to a file', async () => {
  const directory = await aDirectory()
  const sandbox = await startSandbox({ port: 0, directory, modelLog: `${directory}/prompts.log` })
  onTestFinished(() => sandbox.stop())
  const sent = { model, input: 'A text of its own' }
  await request(`${sandbox.url}/v1/responses`, json(sent, { authorization: `Bearer ${modelKey}` }))
  await request(`${sandbox.url}/v1/responses`, json({ model, input: 'Another' }))
  const { body } = await control(sandbox, 'GET', '/model/requests?contains=of%20its%20own')
  expect(body.requests).toEqual([expect.objectContaining({ path: '/responses', body: sent, status: 200, fault: null })])
  expect(JSON.stringify(body)).not.toContain(modelKey)
  expect(await readFile(`${directory}/prompts.log`, 'utf8')).toBe(
    `${JSON.stringify(sent)}\n${JSON.stringify({ model, input: 'Another' })}\n`,
  )
})
