import { expect, test } from 'vitest'
import { getAnalytics } from '@/lib/analytics/contract'
import { getChecklist } from '@/lib/checklist/contract'
import { listAssets } from '@/lib/media/contract'
import { listPillars } from '@/lib/pillars/contract'
import { addSampleData, removeSampleData } from '@/lib/sample-data/contract'
import { createStory, listStories } from '@/lib/stories/contract'
import { listTemplates } from '@/lib/templates/contract'
import { aProject } from '@/tests/support/api/api'

test('sample data fills a project and is removed without a trace, while own content stays', async () => {
  const { api, projectId } = await aProject()
  const { story: own } = await api.post(createStory, { caption: 'Our own draft', channels: ['x'] })
  const { added } = await api.post(addSampleData, { id: projectId })
  expect(added).toEqual({ stories: expect.any(Number), templates: 3, pillars: 4, assets: 6 })
  expect(added.stories).toBeGreaterThan(90)

  expect((await api.get(listStories, { status: 'published', limit: 200 })).stories).toHaveLength(added.stories - 3)
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
  expect(removed).toEqual(added)
  expect((await api.get(listStories)).stories.map(({ id }) => id)).toEqual([own.id])
  expect((await api.get(listTemplates)).templates).toEqual([])
  expect((await api.get(listPillars, { id: projectId })).pillars).toEqual([])
  expect((await api.get(listAssets)).assets).toEqual([])
  expect(await api.get(getChecklist, { id: projectId })).toEqual({ ...checklist, has_sample_data: false })
  expect(await api.call(removeSampleData, { id: projectId })).toEqual({
    removed: { stories: 0, templates: 0, pillars: 0, assets: 0 },
  })
})

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
