import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { lockProject } from '@/lib/projects/repository'
import { createStory, getStory } from '@/lib/stories/contract'
import { createTemplate, deleteTemplate, getTemplate, listTemplates, updateTemplate } from '@/lib/templates/contract'
import { insertTemplate } from '@/lib/templates/repository'
import { aProject } from '@/tests/support/api/api'
import { afterOther } from '@/tests/support/database/after-other'
import { databaseKind } from '@/tests/support/database/test-database'

const defaults = {
  content_type: null,
  caption: '',
  hashtags: null,
  channels: [],
  post_type: null,
  channel_overrides: {},
}
const content = {
  content_type: 'recipes',
  caption: 'Bread of the week',
  hashtags: '#bread',
  channels: ['x' as const, 'ghost' as const],
  post_type: 'single' as const,
  channel_overrides: { ghost: { title: 'The bread of the week' } },
}

test('a template is created, read, changed and deleted', async () => {
  const { api, projectId } = await aProject()
  const made = await api.post(createTemplate, { name: ' Weekly bread ', ...content })
  const identity = { id: made.id, project_id: projectId, created_at: made.created_at }
  expect(made).toEqual({ ...identity, name: 'Weekly bread', ...content })
  expect(await api.get(getTemplate, { id: made.id })).toEqual(made)
  const renamed = await api.patch(updateTemplate, { id: made.id, name: 'WEEKLY bread', channels: ['x'] })
  expect(renamed).toEqual({ ...made, name: 'WEEKLY bread', channels: ['x'], channel_overrides: {} })
  const cleared = await api.patch(updateTemplate, {
    id: made.id,
    ...{ content_type: null, caption: '', hashtags: null, post_type: null, channel_overrides: null, channels: [] },
  })
  expect(cleared).toEqual({ ...identity, name: 'WEEKLY bread', ...defaults })
  expect(await api.delete(deleteTemplate, { id: made.id })).toEqual({ ok: true })
  expect((await api.refused(getTemplate, { id: made.id })).status).toBe(404)
})

test('lists newest first, by page, pillar and text', async () => {
  const { api } = await aProject()
  const bread = await api.post(createTemplate, { name: 'Bread', content_type: 'recipes', caption: '50% off_today' })
  const cake = await api.post(createTemplate, { name: 'Cake', content_type: 'news', caption: 'Off today' })
  const first = await api.get(listTemplates, { limit: 1 })
  expect(first.templates).toEqual([cake])
  const second = await api.get(listTemplates, { limit: 1, cursor: first.next_cursor ?? undefined })
  expect(second).toEqual({ templates: [bread], next_cursor: null })
  expect((await api.get(listTemplates, { content_type: 'recipes' })).templates).toEqual([bread])
  expect((await api.get(listTemplates, { q: 'BREA' })).templates).toEqual([bread])
  expect((await api.get(listTemplates, { q: '0% off_' })).templates).toEqual([bread])
  expect((await api.get(listTemplates, { q: 'f\\_' })).templates).toEqual([])
})

test('a name is unique in its project, ignoring case', async () => {
  const [{ api }, other] = [await aProject(), await aProject()]
  await api.post(createTemplate, { name: 'Weekly bread' })
  const cake = await api.post(createTemplate, { name: 'Cake' })
  const taken = await api.refused(createTemplate, { name: 'weekly BREAD' })
  expect(taken).toMatchObject({
    status: 409,
    error: {
      code: 'conflict',
      message: 'A template named “weekly BREAD” already exists. Use another name.',
    },
  })
  expect((await api.refused(updateTemplate, { id: cake.id, name: 'Weekly bread' })).status).toBe(409)
  await other.api.post(createTemplate, { name: 'Weekly bread' })
})

const testLocks = test.skipIf(databaseKind() === 'pglite')

testLocks('a name that another request takes at the same time is a conflict', async () => {
  const { api, projectId } = await aProject()
  const answer = await afterOther(
    (tx) => lockProject(tx, projectId),
    () => api.send(createTemplate, { name: 'Race' }),
    (tx) => insertTemplate(tx, { id: newId(), project_id: projectId, name: 'Race' }),
  )
  expect(answer.status).toBe(409)
})

test('a project has at most 500 templates', async () => {
  const { api, projectId } = await aProject()
  await sql`insert into templates (id, project_id, name)
    select gen_random_uuid(), ${projectId}, 'Template ' || n from generate_series(1, 499) as n`.execute(database())
  await api.post(createTemplate, { name: 'The last one' })
  expect((await api.refused(createTemplate, { name: 'One more' })).error).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('500 templates, the maximum'),
  })
})

test('each bad member is named', async () => {
  const { api } = await aProject()
  const malformed = await api.refused(createTemplate, {
    name: ' ',
    caption: 1,
    channels: ['bebo'],
    post_type: 'video',
    content_type: '',
    schedule_at: 'now',
  })
  expect(malformed.error.issues?.map(({ path }) => path).sort()).toEqual(
    ['caption', 'channels.0', 'content_type', 'name', 'post_type', 'schedule_at'].sort(),
  )
  const wrong = await api.refused(createTemplate, {
    name: 'Bread',
    channels: ['x', 'x'],
    channel_overrides: { ghost: {} },
  })
  expect(wrong.error.issues).toMatchObject([
    { path: 'channels.1', code: 'repeated' },
    { path: 'channel_overrides.ghost', message: 'ghost is not a channel of this template.' },
  ])
})

test('a story keeps its template, which fills {{template_name}}, and stays when the template is deleted', async () => {
  const { api } = await aProject()
  const { id: template_id } = await api.post(createTemplate, { name: 'Weekly bread', ...content })
  const { story } = await api.post(createStory, {
    caption: 'Bread of the week',
    channels: ['x'],
    destination_url: 'https://bakery.example/bread',
    template_id,
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    connection_check: 'skip',
  })
  expect(story.template_id).toBe(template_id)
  const { utm } = await database()
    .selectFrom('queue_items')
    .select('utm')
    .where('story_id', '=', story.id)
    .executeTakeFirstOrThrow()
  expect(utm).toMatchObject({ content: expect.stringMatching(/^weekly-bread-\d{4}/) })
  await api.delete(deleteTemplate, { id: template_id })
  expect(await api.get(getStory, { id: story.id })).toMatchObject({ status: 'scheduled', template_id: null })
  const unknown = await api.refused(createStory, { caption: 'Bread', channels: ['x'], template_id })
  expect(unknown.error.issues).toMatchObject([{ path: 'template_id', code: 'not_found' }])
})
