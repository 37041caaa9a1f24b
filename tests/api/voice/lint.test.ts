import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { lintVoice } from '@/lib/voice/contract'
import { aProject } from '@/tests/support/api/api'

test('checks each caption against the rules separately', async () => {
  const { api, projectId } = await aProject()
  const request = {
    id: projectId,
    caption: 'Cheap bread',
    channel_content: { x: { caption: 'Act now 🔥' }, ghost: {} },
  }
  expect(await api.post(lintVoice, request)).toEqual({ ok: true, rules_present: false, violations: [] })
  const rules = {
    project_id: projectId,
    forbidden_words: ['cheap'],
    forbidden_phrases: ['act now'],
    block_emojis: true,
  }
  await database().insertInto('voice_rules').values(rules).execute()
  expect(await api.post(lintVoice, request)).toEqual({
    ok: false,
    rules_present: true,
    violations: [
      { type: 'word', value: 'Cheap', position: 0, channel: 'default' },
      { type: 'phrase', value: 'Act now', position: 0, channel: 'x' },
      { type: 'emoji', value: '🔥', position: 8, channel: 'x' },
    ],
  })
  expect(await api.post(lintVoice, { id: projectId, caption: '' })).toMatchObject({ ok: true, rules_present: true })
})

test('stories:read is enough; 404 for the rules of another project', async () => {
  const [{ withToken, projectId }, other] = [await aProject(), await aProject()]
  const reader = await withToken({ scopes: ['stories:read'] })
  await reader.post(lintVoice, { id: projectId, caption: 'Bread' })
  expect((await reader.refused(lintVoice, { id: other.projectId, caption: 'Bread' })).status).toBe(404)
  const refused = await reader.refused(lintVoice, {
    id: projectId,
    caption: 'Bread',
    channel_content: { bebo: { caption: 'Bread' } } as object,
  })
  expect(refused.error.issues).toMatchObject([{ path: 'channel_content.bebo' }])
})

test('rules in the request are tried instead of the stored ones', async () => {
  const { api, projectId: id } = await aProject()
  await database()
    .insertInto('voice_rules')
    .values({ project_id: id, forbidden_words: ['bread'] })
    .execute()
  const rules = { forbidden_phrases: ['cheap bread'], max_exclamation_count: 0 }
  expect((await api.post(lintVoice, { id, caption: 'Cheap bread!', rules })).violations).toMatchObject([
    { type: 'phrase', value: 'Cheap bread' },
    { type: 'exclamation', position: 11 },
  ])
  const refused = await api.refused(lintVoice, { id, caption: 'Bread', rules: { forbidden_words: ['two words'] } })
  expect(refused.error.issues).toMatchObject([{ path: 'rules.forbidden_words.0' }])
})
