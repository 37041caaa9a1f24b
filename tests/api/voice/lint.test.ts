import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { lintVoice } from '@/lib/voice/contract'
import { aProject } from '@/tests/support/api'

// A text is held against the rules while it is written, by the very check that a create makes.
test('each caption is held against the rules for itself', async () => {
  const { api, projectId } = await aProject()
  const asked = { id: projectId, caption: 'Cheap bread', channel_content: { x: { caption: 'Act now 🔥' }, ghost: {} } }
  expect(await api.post(lintVoice, asked)).toEqual({ ok: true, rules_present: false, violations: [] })
  const rules = {
    project_id: projectId,
    forbidden_words: ['cheap'],
    forbidden_phrases: ['act now'],
    block_emojis: true,
  }
  await database().insertInto('voice_rules').values(rules).execute()
  expect(await api.post(lintVoice, asked)).toEqual({
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

test('reading stories is enough, and the rules of another project are not there', async () => {
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
