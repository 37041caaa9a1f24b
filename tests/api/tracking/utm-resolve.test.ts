import { expect, test } from 'vitest'
import { updateProject } from '@/lib/projects/contract'
import { resolveTracking } from '@/lib/tracking/contract'
import { aProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'

const today = (): string => new Date().toISOString().slice(0, 10)

test('resolves the default template, with the fallback for empty values', async () => {
  const { api, projectId } = await aProject()
  expect(await api.post(resolveTracking, { id: projectId, channel: 'x' })).toEqual({
    source: 'twitter',
    medium: 'post',
    campaign: expect.stringMatching(/^p-/),
    content: today(),
    term: null,
  })
})

test("resolves a project's own template", async () => {
  const { api, projectId, userId } = await aProject()
  const utm_template = { source: '{{channel}}', medium: '', campaign: '{{pillar}}-{{year}}', term: '{{format}}' }
  await (await signedIn(userId)).patch(updateProject, { id: projectId, utm_template })
  const request = { id: projectId, channel: 'ghost', content_type: 'Tips & Tricks', template_name: 'Launch' } as const
  expect(await api.post(resolveTracking, request)).toEqual({
    source: 'ghost',
    medium: 'blog',
    campaign: `tips-tricks-${today().slice(0, 4)}`,
    content: `launch-${today()}`,
    term: 'blog',
  })
})

test('stories:read is enough; 404 for another project', async () => {
  const { withToken, projectId } = await aProject()
  const reader = await withToken({ scopes: ['stories:read'] })
  await reader.post(resolveTracking, { id: projectId, channel: 'x', format: 'reel' })
  const other = await aProject()
  expect((await reader.refused(resolveTracking, { id: other.projectId, channel: 'x' })).status).toBe(404)
  expect((await reader.refused(resolveTracking, { id: projectId, channel: 'bebo' })).error.issues).toMatchObject([
    { path: 'channel' },
  ])
})
