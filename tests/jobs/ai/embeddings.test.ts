import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { embedTexts } from '@/lib/ai/embed'
import { database } from '@/lib/db/pool'
import { aProject } from '@/tests/support/api/api'
import { aModelFault, modelRequests, setEnv } from '@/tests/support/sandbox/model'

const embed = async (texts: string[]) => embedTexts(database(), (await aProject()).projectId, texts)
const product = (one: number[] = [], other: number[] = []) =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)

test('similar texts have similar vectors, in the order of the texts', async () => {
  const { model, dimensions, vectors } = await embed(['Fresh bread', 'Car insurance', 'Fresh breads'])
  expect({ model, dimensions, lengths: vectors.map(({ length }) => length) }).toEqual({
    model: 'sample-embedding',
    dimensions: 512,
    lengths: [512, 512, 512],
  })
  const [bread, insurance, breads] = vectors
  expect(product(bread, breads)).toBeGreaterThan(product(bread, insurance) + 0.3)
})

test('100 texts per call, and fewer if they are long', async () => {
  const mark = randomUUID()
  const { projectId } = await aProject()
  const { vectors } = await embedTexts(
    database(),
    projectId,
    Array.from({ length: 230 }, (_, index) => `${mark} ${index}`),
  )
  expect(vectors).toHaveLength(230)
  const long = randomUUID()
  await embed(Array.from({ length: 40 }, () => `${long} ${'word '.repeat(1_000)}`))
  const sizes = async (text: string) => (await modelRequests(text)).map(({ body }) => (body.input as string[]).length)
  expect([await sizes(mark), await sizes(long)]).toEqual([
    [100, 100, 30],
    [29, 11],
  ])
  const usage = await database().selectFrom('ai_usage').selectAll().where('project_id', '=', projectId).execute()
  expect(usage).toMatchObject([{ purpose: 'embeddings', calls: 3, failed_calls: 0, output_tokens: 0 }])
})

test('floats are requested, because the SDK reads numbers as empty base64 otherwise', async () => {
  const mark = randomUUID()
  await embed([mark])
  expect((await modelRequests(mark))[0]?.body).toEqual({
    model: 'sample-embedding',
    input: [mark],
    dimensions: 512,
    encoding_format: 'float',
  })
})

test('a wrong length names the setting', async () => {
  const mark = randomUUID()
  await aModelFault(mark, { fault: 'wrong_length' })
  await expect(embed([mark])).rejects.toMatchObject({
    code: 'ai_unavailable',
    message:
      'The embedding model sample-embedding returned 513 dimensions instead of 512. Set OPENAI_EMBEDDING_DIMENSIONS=0 to use its own.',
  })
})

test('0 leaves the length to the model; a length that it does not have names the setting', async () => {
  setEnv({ OPENAI_EMBEDDING_DIMENSIONS: '0' })
  expect((await embed(['Bread'])).dimensions).toBe(1_536)
  setEnv({ OPENAI_EMBEDDING_DIMENSIONS: '4096' })
  await expect(embed(['Bread'])).rejects.toMatchObject({
    code: 'ai_unavailable',
    message: expect.stringContaining('cannot return 4096 dimensions. Set OPENAI_EMBEDDING_DIMENSIONS=0'),
  })
})

test('embeddings have a budget of their own', async () => {
  setEnv({ AI_CALLS_PER_HOUR: '1' })
  const { projectId } = await aProject()
  await embedTexts(database(), projectId, ['Bread'])
  await expect(embedTexts(database(), projectId, ['Bread'])).rejects.toMatchObject({ code: 'rate_limited' })
})

test('without an embedding model they are unavailable, and an empty text is a mistake of the caller', async () => {
  await expect(embed(['Bread', ' '])).rejects.toThrow('Empty texts')
  setEnv({ OPENAI_EMBEDDING_MODEL: '' })
  await expect(embed(['Bread'])).rejects.toMatchObject({
    code: 'ai_unavailable',
    message: expect.stringContaining('No embedding model is configured'),
  })
})
