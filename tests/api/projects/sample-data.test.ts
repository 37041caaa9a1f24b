import { expect, test } from 'vitest'
import { getAnalytics } from '@/lib/analytics/contract'
import { listAutomations } from '@/lib/automations/contract'
import { listCorpusCaptions, seedCorpus } from '@/lib/captions/corpus/contract'
import { getChecklist } from '@/lib/checklist/contract'
import { listAssets } from '@/lib/media/contract'
import { listNotifications } from '@/lib/notifications/contract'
import { listPillars } from '@/lib/pillars/contract'
import { listQueue } from '@/lib/queue/contract'
import { getQueueForecast } from '@/lib/queue-forecast/contract'
import { listRecurringTemplates } from '@/lib/recurring/contract'
import { addSampleData, removeSampleData } from '@/lib/sample-data/contract'
import { createStory, listStories } from '@/lib/stories/contract'
import { listTemplates } from '@/lib/templates/contract'
import { aProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'

test('sample data fills a project and is removed without a trace, while own content stays', async () => {
  const { api, projectId, userId } = await aProject()
  const { story: own } = await api.post(createStory, { caption: 'Our own draft', channels: ['x'] })
  const { added } = await api.post(addSampleData, { id: projectId })
  expect(added).toEqual({
    ...{ stories: expect.any(Number), templates: 4, pillars: 4, assets: 18 },
    ...{ captions: 20, recurring_posts: 1, automations: 1 },
  })
  expect(added.stories).toBeGreaterThan(100)

  expect((await api.get(listStories, { status: 'published', limit: 200 })).stories).toHaveLength(added.stories - 15)
  const { stories: planned } = await api.get(listStories, { status: 'scheduled' })
  expect(planned).toHaveLength(12)
  // Nothing is published by itself.
  const { items } = await api.get(listQueue, { status: 'pending,approved', limit: 200 })
  expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['pending']))
  // They are no reason for a warning or a notification.
  expect((await api.get(getQueueForecast)).issues).toEqual([])
  const session = await signedIn(userId)
  expect((await session.get(listNotifications, { project_id: projectId })).waiting.count).toBe(0)
  expect((await api.get(listRecurringTemplates, { id: projectId })).recurring_templates).toMatchObject([
    { name: 'Roast of the week', active: false, next_error: null },
  ])
  expect((await api.get(listAutomations)).automations).toMatchObject([{ name: 'Weekly digest', active: false }])
  // Copies of sample posts are removed with them.
  expect((await api.post(seedCorpus, { id: projectId })).created).toBeGreaterThan(20)
  expect((await api.get(listStories, { status: 'draft' })).stories).toHaveLength(4)
  expect((await api.get(getAnalytics)).totals.impressions).toBeGreaterThan(0)
  const checklist = { is_connected: false, has_story: true, has_scheduled: false, live_story_id: null }
  expect(await api.get(getChecklist, { id: projectId })).toEqual({ ...checklist, has_sample_data: true })

  const { status, error } = await api.refused(addSampleData, { id: projectId })
  expect(status).toBe(409)
  expect(error).toEqual({
    code: 'conflict',
    message: 'This project has sample data. Remove it before you add it again.',
  })

  const { removed } = await api.call(removeSampleData, { id: projectId })
  expect(removed).toEqual({ ...added, captions: expect.any(Number) })
  expect((await api.get(listCorpusCaptions, { id: projectId })).captions).toEqual([])
  expect((await api.get(listRecurringTemplates, { id: projectId })).recurring_templates).toEqual([])
  expect((await api.get(listAutomations)).automations).toEqual([])
  expect((await api.get(listStories)).stories.map(({ id }) => id)).toEqual([own.id])
  expect((await api.get(listTemplates)).templates).toEqual([])
  expect((await api.get(listPillars, { id: projectId })).pillars).toEqual([])
  expect((await api.get(listAssets)).assets).toEqual([])
  expect(await api.get(getChecklist, { id: projectId })).toEqual({ ...checklist, has_sample_data: false })
  expect(await api.call(removeSampleData, { id: projectId })).toEqual({
    removed: { stories: 0, templates: 0, pillars: 0, assets: 0, captions: 0, recurring_posts: 0, automations: 0 },
  })
})

test('sample posts are at sensible hours in the zone of the project', async () => {
  const { api, projectId } = await aProject({ timezone: 'America/Los_Angeles' })
  await api.post(addSampleData, { id: projectId })
  const { stories } = await api.get(listStories, { limit: 200 })
  const hours = stories
    .flatMap(({ scheduled_at }) => scheduled_at ?? [])
    .map((at) => Number(new Intl.DateTimeFormat('en-GB', hourIn('America/Los_Angeles')).format(new Date(at))))
  expect(hours.length).toBeGreaterThan(100)
  expect(Math.min(...hours)).toBe(8)
  expect(Math.max(...hours)).toBe(17)
})

const hourIn = (timeZone: string) => ({ hour: '2-digit', hourCycle: 'h23', timeZone }) as const

test('an image of sample data stays while a story of the project uses it', async () => {
  const { api, projectId } = await aProject()
  await api.post(addSampleData, { id: projectId })
  const { assets } = await api.get(listAssets)
  const [used] = assets
  await api.post(createStory, {
    caption: 'Ours',
    channels: ['facebook'],
    slides: [{ media_url: used?.file_url ?? '' }],
  })
  await api.call(removeSampleData, { id: projectId })
  expect((await api.get(listAssets)).assets.map(({ id }) => id)).toEqual([used?.id])
})
