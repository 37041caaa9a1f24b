import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { detectMoments } from '@/lib/moments/detect-moments'
import type { Recommendation } from '@/lib/recommendations/contract'
import { withWording } from '@/lib/recommendations/wording/with-wording'
import { wordDueRecommendations } from '@/lib/recommendations/wording/word-due'
import { aHistory, spikeMetrics } from '@/tests/support/moments/moments'
import { aProjectSharing, onOwnDatabase, payloadsOf } from '@/tests/support/publishing/publishing'
import { setEnv } from '@/tests/support/sandbox/model'

onOwnDatabase()

type Item = { number: number; title: string; text: string }

/** A model that words each item with this function. */
let wordingOf: (item: Item) => string
let isBroken: boolean
let calls: number

const model = createServer(async (request, response) => {
  calls += 1
  const { messages } = (await json(request)) as { messages: { content: string }[] }
  const { items } = JSON.parse(messages[1]?.content ?? '') as { items: Item[] }
  const content = JSON.stringify({ texts: items.map((item) => ({ number: item.number, text: wordingOf(item) })) })
  const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content, refusal: null } }
  response.writeHead(isBroken ? 401 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(isBroken ? { error: { message: 'no' } } : { id: '1', choices: [choice] }))
})

let url = ''
beforeAll(async () => {
  model.listen(0, '127.0.0.1')
  await once(model, 'listening')
  const address = model.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`
})
afterAll(() => {
  model.close()
  model.closeAllConnections()
})

beforeEach(() => {
  setEnv({ OPENAI_BASE_URL: url, OPENAI_API_KEY: 'key', OPENAI_MODEL: 'writer', OPENAI_API: 'chat' })
  wordingOf = ({ text }) => `Your readers noticed: ${text}`
  isBroken = false
  calls = 0
})

async function aMoment() {
  const { projectId } = await aProjectSharing([])
  await aHistory(projectId, [spikeMetrics])
  await detectMoments(database())
  const moment = await database()
    .selectFrom('moments')
    .select(['headline', 'reasoning'])
    .where('project_id', '=', projectId)
    .where('kind', '=', 'engagement_spike')
    .executeTakeFirstOrThrow()
  const [event] = await payloadsOf(projectId)
  return { ...moment, sent: event?.data.moment }
}

test('a moment has the words of the model, and so has its event', async () => {
  const { headline, reasoning, sent } = await aMoment()
  expect(headline).toMatch(/^“Loaf 25” got [\d.]+× your usual engagement rate$/)
  expect(reasoning).toMatch(/^Your readers noticed: An engagement rate of \d+ ?% in 24 hours/)
  expect(sent).toMatchObject({ reasoning })
  expect(calls).toBe(1)
})

test.each([
  ['invents a figure', () => 'It got 98% more interactions than the posts before it.'],
  ['writes a link', ({ text }: Item) => `${text} See https://example.org`],
  ['writes an essay', ({ text }: Item) => text.repeat(10)],
])('a moment keeps the plain words when the model %s', async (_, wording) => {
  wordingOf = wording
  expect((await aMoment()).reasoning).toMatch(
    /^An engagement rate of 68 ?% in 24 hours on Instagram [^.]+\. The median [^.]+\.\d ?%\.$/,
  )
  expect(calls).toBe(1)
})

test('a moment is found while the model does not work', async () => {
  isBroken = true
  expect((await aMoment()).reasoning).toMatch(/^An engagement rate/)
})

const aRecommendation = (rationale: string) => ({ title: 'Post more carousels', rationale }) as Recommendation
const rationales = (all: Recommendation[]): string[] => all.map(({ rationale }) => rationale)

test('rationales are worded once, by the job, and only with their own figures', async () => {
  const { projectId } = await aProjectSharing([])
  const plain = ['14 carousels did 38% better.', '9 reels did 21% better.']
  const listed = () => withWording(database(), projectId, plain.map(aRecommendation))
  wordingOf = ({ text }) => (text.startsWith('14') ? 'Carousels win: your 14 did 38% better.' : 'Reels did 50% better.')
  expect(rationales(await listed())).toEqual(plain)
  expect(calls).toBe(0)
  expect(await wordDueRecommendations(database())).toEqual({ worded: 1 })
  expect(rationales(await listed())).toEqual(['Carousels win: your 14 did 38% better.', plain[1]])
  expect(await wordDueRecommendations(database())).toEqual({ worded: 0 })
  expect(calls).toBe(1)
})

test('rationales wait while the model does not work, and are given up after three calls', async () => {
  const { projectId } = await aProjectSharing([])
  await withWording(database(), projectId, [aRecommendation('14 carousels did 38% better.')])
  isBroken = true
  for (let run = 0; run < 5; run += 1) {
    await wordDueRecommendations(database())
    await database()
      .updateTable('recommendation_texts')
      .set({ next_attempt_at: new Date() })
      .where('next_attempt_at', 'is not', null)
      .execute()
  }
  expect(calls).toBe(3)
})
