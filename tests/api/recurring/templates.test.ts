import { expect, test } from 'vitest'
import { type Database, database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { listNotifications } from '@/lib/notifications/contract'
import { lockProject } from '@/lib/projects/repository'
import {
  createRecurringTemplate,
  deleteRecurringTemplate,
  editRecurringTemplate,
  getRecurringTemplate,
  listRecurringSlots,
  listRecurringTemplates,
  previewRecurringTemplate,
} from '@/lib/recurring/contract'
import { createDueStories } from '@/lib/recurring/run/create-due-stories'
import { editStory, getStory, scheduleStory } from '@/lib/stories/contract'
import { aProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'
import { afterOther } from '@/tests/support/database/after-other'
import { databaseKind } from '@/tests/support/database/test-database'

const weekly = { kind: 'weekly' as const, time: '09:00', weekdays: [4, 1] }
const template = {
  name: 'Bread of the week',
  story: {
    title: 'Bread on {{weekday}}',
    caption: 'Fresh on {{weekday}}, {{day}} {{month_long}}',
    channels: ['x' as const],
  },
  cadence: weekly,
  timezone: 'Europe/Berlin',
}

test('create, read, list, edit and delete', async () => {
  const { api, projectId } = await aProject()
  const created = await api.post(createRecurringTemplate, { id: projectId, ...template })
  expect(created).toEqual({
    id: expect.any(String),
    project_id: projectId,
    ...template,
    cadence: { ...weekly, weekdays: [1, 4] },
    starts_at: null,
    ends_at: null,
    active: true,
    create_ahead_minutes: 1_440,
    next_run_at: created.next_slots[0],
    next_slots: expect.any(Array),
    last_run_at: null,
    last_story_id: null,
    last_error: null,
    next_error: expect.stringContaining('not connected: X'),
    created_at: expect.any(String),
    updated_at: created.created_at,
  })
  const local = created.next_slots.map((slot) =>
    new Date(slot).toLocaleString('en-GB', {
      timeZone: 'Europe/Berlin',
      weekday: 'short',
      timeStyle: undefined,
      hour: '2-digit',
      minute: '2-digit',
    }),
  )
  expect(local).toHaveLength(5)
  expect(new Set(local)).toEqual(new Set(['Mon 09:00', 'Thu 09:00']))
  expect(await api.get(getRecurringTemplate, { id: created.id })).toEqual(created)
  expect((await api.get(listRecurringTemplates, { id: projectId })).recurring_templates).toEqual([created])

  const off = await api.patch(editRecurringTemplate, { id: created.id, active: false, name: 'Bread' })
  expect(off).toMatchObject({ name: 'Bread', story: template.story, active: false, next_run_at: null, next_slots: [] })
  expect(off.next_error).toBeNull()
  const monthly = { kind: 'monthly' as const, time: '18:30', day_of_month: 'last' as const }
  const on = await api.patch(editRecurringTemplate, {
    id: created.id,
    active: true,
    cadence: monthly,
    ends_at: '2099-01-01T00:00:00Z',
  })
  expect(on).toMatchObject({ active: true, cadence: monthly, ends_at: '2099-01-01T00:00:00.000Z' })
  expect(on.next_slots).toHaveLength(5)
  const blocked = await api.patch(editRecurringTemplate, {
    id: created.id,
    story: { caption: 'Bread', channels: ['instagram'] },
  })
  expect(blocked.next_error).toMatch(/^Instagram needs an image/)

  expect(await api.delete(deleteRecurringTemplate, { id: created.id })).toEqual({
    ok: true,
    recurring_template_id: created.id,
  })
  expect((await api.refused(getRecurringTemplate, { id: created.id })).status).toBe(404)
})

test('the zone falls back to the project’s; without one it is required', async () => {
  const [berlin, none] = [await aProject({ timezone: 'Asia/Kathmandu' }), await aProject()]
  const { timezone: _, ...without } = template
  const created = await berlin.api.post(createRecurringTemplate, { id: berlin.projectId, ...without })
  expect(created.timezone).toBe('Asia/Kathmandu')
  const { error } = await none.api.refused(createRecurringTemplate, { id: none.projectId, ...without })
  expect(error.issues).toMatchObject([{ path: 'timezone', code: 'required' }])
})

test.each<[string, object, string[]]>([
  ['an unknown zone', { timezone: 'Mars/Base' }, ['timezone']],
  ['an unknown kind', { cadence: { kind: 'yearly', time: '09:00' } }, ['cadence.kind']],
  ['no time', { cadence: { kind: 'daily' } }, ['cadence.time']],
  ['a time that does not exist', { cadence: { kind: 'daily', time: '24:00' } }, ['cadence.time']],
  ['no weekdays', { cadence: { kind: 'weekly', time: '09:00' } }, ['cadence.weekdays']],
  ['an empty list of weekdays', { cadence: { kind: 'weekly', time: '09:00', weekdays: [] } }, ['cadence.weekdays']],
  ['weekday 8', { cadence: { kind: 'weekly', time: '09:00', weekdays: [8] } }, ['cadence.weekdays.0']],
  ['day 0', { cadence: { kind: 'monthly', time: '09:00', day_of_month: 0 } }, ['cadence.day_of_month']],
  ['day 32', { cadence: { kind: 'monthly', time: '09:00', day_of_month: 32 } }, ['cadence.day_of_month']],
  ['a member of another kind', { cadence: { kind: 'daily', time: '09:00', weekdays: [1] } }, ['cadence.weekdays']],
  ['no expression', { cadence: { kind: 'cron' } }, ['cadence.cron']],
  ['a cron that never runs', { cadence: { kind: 'cron', cron: '0 9 30 2 *' } }, ['cadence.cron']],
  ['a cron alias', { cadence: { kind: 'cron', cron: '@daily' } }, ['cadence.cron']],
  ['a cron every half hour', { cadence: { kind: 'cron', cron: '*/30 * * * *' } }, ['cadence.cron']],
  ['a start in a far year', { starts_at: '9999-12-31T00:00:00Z' }, ['starts_at']],
  ['crossed ends', { starts_at: '2030-02-01T00:00:00Z', ends_at: '2030-01-01T00:00:00Z' }, ['ends_at']],
  ['an end before the next post', { ends_at: '2020-01-01T00:00:00Z' }, ['ends_at']],
  ['a time in the story', { story: { caption: 'A', scheduled_at: '2030-02-01T00:00:00Z' } }, ['story.scheduled_at']],
  ['no caption', { story: { channels: ['x'] } }, ['story.caption']],
  ['a channel twice', { story: { caption: 'A', channels: ['x', 'x'] } }, ['story.channels.1']],
  [
    'an unknown template',
    { story: { caption: 'A', template_id: '018f0000-0000-7000-8000-000000000000' } },
    ['story.template_id'],
  ],
  [
    'a pin with a fixed end',
    { story: { caption: 'A', pin_to_grid: { pin: true, until: '2040-01-01T00:00:00Z' } } },
    ['story.pin_to_grid.until'],
  ],
  ['more than 30 days ahead', { create_ahead_minutes: 43_201 }, ['create_ahead_minutes']],
  ['two faults at once', { name: ' ', cadence: { kind: 'daily', time: '9' } }, ['name', 'cadence.time']],
])('400 for %s', async (_, change, paths) => {
  const { api, projectId } = await aProject()
  const { error } = await api.refused(createRecurringTemplate, { id: projectId, ...template, ...change })
  expect([error.code, error.issues?.map(({ path }) => path)]).toEqual(['validation_error', paths])
})

test('a project has at most 100 active templates', async () => {
  const { api, projectId } = await aProject()
  const made = await api.post(createRecurringTemplate, { id: projectId, ...template })
  await api.patch(editRecurringTemplate, { id: made.id, active: false })
  const row = await database()
    .selectFrom('recurring_templates')
    .selectAll()
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow()
  const aCopy = () => ({
    ...row,
    id: newId(),
    active: true,
    story: JSON.stringify(row.story),
    cadence: JSON.stringify(row.cadence),
  })
  await database()
    .insertInto('recurring_templates')
    .values(Array.from({ length: 99 }, aCopy))
    .execute()
  // PGlite runs one transaction at a time, so there the other request is always the first.
  const insertOther = (db: Database) => db.insertInto('recurring_templates').values(aCopy()).execute()
  const activate = () => api.send(editRecurringTemplate, { id: made.id, active: true })
  if (databaseKind() === 'pglite') await insertOther(database())
  else expect((await afterOther((tx) => lockProject(tx, projectId), activate, insertOther)).status).toBe(409)
  expect((await activate()).status).toBe(409)
  expect((await api.refused(createRecurringTemplate, { id: projectId, ...template })).status).toBe(409)
  await api.post(createRecurringTemplate, { id: projectId, ...template, active: false })
})

test('the preview shows five slots with their texts, and the calendar gets slots without a story', async () => {
  const { api, projectId } = await aProject({ timezone: 'America/New_York' })
  const { slots, timezone } = await api.post(previewRecurringTemplate, {
    id: projectId,
    cadence: { kind: 'cron', cron: '0 9 * * *' },
    starts_at: '2030-12-31T00:00:00Z',
    story: { title: '{{weekday_short}}', caption: '{{date}} {{content_type}}', content_type: 'tips' },
  })
  expect(timezone).toBe('America/New_York')
  expect(slots).toHaveLength(5)
  expect(slots.slice(0, 2)).toEqual([
    { at: '2030-12-31T14:00:00.000Z', title: 'Tue', caption: '2030-12-31 tips' },
    { at: '2031-01-01T14:00:00.000Z', title: 'Wed', caption: '2031-01-01 tips' },
  ])
  const made = await api.post(createRecurringTemplate, {
    id: projectId,
    ...template,
    starts_at: '2030-12-01T00:00:00Z',
  })
  await api.post(createRecurringTemplate, { id: projectId, ...template, active: false })
  const range = { id: projectId, from: '2030-12-02T00:00:00Z', to: '2030-12-06T00:00:00Z' }
  expect((await api.get(listRecurringSlots, range)).slots).toEqual([
    {
      recurring_template_id: made.id,
      name: made.name,
      at: '2030-12-02T08:00:00.000Z',
      words: 'Bread on Monday',
      channels: ['x'],
      content_type: null,
    },
    {
      recurring_template_id: made.id,
      name: made.name,
      at: '2030-12-05T08:00:00.000Z',
      words: 'Bread on Thursday',
      channels: ['x'],
      content_type: null,
    },
  ])
  const tooLong = { ...range, to: '2031-02-06T00:00:00Z' }
  expect((await api.refused(listRecurringSlots, tooLong)).error.issues).toMatchObject([{ path: 'to' }])
})

test('a story is created for the next slot; a later time on the same day gives no second one', async () => {
  const { api, projectId } = await aProject({ timezone: 'UTC' })
  const story = { ...template.story, content_type: 'tips' }
  const soon = new Date(Date.now() + 20 * 3_600_000).toISOString().slice(11, 16)
  const made = await api.post(createRecurringTemplate, {
    id: projectId,
    ...template,
    story,
    timezone: 'UTC',
    cadence: { kind: 'daily', time: soon },
  })
  await createDueStories(database())
  const after = await api.get(getRecurringTemplate, { id: made.id })
  expect(after).toMatchObject({ last_story_id: expect.any(String), last_run_at: expect.any(String) })
  // The project has no account for X.
  expect(after.last_error).toContain('not connected: X')
  expect(after.next_slots[0]).toBe(made.next_slots[1])
  // The calendar shows the story instead of its slot.
  const range = { from: new Date().toISOString(), to: made.next_slots[2] ?? '' }
  const { slots } = await api.get(listRecurringSlots, { id: projectId, ...range })
  expect(slots.map(({ at }) => at)).toEqual([made.next_slots[1]])
  expect(await api.get(getStory, { id: after.last_story_id ?? '' })).toMatchObject({
    status: 'scheduled',
    scheduled_at: made.next_run_at,
    content_type: 'tips',
    title: `Bread on ${new Date(made.next_run_at ?? 0).toLocaleString('en', { weekday: 'long', timeZone: 'UTC' })}`,
  })
  const moved = await api.patch(editRecurringTemplate, { id: made.id, cadence: { kind: 'daily', time: '23:59' } })
  expect(moved.next_slots[0]?.slice(0, 10)).toBe(made.next_slots[1]?.slice(0, 10))
  await api.delete(deleteRecurringTemplate, { id: made.id })
  await api.get(getStory, { id: after.last_story_id ?? '' })
})

test('a story that breaks a rule rings the bell, until its draft is scheduled', async () => {
  const { api, projectId, userId, connect } = await aProject({ timezone: 'UTC' })
  await connect('x')
  const cadence = { kind: 'daily' as const, time: new Date(Date.now() + 7_200_000).toISOString().slice(11, 16) }
  const story = { caption: 'Cheap on {{weekday}}', channels: ['x' as const] }
  const { id } = await api.post(createRecurringTemplate, { id: projectId, name: 'Cheap', story, cadence })
  const rules = { project_id: projectId, forbidden_words: ['cheap'], forbidden_phrases: [] }
  await database().insertInto('voice_rules').values(rules).execute()
  await createDueStories(database())
  const { last_error, last_story_id } = await api.get(getRecurringTemplate, { id })
  const session = await signedIn(userId)
  const bell = async () => (await session.get(listNotifications, { project_id: projectId })).notifications
  const expected = { kind: 'recurring_draft', reason: last_error, is_read: false, story: { id: last_story_id } }
  expect(await bell()).toMatchObject([{ ...expected, is_settled: false }])
  await api.patch(editStory, { id: last_story_id ?? '', caption: 'Fair bread' })
  await api.post(scheduleStory, {
    id: last_story_id ?? '',
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  })
  expect(await bell()).toMatchObject([{ ...expected, is_settled: true }])
})
