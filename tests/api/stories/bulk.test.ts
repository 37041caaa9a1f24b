import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { bulkCreateStories, createStory, listStories } from '@/lib/stories/contract'
import { aProject } from '@/tests/support/api/api'
import { eventsOf } from '@/tests/support/publishing/publishing'
import { inHours } from './stories'

const forbid = (projectId: string, ...words: string[]) =>
  database().insertInto('voice_rules').values({ project_id: projectId, forbidden_words: words }).execute()

test('201 for a valid batch, with the items in order', async () => {
  const { api, projectId } = await aProject()
  const stories = ['one', 'two'].map((caption) => ({ caption, channels: ['x'] }))
  const response = await api.send(bulkCreateStories, { projectId, stories })
  expect(response.status).toBe(201)
  const { ok, count, total, created, errors } = await response.json()
  expect({ ok, count, total, errors }).toEqual({ ok: true, count: 2, total: 2, errors: [] })
  expect(
    created.map(({ index, story }: { index: number; story: { caption: string } }) => [index, story.caption]),
  ).toEqual([
    [0, 'one'],
    [1, 'two'],
  ])
})

test('failing items are reported by index with their details, and the others are created', async () => {
  const project = await aProject()
  const { api, projectId } = project
  const other = await aProject()
  await forbid(projectId, 'cheap')
  const stories = [
    { caption: 'good', channels: ['x'] },
    { caption: 'Cheap bread' },
    { caption: 'no account', channels: ['x'], scheduled_at: inHours(1) },
    { caption: 'bad', schedule_at: inHours(1) },
    'not an object',
    { caption: 'theirs', project_id: other.projectId },
    { caption: 'also good', channels: ['ghost'], scheduled_at: inHours(1), connection_check: 'skip' },
  ]
  const response = await api.send(bulkCreateStories, { stories })
  expect(response.status).toBe(207)
  const body = bulkCreateStories.answers[207].parse(await response.json())
  expect(body).toMatchObject({ ok: false, count: 2, total: 7 })
  expect(body.created.map(({ index }) => index)).toEqual([0, 6])
  expect(body.errors).toMatchObject([
    {
      index: 1,
      code: 'voice_violation',
      lint: { ok: false, violations: [{ type: 'word', value: 'Cheap', channel: 'default' }] },
    },
    { index: 2, code: 'missing_connection', preflight: { ok: false, missing: ['x'] } },
    { index: 3, code: 'validation_error', issues: [{ path: 'schedule_at', code: 'unknown_member' }] },
    { index: 4, code: 'validation_error' },
    { index: 5, code: 'not_found' },
  ])
  expect((await api.get(listStories, {})).stories.map(({ caption }) => caption)).toEqual(['also good', 'good'])
  expect(await eventsOf(projectId)).toEqual(['story.scheduled'])
})

test('with an Idempotency-Key the valid items are created, and the response is replayed whole', async () => {
  const { api } = await aProject()
  const body = { stories: [{ caption: 'good' }, { caption: '' }] }
  const headers = { 'idempotency-key': 'batch' }
  const first = await api.send(bulkCreateStories, body, headers)
  const second = await api.send(bulkCreateStories, body, headers)
  expect([first.status, second.status]).toEqual([207, 207])
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect(await second.text()).toBe(await first.text())
  expect((await api.get(listStories, {})).stories).toHaveLength(1)
})

test.each([
  ['no stories', {}, 'stories'],
  ['an empty list', { stories: [] }, 'stories'],
  ['more than fifty stories', { stories: Array.from({ length: 51 }, () => ({ caption: 'a' })) }, 'stories'],
  ['an unknown member', { stories: [{ caption: 'a' }], mode: 'fast' }, 'mode'],
])('400 for an invalid envelope, without creating anything: %s', async (_, body, path) => {
  const { api } = await aProject()
  const { status, error } = await api.refused(bulkCreateStories, body)
  expect(status).toBe(400)
  expect(error.issues).toMatchObject([{ path }])
  expect((await api.get(listStories, {})).stories).toEqual([])
})

test('the brand voice applies to drafts and to each channel’s caption; warn and skip allow violations', async () => {
  const { api, projectId } = await aProject()
  await forbid(projectId, 'cheap')
  const story = { caption: 'Fine', channels: ['x' as const], channel_overrides: { x: { caption: 'so cheap' } } }
  const { status, error } = await api.refused(createStory, story)
  const lint = {
    ok: false,
    rules_present: true,
    violations: [{ type: 'word', value: 'cheap', position: 3, channel: 'x' }],
  }
  expect(status).toBe(400)
  expect(error).toMatchObject({ code: 'voice_violation', lint })
  expect((await api.post(createStory, { ...story, lint_check: 'warn' })).warnings).toMatchObject([
    { code: 'voice_violation', lint },
  ])
  expect((await api.post(createStory, { ...story, lint_check: 'skip' })).warnings).toEqual([])
})
