import { expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channels/ids'
import { database } from '@/lib/db/pool'
import { updateProject } from '@/lib/projects/contract'
import { listUsualTimes } from '@/lib/stories/usual-times-contract'
import { aProject } from '@/tests/support/api'
import { insertStory } from '@/tests/support/rows'
import { signedIn } from '@/tests/support/session'

const dayMs = 86_400_000

/** The last Monday that is over, at a time by UTC, and whole weeks before it. */
function monday(time: string, weeksAgo: number): Date {
  const today = new Date()
  const back = ((today.getUTCDay() + 6) % 7) + 7 * (weeksAgo + 1)
  return new Date(`${new Date(today.getTime() - back * dayMs).toISOString().slice(0, 10)}T${time}Z`)
}

/** A story that went out, on each of its channels a minute later than on the one before. */
async function wentOut(projectId: string, at: Date, channels: ChannelId[] = ['x']): Promise<void> {
  const db = database()
  const { itemIds } = await insertStory(db, { projectId, channels, caption: 'Out', status: 'posted' })
  for (const [index, id] of Object.values(itemIds).entries()) {
    const published_at = new Date(at.getTime() + index * 60_000)
    await db.updateTable('queue_items').set({ published_at }).where('id', '=', id).execute()
  }
}

// Suggestions rest on what happened, and there are none where nothing can be said.
test('an hour of the week that was used again and again is a usual time, by the clock of the project', async () => {
  const { api, projectId, userId } = await aProject()
  await (await signedIn(userId)).patch(updateProject, { id: projectId, timezone: 'Asia/Kolkata' })
  for (const weeksAgo of [1, 2, 3]) await wentOut(projectId, monday('20:02:10', weeksAgo), ['x', 'facebook'])
  await wentOut(projectId, monday('04:31:00', 1), ['facebook'])
  expect((await api.get(listUsualTimes, {})).times).toEqual([])
  await wentOut(projectId, monday('04:40:00', 2))
  // Half past five hours east of Greenwich: late on Monday is early on Tuesday. A story counts once.
  expect(await api.get(listUsualTimes, {})).toEqual({
    timezone: 'Asia/Kolkata',
    stories: 5,
    times: [
      { weekday: 2, hour: 1, minute: 30, stories: 3 },
      { weekday: 1, hour: 10, minute: 0, stories: 2 },
    ],
  })
  expect(await api.get(listUsualTimes, { channel: 'x' })).toMatchObject({ stories: 4, times: [] })
})

test('what was used once, what is half a year old and what another project does make no habit', async () => {
  const [{ api, projectId }, other] = [await aProject(), await aProject()]
  for (const hour of ['08', '09', '10', '11', '12']) await wentOut(projectId, monday(`${hour}:00:00`, 0))
  await wentOut(projectId, monday('12:00:00', 30))
  await wentOut(other.projectId, monday('12:00:00', 0))
  expect(await api.get(listUsualTimes, {})).toEqual({ timezone: 'UTC', stories: 5, times: [] })
})
