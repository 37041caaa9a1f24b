import { expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { updateProject } from '@/lib/projects/contract'
import { listUsualTimes } from '@/lib/usual-times/contract'
import { aProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'
import { insertStory } from '@/tests/support/database/story-rows'

const dayMs = 86_400_000

/** The last full Monday at this UTC time, or whole weeks before it. */
function monday(time: string, weeksAgo: number): Date {
  const today = new Date()
  const back = ((today.getUTCDay() + 6) % 7) + 7 * (weeksAgo + 1)
  return new Date(`${new Date(today.getTime() - back * dayMs).toISOString().slice(0, 10)}T${time}Z`)
}

/** A published story, on each channel a minute later than on the one before. */
async function aPublishedStory(projectId: string, at: Date, channels: ChannelId[] = ['x']): Promise<void> {
  const db = database()
  const { itemIds } = await insertStory(db, { projectId, channels, caption: 'Out', status: 'posted' })
  for (const [index, id] of Object.values(itemIds).entries()) {
    const published_at = new Date(at.getTime() + index * 60_000)
    await db.updateTable('queue_items').set({ published_at }).where('id', '=', id).execute()
  }
}

test('suggests times of the week that were used repeatedly, in the project’s zone', async () => {
  const { api, projectId, userId } = await aProject()
  await (await signedIn(userId)).patch(updateProject, { id: projectId, timezone: 'Asia/Kolkata' })
  for (const weeksAgo of [1, 2, 3, 4]) await aPublishedStory(projectId, monday('20:02:10', weeksAgo), ['x', 'facebook'])
  expect((await api.get(listUsualTimes, {})).times).toEqual([])
  await aPublishedStory(projectId, monday('04:31:00', 1), ['facebook'])
  await aPublishedStory(projectId, monday('05:40:00', 2))
  await aPublishedStory(projectId, monday('04:33:00', 3), ['facebook'])
  // 5.5 hours east of UTC: late Monday is early Tuesday. A story counts once.
  expect(await api.get(listUsualTimes, {})).toEqual({
    timezone: 'Asia/Kolkata',
    stories: 7,
    times: [
      { weekday: 2, hour: 1, minute: 30, stories: 4 },
      { weekday: 1, hour: 10, minute: 0, stories: 3 },
    ],
  })
  const onX = [{ weekday: 2, hour: 1, minute: 30, stories: 4 }]
  expect(await api.get(listUsualTimes, { channel: 'x' })).toMatchObject({ stories: 5, times: onX })
})

test('at most three times, the most frequent first', async () => {
  const { api, projectId } = await aProject()
  for (const hour of ['06', '09', '12', '15'])
    for (const weeksAgo of hour === '15' ? [1, 2, 3, 4] : [1, 2, 3])
      await aPublishedStory(projectId, monday(`${hour}:00:00`, weeksAgo))
  expect((await api.get(listUsualTimes, {})).times.map(({ hour, stories }) => [hour, stories])).toEqual([
    [15, 4],
    [6, 3],
    [9, 3],
  ])
})

test('one busy evening is not a usual time', async () => {
  const { api, projectId } = await aProject()
  for (const minute of ['10', '11', '12', '13', '14', '15'])
    await aPublishedStory(projectId, monday(`00:${minute}:00`, 0))
  expect(await api.get(listUsualTimes, {})).toEqual({ timezone: 'UTC', stories: 6, times: [] })
})

test('ignores times used rarely, older than half a year or of other projects', async () => {
  const [{ api, projectId }, other] = [await aProject(), await aProject()]
  for (const hour of ['06', '09', '12', '15', '18']) await aPublishedStory(projectId, monday(`${hour}:00:00`, 0))
  await aPublishedStory(projectId, monday('12:00:00', 1))
  await aPublishedStory(projectId, monday('12:00:00', 30))
  await aPublishedStory(other.projectId, monday('12:00:00', 2))
  expect(await api.get(listUsualTimes, {})).toEqual({ timezone: 'UTC', stories: 6, times: [] })
})
