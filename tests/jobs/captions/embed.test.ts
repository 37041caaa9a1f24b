import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Context } from '@/lib/access/context'
import { addCorpusCaptions } from '@/lib/captions/corpus/contract'
import { embedWaiting } from '@/lib/captions/corpus/embed'
import { listCaptions } from '@/lib/captions/corpus/repository'
import { add, update } from '@/lib/captions/corpus/service'
import { findSimilar, nearest, nearestOfNewest } from '@/lib/captions/corpus/similar'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/pool'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { onOwnDatabase } from '@/tests/support/publishing/publishing'
import { aModelFault, modelRequests, setEnv } from '@/tests/support/sandbox/model'

onOwnDatabase()

const noModel = { OPENAI_API_KEY: '', OPENAI_BASE_URL: '' }

const contextOf = ({ userId }: TestProject): Context => ({
  ...{ db: database(), principal: { kind: 'session', userId }, now: systemClock() },
})

const addTo = (project: TestProject, ...captions: string[]) =>
  add(contextOf(project), {
    id: project.projectId,
    ...addCorpusCaptions.body.parse({ captions: captions.map((caption) => ({ caption })) }),
  })

const spacesIn = async ({ projectId }: TestProject) => {
  const rows = await listCaptions(database(), projectId, { filter: {}, after: undefined, limit: 200 })
  return new Set(rows.map(({ embedding_model, embedding_dimensions }) => `${embedding_model} ${embedding_dimensions}`))
}

/** Texts that the model was asked to embed. */
const embedded = async (mark: string) => (await modelRequests(mark)).flatMap(({ body }) => body.input as string[])

test('without a model captions wait, and a job embeds them', async () => {
  const project = await aProject()
  const other = await aProject()
  const mark = randomUUID()
  const set = Object.fromEntries(Object.keys(noModel).map((name) => [name, process.env[name] ?? '']))
  setEnv(noModel)
  const { captions } = await addTo(project, ...Array.from({ length: 100 }, (_, index) => `${mark} ${index}`))
  expect(new Set(captions.map(({ embedded }) => embedded))).toEqual(new Set([false]))
  await addTo(project, `${mark} last`)
  await addTo(other, `${mark} other`)
  expect(await embedWaiting(database())).toEqual({ embedded: 0 })
  setEnv(set)
  expect(await embedWaiting(database())).toEqual({ embedded: 102 })
  expect(await embedWaiting(database())).toEqual({ embedded: 0 })
  expect(await embedded(mark)).toHaveLength(102)
  expect(await spacesIn(project)).toEqual(new Set(['sample-embedding 512']))
})

test('a model that fails leaves captions to the job', async () => {
  const project = await aProject()
  const mark = randomUUID()
  await aModelFault(mark, { fault: 'quota', times: 2 })
  expect((await addTo(project, mark)).captions).toMatchObject([{ embedded: false }])
  expect(await embedWaiting(database())).toEqual({ embedded: 0 })
  expect(await embedWaiting(database())).toEqual({ embedded: 1 })
})

test('a used-up budget of one project does not delay others', async () => {
  const [poor, other] = [await aProject(), await aProject()]
  const mark = randomUUID()
  await aModelFault(mark, { fault: 'quota', times: 2 })
  await addTo(poor, mark)
  await addTo(other, `other ${mark}`)
  await database()
    .insertInto('ai_budgets')
    .values({ project_id: poor.projectId, kind: 'embedding', hour: new Date(Date.now() + 3_600_000), calls: 60 })
    .onConflict((conflict) => conflict.columns(['project_id', 'kind']).doUpdateSet({ calls: 60 }))
    .execute()
  expect(await embedWaiting(database())).toEqual({ embedded: 1 })
  expect([await spacesIn(poor), await spacesIn(other)]).toEqual([
    new Set(['null null']),
    new Set(['sample-embedding 512']),
  ])
})

test('a new text, and other dimensions, embed again', async () => {
  const project = await aProject()
  const mark = randomUUID()
  const { captions } = await addTo(project, `Bread ${mark}`, `Cake ${mark}`)
  const id = captions[0]?.id ?? ''
  await update(contextOf(project), { id, approved: false })
  expect(await embedded(mark)).toHaveLength(2)
  expect(await update(contextOf(project), { id, caption: `Fresh bread ${mark}` })).toMatchObject({ embedded: true })
  expect((await embedded(mark)).at(-1)).toBe(`Fresh bread ${mark}`)
  setEnv({ OPENAI_EMBEDDING_DIMENSIONS: '256' })
  // Vectors of the old length are not compared.
  expect(await findSimilar(database(), project.projectId, { text: mark, filter: {}, limit: 5 })).toEqual([])
  await embedWaiting(database())
  expect(await spacesIn(project)).toEqual(new Set(['sample-embedding 256']))
  expect(
    await findSimilar(database(), project.projectId, { text: `Cake ${mark}`, filter: {}, limit: 1 }),
  ).toMatchObject([{ caption: `Cake ${mark}`, similarity: expect.closeTo(1, 5) }])
})

test('an edit while the model answers keeps no vector of the old text', async () => {
  const project = await aProject()
  const mark = randomUUID()
  await aModelFault(mark, { fault: 'quota', times: 1 })
  const { captions } = await addTo(project, `Bread ${mark}`)
  const { listUnembedded, storeEmbeddings } = await import('@/lib/captions/corpus/embeddings-repository')
  const space = { model: 'sample-embedding', dimensions: 2 }
  const waiting = await listUnembedded(database(), project.projectId, space, 10)
  await aModelFault(mark, { fault: 'quota', times: 1 })
  await update(contextOf(project), { id: captions[0]?.id ?? '', caption: `Cake ${mark}` })
  const vectors = waiting.map((caption) => ({ ...caption, vector: [1, 0] }))
  expect(await storeEmbeddings(database(), project.projectId, space, vectors)).toEqual([])
})

test('both ways of comparing find the same captions in the same order', async () => {
  const project = await aProject()
  const texts = ['bread', 'breads', 'sourdough bread', 'car insurance', 'insurance', 'coffee beans', 'coffee']
  await addTo(project, ...texts.map((text) => `All about ${text}`))
  const [like] = await findSimilar(database(), project.projectId, { text: 'All about bread', filter: {}, limit: 1 })
  expect(like?.caption).toBe('All about bread')
  const { embedding } = await database()
    .selectFrom('caption_corpus')
    .select('embedding')
    .where('id', '=', like?.id ?? '')
    .executeTakeFirstOrThrow()
  const wanted = {
    ...{ space: { model: 'sample-embedding', dimensions: 512 }, vector: embedding ?? [] },
    ...{ filter: { approved: true }, limit: 5 },
  }
  const inJavaScript = await nearestOfNewest(database(), project.projectId, wanted)
  const found = await nearest(database(), project.projectId, wanted)
  expect(inJavaScript.slice(0, 3).map(({ caption }) => caption)).toEqual([
    'All about bread',
    'All about breads',
    'All about sourdough bread',
  ])
  expect(found.map(({ id }) => id)).toEqual(inJavaScript.map(({ id }) => id))
  for (const [index, { similarity }] of found.entries())
    expect(similarity).toBeCloseTo(inJavaScript[index]?.similarity ?? 0, 4)
})
