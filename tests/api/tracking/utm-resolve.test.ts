import { expect, test } from 'vitest'
import { updateProject } from '@/lib/projects/contract'
import { resolveTracking } from '@/lib/tracking/contract'
import { aProject } from '@/tests/support/api'
import { signedIn } from '@/tests/support/session'

const today = (): string => new Date().toISOString().slice(0, 10)

test('the default template, with the fallback where it gives nothing', async () => {
  const { api, projectId } = await aProject()
  expect(await api.post(resolveTracking, { id: projectId, channel: 'x' })).toEqual({
    source: 'twitter',
    medium: 'post',
    campaign: expect.stringMatching(/^p-/),
    content: today(),
    term: null,
  })
})

test("a project's own template", async () => {
  const { api, projectId, userId } = await aProject()
  const utm_template = { source: '{{channel}}', medium: '', campaign: '{{pillar}}-{{year}}', term: '{{format}}' }
  await (await signedIn(userId)).patch(updateProject, { id: projectId, utm_template })
  const asked = { id: projectId, channel: 'ghost', content_type: 'Tips & Tricks', template_name: 'Launch' } as const
  expect(await api.post(resolveTracking, asked)).toEqual({
    source: 'ghost',
    medium: 'blog',
    campaign: `tips-tricks-${today().slice(0, 4)}`,
    content: `launch-${today()}`,
    term: 'blog',
  })
})

test('reading stories is enough, and another project is not there', async () => {
  const { withToken, projectId } = await aProject()
  const reader = await withToken({ scopes: ['stories:read'] })
  await reader.post(resolveTracking, { id: projectId, channel: 'x', format: 'reel' })
  const other = await aProject()
  expect((await reader.refused(resolveTracking, { id: other.projectId, channel: 'x' })).status).toBe(404)
  expect((await reader.refused(resolveTracking, { id: projectId, channel: 'bebo' })).error.issues).toMatchObject([
    { path: 'channel' },
  ])
})
