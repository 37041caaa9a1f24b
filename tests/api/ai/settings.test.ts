import { expect, test } from 'vitest'
import { checkAi, getAiSettings } from '@/lib/ai/contract'
import { addUsage } from '@/lib/ai/usage-repository'
import { database } from '@/lib/db/pool'
import { modelKey } from '@/sandbox/model/service'
import { aProject } from '@/tests/support/api/api'
import { aMember } from '@/tests/support/api/members'
import { signedIn } from '@/tests/support/api/session'

async function anOwner() {
  const { projectId, userId } = await aProject()
  return { id: projectId, session: await signedIn(userId) }
}

test('a new project sees the models, its budget and no usage; never the key or the URL', async () => {
  const { id, session } = await anOwner()
  const settings = await session.get(getAiSettings, { id })
  const budget = { calls_per_hour: 60, text_calls: 0, embedding_calls: 0, resets_at: expect.any(String) }
  expect(settings).toEqual({
    text_model: { name: 'sample-writer', provider: 'compatible', is_sample: true },
    embedding_model: { name: 'sample-embedding', provider: 'compatible', is_sample: true, dimensions: 512 },
    budget,
    usage: { since: `${new Date().toISOString().slice(0, 7)}-01`, items: [] },
  })
  expect(Date.parse(settings.budget.resets_at)).toBeGreaterThan(Date.now())
  expect(JSON.stringify(settings)).not.toMatch(new RegExp(`${modelKey}|http`))
})

test('a check calls both models, and its calls and tokens are counted', async () => {
  const { id, session } = await anOwner()
  const ok = { is_ok: true, message: null, duration_ms: expect.any(Number) }
  expect(await session.post(checkAi, { id })).toEqual({ text: ok, embeddings: ok })
  const { usage, budget } = await session.get(getAiSettings, { id })
  expect(budget).toMatchObject({ text_calls: 1, embedding_calls: 1 })
  const check = { purpose: 'check', calls: 1, failed_calls: 0, input_tokens: expect.any(Number) }
  expect(usage.items).toEqual([
    { ...check, model: 'sample-embedding', output_tokens: 0 },
    { ...check, model: 'sample-writer', output_tokens: expect.any(Number) },
  ])
})

test('usage is summed over the days of this month', async () => {
  const { id, session } = await anOwner()
  const used = { purpose: 'captions', model: 'm', inputTokens: 100, outputTokens: 20 } as const
  for (const isFailed of [false, false, true]) await addUsage(database(), id, { ...used, isFailed })
  const before = { project_id: id, purpose: 'captions', model: 'm', failed_calls: 0, input_tokens: 1, output_tokens: 1 }
  const firstOfMonth = `${new Date().toISOString().slice(0, 7)}-01`
  const lastMonth = new Date(Date.parse(firstOfMonth) - 86_400_000).toISOString().slice(0, 10)
  await database()
    .insertInto('ai_usage')
    .values({ ...before, day: lastMonth as never, calls: 50 })
    .execute()
  const { usage } = await session.get(getAiSettings, { id })
  expect(usage.items).toEqual([
    { purpose: 'captions', model: 'm', calls: 3, failed_calls: 1, input_tokens: 300, output_tokens: 60 },
  ])
})

test('viewers see it but cannot check; tokens can do neither', async () => {
  const { projectId, api } = await aProject()
  const viewer = await signedIn((await aMember(projectId, 'viewer')).userId)
  expect((await viewer.get(getAiSettings, { id: projectId })).text_model?.name).toBe('sample-writer')
  expect((await viewer.refused(checkAi, { id: projectId })).error.code).toBe('insufficient_scope')
  expect((await api.refused(getAiSettings, { id: projectId })).error.code).toBe('insufficient_scope')
})
