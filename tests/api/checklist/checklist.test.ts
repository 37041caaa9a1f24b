import { expect, test } from 'vitest'
import { getChecklist } from '@/lib/checklist/contract'
import { createStory, editStory } from '@/lib/stories/contract'
import { aProject } from '@/tests/support/api/api'
import { publishUntilSettled } from '@/tests/support/publishing/publishing'

test('steps complete one by one, per project', async () => {
  const { api, projectId, connect } = await aProject()
  const other = await aProject()
  await other.connect('x')
  const steps = () => api.get(getChecklist, { id: projectId })
  const none = {
    is_connected: false,
    has_story: false,
    has_scheduled: false,
    has_sample_data: false,
    live_story_id: null,
  }
  expect(await steps()).toEqual(none)
  await connect('threads')
  expect(await steps()).toEqual({ ...none, is_connected: true })
  const { story } = await api.post(createStory, { caption: `First ${projectId}`, channels: ['threads'] })
  expect(await steps()).toEqual({ ...none, is_connected: true, has_story: true })
  await api.call(editStory, { id: story.id, scheduled_at: new Date().toISOString() })
  const scheduled = { ...none, is_connected: true, has_story: true, has_scheduled: true }
  expect(await steps()).toEqual(scheduled)
  await publishUntilSettled(story.id)
  expect(await steps()).toEqual({ ...scheduled, live_story_id: story.id })
})
