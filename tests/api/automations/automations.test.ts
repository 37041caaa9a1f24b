import { expect, test } from 'vitest'
import {
  createAutomation,
  deleteAutomation,
  editAutomation,
  getAutomation,
  listAutomationRuns,
  listAutomations,
  previewAutomation,
  runAutomation,
} from '@/lib/automations/contract'
import { runAutomations } from '@/lib/automations/run/run-automations'
import { database } from '@/lib/db/pool'
import { listNotifications, readNotifications } from '@/lib/notifications/contract'
import { pauseProject } from '@/lib/projects/pause-contract'
import { getStory } from '@/lib/stories/contract'
import { createTemplate, deleteTemplate } from '@/lib/templates/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'
import { addItems } from '@/tests/support/automations/connector-items'
import { insertConnector } from '@/tests/support/connectors/connectors'

const unknownId = '018f0000-0000-7000-8000-000000000000'
const daily = {
  kind: 'schedule' as const,
  cadence: { kind: 'daily' as const, time: '09:00' },
  timezone: 'Europe/Berlin',
}

async function aTemplate({ api }: TestProject, caption = 'New: {{item.title}} {{link}}'): Promise<string> {
  return (await api.post(createTemplate, { name: caption.slice(0, 100), caption, hashtags: '#bread' })).id
}

/** An automation for new items of a connector. */
async function anItemAutomation(
  project: TestProject,
  { caption, ...changes }: { caption?: string; active?: boolean } = {},
) {
  const connector_id = await insertConnector({ projectId: project.projectId })
  const { id } = await project.api.post(createAutomation, {
    name: 'Blog to X',
    trigger: { kind: 'connector_item' as const, connector_id },
    template_id: await aTemplate(project, caption),
    channels: ['x' as const],
    ...changes,
  })
  return { id, connector_id }
}

test('create, read, list, edit and delete', async () => {
  const project = await aProject()
  const { api, projectId } = project
  const template_id = await aTemplate(project, 'On {{weekday}}')
  const created = await api.post(createAutomation, {
    name: ' Weekly digest ',
    trigger: daily,
    template_id,
    channels: ['x', 'linkedin'],
  })
  expect(created).toEqual({
    id: expect.any(String),
    project_id: projectId,
    name: 'Weekly digest',
    trigger: daily,
    template_id,
    channels: ['x', 'linkedin'],
    mode: 'draft',
    schedule: { kind: 'next_free_time' },
    attach_media: true,
    active: true,
    last_run_at: null,
    next_run_at: expect.stringMatching(/T0[78]:00:00.000Z$/),
    last_error: null,
    failure_count: 0,
    created_at: expect.any(String),
    updated_at: created.created_at,
  })
  expect(await api.get(getAutomation, { id: created.id })).toEqual(created)
  expect((await api.get(listAutomations, {})).automations).toEqual([created])

  const off = await api.patch(editAutomation, { id: created.id, active: false, mode: 'schedule' })
  expect(off).toMatchObject({ active: false, mode: 'schedule', next_run_at: null, trigger: daily })
  expect((await api.get(listAutomations, { active: 'true' })).automations).toEqual([])
  const moment = { kind: 'moment' as const, min_severity: 'high' as const }
  const changed = await api.patch(editAutomation, {
    id: created.id,
    active: true,
    trigger: moment,
    schedule: { kind: 'delay', minutes: 30 },
  })
  expect(changed).toMatchObject({
    trigger: { ...moment, kinds: null },
    schedule: { kind: 'delay', minutes: 30 },
    next_run_at: null,
  })
  expect(await api.delete(deleteAutomation, { id: created.id })).toEqual({ ok: true, automation_id: created.id })
  expect((await api.refused(getAutomation, { id: created.id })).status).toBe(404)
})

test.each<[string, object, string[]]>([
  ['an unknown kind of trigger', { trigger: { kind: 'weather' } }, ['trigger.kind']],
  [
    'a connector that does not exist',
    { trigger: { kind: 'connector_item', connector_id: unknownId } },
    ['trigger.connector_id'],
  ],
  ['a member of another trigger', { trigger: { ...daily, contains: 'bread' } }, ['trigger.contains']],
  [
    'a cadence without a time',
    { trigger: { ...daily, cadence: { kind: 'daily' } } },
    ['trigger.cadence.time', 'template_id'],
  ],
  ['an unknown severity', { trigger: { kind: 'moment', min_severity: 'huge' } }, ['trigger.min_severity']],
  ['an unknown channel to watch', { trigger: { kind: 'story_published', channels: ['fax'] } }, ['trigger.channels.0']],
  ['a template that does not exist', { template_id: unknownId }, ['template_id']],
  ['a template with values of another trigger', { trigger: { kind: 'story_published' } }, ['template_id']],
  ['no channels', { channels: [] }, ['channels']],
  ['a channel twice', { channels: ['x', 'x'] }, ['channels.1']],
  ['an unknown mode', { mode: 'publish' }, ['mode']],
  ['a negative delay', { schedule: { kind: 'delay', minutes: -1 } }, ['schedule.minutes']],
  [
    'two faults at once',
    { name: ' ', trigger: { kind: 'connector_item', connector_id: 'blog' } },
    ['name', 'trigger.connector_id'],
  ],
])('400 for %s', async (_, change, paths) => {
  const project = await aProject()
  const connector_id = await insertConnector({ projectId: project.projectId })
  const { error } = await project.api.refused(createAutomation, {
    name: 'Blog to X',
    trigger: { kind: 'connector_item', connector_id },
    template_id: await aTemplate(project),
    channels: ['x'],
    ...change,
  })
  expect([error.code, error.issues?.map(({ path }) => path)]).toEqual(['validation_error', paths])
})

test('templates and connectors of other projects are not found', async () => {
  const [project, other] = [await aProject(), await aProject()]
  const [template_id, connector_id] = [await aTemplate(other), await insertConnector({ projectId: other.projectId })]
  const { error } = await project.api.refused(createAutomation, {
    name: 'Theirs',
    trigger: { kind: 'connector_item', connector_id },
    template_id,
    channels: ['x'],
  })
  expect(error.issues?.map(({ path, code }) => [path, code])).toEqual([
    ['trigger.connector_id', 'not_found'],
    ['template_id', 'not_found'],
  ])
})

test('a project has at most 100 active automations, also with two requests at once', async () => {
  const project = await aProject()
  const { api } = project
  const template_id = await aTemplate(project, 'Hello')
  const settings = { name: 'Daily', trigger: daily, template_id, channels: ['x' as const] }
  const made = await api.post(createAutomation, { ...settings, active: false })
  const row = await database().selectFrom('automations').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: 99 }, () => ({
    ...row,
    id: crypto.randomUUID(),
    active: true,
    trigger: JSON.stringify(row.trigger),
    schedule: JSON.stringify(row.schedule),
  }))
  await database().insertInto('automations').values(copies).execute()
  const answers = await Promise.all([
    api.send(editAutomation, { id: made.id, active: true }),
    api.send(createAutomation, settings),
  ])
  expect(answers.map(({ ok, status }) => ok || status).sort()).toEqual([409, true])
  await api.patch(editAutomation, { id: copies[0]?.id ?? '', active: true, name: 'Still on' })
})

test('a test run shows the post of each channel and stores nothing', async () => {
  const project = await aProject()
  const { api, projectId } = project
  const { id, connector_id } = await anItemAutomation(project, { caption: '{{item.title}}: {{item.price}} {{link}}' })
  const empty = await api.post(runAutomation, { id, preview: true })
  expect(empty.preview).toMatchObject({
    subject: null,
    outcome: 'draft',
    message: null,
    caption: '[title]: [price] {{link}}',
  })
  const [item] = await addItems(projectId, connector_id, [
    { fields: { link: 'https://blog.example/rye' }, isFirstPoll: true },
  ])
  const { run, preview } = await api.post(runAutomation, { id, preview: true })
  expect(run).toBe(null)
  expect(preview).toMatchObject({
    subject: { kind: 'item', id: item, label: 'Rye bread' },
    outcome: 'draft',
    message: 'Left empty, because there is no such field: “price”.',
    scheduled_at: null,
    caption: 'Rye bread:  {{link}}',
    channels: {
      x: {
        text: expect.stringMatching(/^Rye bread: {2}http\S+\n\n#bread$/),
        tracked_link: {
          destination_url: expect.stringMatching(/^https:\/\/blog.example\/rye\?.*utm_campaign=blog-to-x/),
        },
      },
    },
  })
  const { api: _, ...unsaved } = {
    api,
    trigger: { kind: 'connector_item' as const, connector_id },
    channels: ['x' as const],
  }
  const template_id = await aTemplate(project, 'Read {{item.title}}')
  const before = await api.post(previewAutomation, { ...unsaved, template_id, mode: 'schedule' })
  expect(before).toMatchObject({ outcome: 'scheduled', code: 'missing_connection', caption: 'Read Rye bread' })
  expect(before.scheduled_at).toMatch(/:00:00.000Z$/)
  expect((await api.get(listAutomationRuns, { id })).runs).toEqual([])
  expect(await database().selectFrom('stories').select('id').where('project_id', '=', projectId).execute()).toEqual([])
})

test('a test run without an item does not ask for the media that an item may bring', async () => {
  const project = await aProject()
  const { api, projectId } = project
  const connector_id = await insertConnector({ projectId })
  const input = {
    trigger: { kind: 'connector_item' as const, connector_id },
    template_id: await aTemplate(project, 'New: {{item.title}}'),
    channels: ['instagram' as const],
    mode: 'schedule' as const,
  }
  const example = await api.post(previewAutomation, input)
  expect(example).toMatchObject({ subject: null, outcome: 'scheduled', code: 'missing_connection' })
  expect(example.channels.instagram?.warnings).toEqual([])
  const withoutMedia = await api.post(previewAutomation, { ...input, attach_media: false })
  expect(withoutMedia).toMatchObject({ outcome: 'draft', code: 'channel_rules' })
  expect(withoutMedia.channels.instagram?.warnings).toMatchObject([{ code: 'media_required' }])
})

test('a run now makes one story per item, also when the automation is off', async () => {
  const project = await aProject()
  const { api, projectId } = project
  const { id, connector_id } = await anItemAutomation(project, { active: false })
  expect((await api.refused(runAutomation, { id })).error.message).toContain('Wait for a new item')
  await addItems(projectId, connector_id, [{ isFirstPoll: true }])
  const { run, preview } = await api.post(runAutomation, { id })
  expect(preview).toBe(null)
  expect(run).toMatchObject({
    subject: { kind: 'item', label: 'Rye bread' },
    outcome: 'draft',
    code: null,
    message: null,
  })
  expect(await api.get(getStory, { id: run?.story_id ?? '' })).toMatchObject({
    status: 'draft',
    title: 'Rye bread',
    caption: 'New: Rye bread {{link}}',
    hashtags: '#bread',
    channels: ['x'],
  })
  expect((await api.get(listAutomationRuns, { id })).runs).toEqual([run])
  expect(await api.get(getAutomation, { id })).toMatchObject({ active: false, last_run_at: expect.any(String) })
  expect((await api.refused(runAutomation, { id })).status).toBe(409)
  expect((await api.refused(runAutomation, { id, run_id: run?.id ?? '' })).error.message).toContain('already')
})

test('a failed run is repeated from the log after the repair', async () => {
  const project = await aProject()
  const { api, projectId } = project
  const { id, connector_id } = await anItemAutomation(project)
  const { template_id } = await api.get(getAutomation, { id })
  await addItems(projectId, connector_id, [{}])
  await api.delete(deleteTemplate, { id: template_id ?? '' })
  const failed = await api.post(runAutomation, { id })
  const message = 'Its template was deleted. Choose another one.'
  expect(failed.run).toMatchObject({ outcome: 'failed', code: 'template_deleted', message, story_id: null })
  expect(await api.get(getAutomation, { id })).toMatchObject({
    template_id: null,
    last_error: message,
    failure_count: 1,
  })
  await api.patch(editAutomation, { id, template_id: await aTemplate(project, 'Again: {{item.title}}') })
  const repeated = await api.post(runAutomation, { id, run_id: failed.run?.id ?? '' })
  expect(repeated.run).toMatchObject({ outcome: 'draft', subject: failed.run?.subject })
  expect((await api.get(listAutomationRuns, { id })).runs).toEqual([repeated.run])
  expect((await api.get(listAutomationRuns, { id, outcome: 'failed' })).runs).toEqual([])
  expect(await api.get(getAutomation, { id })).toMatchObject({ last_error: null, failure_count: 0 })
})

test('a schedule can be run at any time; a paused project runs nothing', async () => {
  const project = await aProject()
  const { api, projectId } = project
  const template_id = await aTemplate(project, 'Bread of {{year}}')
  const settings = { name: 'Daily', trigger: daily, template_id, channels: ['x' as const] }
  const { id } = await api.post(createAutomation, settings)
  const runs = [await api.post(runAutomation, { id }), await api.post(runAutomation, { id })]
  expect(new Set(runs.map(({ run }) => run?.story_id)).size).toBe(2)
  expect(runs[0]?.run?.subject.kind).toBe('manual')
  await api.post(pauseProject, { id: projectId })
  expect((await api.refused(runAutomation, { id })).error.message).toContain('paused')
})

test('the tenth failure rings the bell, until the automation is turned on again', async () => {
  const project = await aProject()
  const { api, projectId, userId } = project
  const { id, connector_id } = await anItemAutomation(project, { caption: 'Cheap {{item.title}}' })
  const rules = { project_id: projectId, forbidden_words: ['cheap'], forbidden_phrases: [] }
  await database().insertInto('voice_rules').values(rules).execute()
  await addItems(
    projectId,
    connector_id,
    Array.from({ length: 11 }, () => ({})),
  )
  await runAutomations(database())
  const { runs } = await api.get(listAutomationRuns, { id })
  expect(runs.map(({ code }) => code)).toEqual(Array.from({ length: 10 }, () => 'voice_violation'))
  expect(await api.get(getAutomation, { id })).toMatchObject({ active: false, failure_count: 10 })
  const session = await signedIn(userId)
  const bell = async () => await session.get(listNotifications, { project_id: projectId })
  const expected = {
    id: runs[0]?.id,
    kind: 'automation_off',
    automation: { id, name: 'Blog to X' },
    reason: runs[0]?.message,
  }
  expect(await bell()).toMatchObject({
    notifications: [{ ...expected, is_read: false, is_settled: false }],
    unread_count: 1,
  })
  await session.post(readNotifications, { project_id: projectId, notification_ids: [runs[0]?.id ?? ''] })
  const on = await api.patch(editAutomation, { id, active: true })
  expect(on).toMatchObject({ active: true, failure_count: 0, last_error: null })
  expect(await bell()).toMatchObject({
    notifications: [{ ...expected, is_read: true, is_settled: true }],
    unread_count: 0,
  })
  await runAutomations(database())
  expect((await api.get(listAutomationRuns, { id })).runs).toHaveLength(10)
})
