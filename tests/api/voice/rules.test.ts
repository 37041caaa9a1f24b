import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { createStory, getStory } from '@/lib/stories/contract'
import { deleteVoiceRules, getVoiceRules, listScheduledViolations, putVoiceRules } from '@/lib/voice/contract'
import { findScheduledViolations } from '@/lib/voice/scheduled'
import { aProject } from '@/tests/support/api/api'
import { aMember } from '@/tests/support/api/members'
import { signedIn } from '@/tests/support/api/session'
import { insertStory } from '@/tests/support/database/story-rows'

const defaults = {
  forbidden_words: [],
  forbidden_phrases: [],
  block_emojis: false,
  max_exclamation_count: null,
  block_all_caps_words: false,
}
const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString()

test('a PUT replaces all rules, and a DELETE removes them and may be repeated', async () => {
  const { api, projectId: id } = await aProject()
  expect(await api.get(getVoiceRules, { id })).toEqual({ rules_present: false, ...defaults, updated_at: null })
  await api.put(putVoiceRules, { id, block_emojis: true, max_exclamation_count: 1, block_all_caps_words: true })
  const { scheduled_violations, ...put } = await api.put(putVoiceRules, {
    id,
    forbidden_words: [' Cheap', 'CHEAP ', 'c++', 'İndirim', 'indirim'],
    forbidden_phrases: ['act now', 'Act  NOW', 'best price'],
  })
  expect(put).toEqual({
    ...defaults,
    rules_present: true,
    forbidden_words: ['Cheap', 'c++', 'İndirim'],
    forbidden_phrases: ['act now', 'best price'],
    updated_at: expect.any(String),
  })
  expect(scheduled_violations).toEqual({ count: 0, checked_count: 0, is_complete: true, stories: [] })
  expect(await api.get(getVoiceRules, { id })).toEqual(put)
  expect(await api.delete(deleteVoiceRules, { id })).toEqual({ ok: true })
  expect(await api.delete(deleteVoiceRules, { id })).toEqual({ ok: true })
  expect(await api.get(getVoiceRules, { id })).toEqual({ rules_present: false, ...defaults, updated_at: null })
})

test('each bad member is named with its limit, and the largest rules are accepted', async () => {
  const { api, projectId: id } = await aProject()
  const { error } = await api.refused(putVoiceRules, {
    id,
    forbidden_words: ['two words', '', 'a'.repeat(101), '\u200d'],
    forbidden_phrases: ['a'.repeat(301)],
    block_emojis: 'yes',
    max_exclamation_count: -1,
    block_caps: true,
  })
  expect(error.issues).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        path: 'forbidden_words.0',
        message: 'must not have spaces. Add it to forbidden_phrases',
      }),
      expect.objectContaining({ path: 'forbidden_words.1', message: 'must not be empty' }),
      expect.objectContaining({ path: 'forbidden_words.2', message: 'must have at most 100 characters' }),
      expect.objectContaining({ path: 'forbidden_words.3', message: 'must have a visible character' }),
      expect.objectContaining({ path: 'forbidden_phrases.0', message: 'must have at most 300 characters' }),
      expect.objectContaining({ path: 'block_emojis', message: 'must be true or false' }),
      expect.objectContaining({ path: 'max_exclamation_count', message: 'must be at least 0' }),
      expect.objectContaining({ path: 'block_caps' }),
    ]),
  )
  expect(error.issues).toHaveLength(8)
  const tooHigh = await api.refused(putVoiceRules, { id, max_exclamation_count: 1_001 })
  expect(tooHigh.error.issues).toMatchObject([{ path: 'max_exclamation_count' }])
  const many = Array.from({ length: 501 }, (_, index) => `w${index}`)
  const tooMany = await api.refused(putVoiceRules, { id, forbidden_words: many })
  expect(tooMany.error.issues).toMatchObject([{ path: 'forbidden_words', message: 'must have at most 500 items' }])
  const largest = Array.from({ length: 500 }, (_, index) => '🔥'.repeat(97) + String(index).padStart(3, '0'))
  const { forbidden_words } = await api.put(putVoiceRules, { id, forbidden_words: largest })
  expect(forbidden_words).toEqual(largest)
})

test('scheduled stories that break new rules are listed and stay scheduled', async () => {
  const { api, projectId: id } = await aProject()
  const at = inAnHour()
  const timed = { channels: ['x' as const], scheduled_at: at, connection_check: 'skip' as const }
  await api.post(createStory, { ...timed, caption: 'Fresh bread' })
  await api.post(createStory, { channels: ['x'], caption: 'A cheap draft' })
  const { story } = await api.post(createStory, {
    ...timed,
    title: 'Sale',
    caption: 'Bread',
    comment_ask: 'Too cheap?',
    channel_overrides: { x: { caption: 'Cheap bread' } },
  })
  const { scheduled_violations: found } = await api.put(putVoiceRules, { id, forbidden_words: ['cheap'] })
  expect(found).toEqual({
    count: 1,
    checked_count: 2,
    is_complete: true,
    stories: [
      {
        id: story.id,
        title: 'Sale',
        caption: 'Bread',
        channels: ['x'],
        scheduled_at: at,
        violation_count: 2,
        violations: [
          { type: 'word', value: 'cheap', position: 11, channel: 'default' },
          { type: 'word', value: 'Cheap', position: 0, channel: 'x' },
        ],
      },
    ],
  })
  expect(await api.get(listScheduledViolations, { id })).toEqual(found)
  const after = await api.get(getStory, { id: story.id })
  expect([after.status, after.updated_at]).toEqual(['scheduled', story.updated_at])
})

test('a list of violations is incomplete when there are more stories, or they take longer, than is allowed', async () => {
  const { projectId } = await aProject()
  const given = { projectId, channels: ['x' as const], caption: 'Cheap bread' }
  for (const dueIn of [180, 60, 120]) await insertStory(database(), { ...given, dueIn })
  await insertStory(database(), { ...given, dueIn: 60, storyStatus: 'cancelled' })
  const rules = { ...defaults, forbidden_words: ['cheap'] }
  const found = (max: { stories: number; ms: number }) => findScheduledViolations(database(), projectId, rules, max)
  expect(await found({ stories: 2, ms: 60_000 })).toMatchObject({ count: 2, checked_count: 2, is_complete: false })
  expect(await found({ stories: 3, ms: 60_000 })).toMatchObject({ count: 3, checked_count: 3, is_complete: true })
  expect(await found({ stories: 3, ms: -1 })).toMatchObject({ checked_count: 0, is_complete: false })
})

test('a comment prompt is checked as the end of the caption, unless it is only a note', async () => {
  const { api, projectId: id } = await aProject()
  await api.put(putVoiceRules, { id, forbidden_words: ['cheap'] })
  const request = { channels: ['x' as const], caption: 'Bread', comment_ask: 'Too cheap?' }
  const { error } = await api.refused(createStory, request)
  expect(error).toMatchObject({
    code: 'voice_violation',
    lint: { violations: [{ type: 'word', value: 'cheap', position: 11, channel: 'default' }] },
  })
  await api.post(createStory, { ...request, comment_ask_mode: 'metadata' })
})

test('editors read the rules, and only admins and owners change them', async () => {
  const { projectId: id } = await aProject()
  const roles = { editor: 403, admin: 200 } as const
  for (const [role, status] of Object.entries(roles)) {
    const { userId } = await aMember(id, role as keyof typeof roles)
    const api = await signedIn(userId)
    await api.get(getVoiceRules, { id })
    expect((await api.send(putVoiceRules, { id })).status).toBe(status)
    expect((await api.send(deleteVoiceRules, { id })).status).toBe(status)
  }
})
