import { describe, expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { getPostingSlots, listFreeSlots, putPostingSlots } from '@/lib/posting-slots/contract'
import { createStory } from '@/lib/stories/contract'
import { aProject } from '@/tests/support/api/api'
import { insertStory } from '@/tests/support/database/story-rows'
import { aStory } from '../stories/stories'
import { everyDay } from './slots'

const workingDays = [1, 2, 3, 4, 5]

test('a project starts without slots, with suggestions for each channel', async () => {
  const { api, projectId } = await aProject({ timezone: 'Europe/Berlin' })
  const { suggested, ...rest } = await api.get(getPostingSlots)
  expect(rest).toEqual({ project_id: projectId, timezone: 'Europe/Berlin', channels: {} })
  const starter = workingDays.flatMap((weekday) => ['09:00', '12:30', '17:00'].map((time) => ({ weekday, time })))
  expect(Object.keys(suggested)).toHaveLength(7)
  expect(suggested.x).toEqual(starter)
})

test('PUT replaces the slots of all channels, sorted and without repetitions', async () => {
  const { api, projectId } = await aProject()
  const [early, late] = [
    { weekday: 1, time: '09:00' },
    { weekday: 5, time: '17:00' },
  ]
  await api.call(putPostingSlots, { channels: { linkedin: [early] } })
  const saved = await api.call(putPostingSlots, { channels: { x: [late, early, late], threads: [] } })
  expect(saved).toMatchObject({ project_id: projectId, timezone: 'UTC', channels: { x: [early, late] } })
  expect(Object.keys(saved.channels)).toEqual(['x'])
  expect(saved.suggested.x).toBeUndefined()
  expect(await api.get(getPostingSlots)).toEqual(saved)
})

test('usual publish times of a channel are suggested', async () => {
  const { api, projectId } = await aProject()
  const now = new Date()
  for (const weeksAgo of [1, 2, 3, 4, 5]) {
    const { storyId } = await insertStory(database(), { projectId, channels: ['x'], caption: 'Out', status: 'posted' })
    const published_at = new Date(now.getTime() - weeksAgo * 7 * 86_400_000)
    published_at.setUTCHours(18, 30)
    await database().updateTable('queue_items').set({ published_at }).where('story_id', '=', storyId).execute()
  }
  const { suggested } = await api.get(getPostingSlots)
  expect(suggested.x).toEqual([{ weekday: now.getUTCDay() || 7, time: '18:30' }])
})

test.each([
  ['a wrong weekday', { x: [{ weekday: 8, time: '09:00' }] }, 'channels.x.0.weekday'],
  ['a wrong time', { x: [{ weekday: 1, time: '24:00' }] }, 'channels.x.0.time'],
  ['too many slots', { x: Array.from({ length: 169 }, () => ({ weekday: 1, time: '09:00' })) }, 'channels.x'],
])('%s is refused', async (_, channels, path) => {
  const { api } = await aProject()
  const { status, error } = await api.refused(putPostingSlots, { channels })
  expect(status).toBe(400)
  expect(error.issues).toMatchObject([{ path }])
})

describe('free slots', () => {
  test('slots with an approved or pending post in the same minute are taken, others are free', async () => {
    const { api, projectId } = await aProject()
    await api.call(putPostingSlots, { channels: { x: everyDay('09:00'), linkedin: everyDay('10:00') } })
    const days = 4
    const { channels } = await api.get(listFreeSlots, { days: String(days), count: '500' })
    const [first = '', second = '', ...more] = channels.x ?? []
    expect(more.length).toBeGreaterThanOrEqual(days - 3)
    const inTheMinute = first.replace('00.000Z', '59.000Z')
    await aStory({ api }, { channels: ['x'], scheduled_at: inTheMinute })
    // A post of another channel does not count.
    await aStory({ api }, { channels: ['linkedin'], scheduled_at: second })
    expect(await api.get(listFreeSlots, { channels: 'threads,x', count: '2', days: String(days) })).toEqual({
      project_id: projectId,
      timezone: 'UTC',
      channels: { x: [second, more[0]] },
      without_slots: ['threads'],
    })
  })

  test('a pending post takes its slot, a rejected one does not', async () => {
    const { api } = await aProject({ requireApproval: true })
    await api.call(putPostingSlots, { channels: { x: everyDay('09:00') } })
    const first = (await api.get(listFreeSlots, { count: '1' })).channels.x?.[0]
    const { story } = await api.post(createStory, {
      ...{ caption: 'Bread', channels: ['x'], connection_check: 'skip', scheduled_at: first },
    })
    expect((await api.get(listFreeSlots, { count: '1' })).channels.x).not.toEqual([first])
    await database().updateTable('queue_items').set({ status: 'rejected' }).where('story_id', '=', story.id).execute()
    expect((await api.get(listFreeSlots, { count: '1' })).channels.x).toEqual([first])
  })
})
