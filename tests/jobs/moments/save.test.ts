import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { database, transaction } from '@/lib/db/pool'
import type { Finding } from '@/lib/moments/detectors/finding'
import type { Severity } from '@/lib/moments/kinds'
import { saveMoments } from '@/lib/moments/save-moments'
import type { TestProject } from '@/tests/support/api/api'
import { insertStory } from '@/tests/support/database/story-rows'
import { aProjectSharing, onOwnDatabase } from '@/tests/support/publishing/publishing'

onOwnDatabase()

let project: TestProject
beforeEach(async () => {
  project = await aProjectSharing([])
})

type Given = { severity?: Severity; at: string; kind?: Finding['kind']; subject?: string; storyId?: string }

let subjects = 0
const save = (...given: Given[]) =>
  transaction(database(), (tx) =>
    saveMoments(
      tx,
      project.projectId,
      given.map(({ severity = 'medium', at, kind = 'engagement_spike', subject = `s${++subjects}`, storyId }) => ({
        finding: {
          kind,
          severity,
          story_id: storyId ?? null,
          subject,
          detected_at: new Date(at),
          snapshot: {},
        } as never,
        headline: severity,
        reasoning: '',
      })),
    ),
  )

const setTimezone = (timezone: string) =>
  database().updateTable('projects').set({ timezone }).where('id', '=', project.projectId).execute()
const moments = () =>
  database().selectFrom('moments').selectAll().where('project_id', '=', project.projectId).orderBy('id').execute()

test('three moments a day, of which two may be low', async () => {
  const at = '2026-06-10T09:00:00Z'
  expect(await save({ at, severity: 'low' }, { at, severity: 'low' }, { at, severity: 'low' })).toBe(2)
  expect(await save({ at, severity: 'low' })).toBe(0)
  expect(await save({ at, severity: 'medium' }, { at, severity: 'high' })).toBe(1)
  expect((await moments()).map(({ severity }) => severity).sort()).toEqual(['high', 'low', 'low'])
  expect(await save({ at: '2026-06-11T00:00:00Z', severity: 'low' })).toBe(1)
})

test.each([
  ['Pacific/Auckland', '2026-06-10T13:00:00Z', '2026-06-10T13:30:00Z', '2026-06-10T11:30:00Z'],
  ['America/New_York', '2026-06-11T03:00:00Z', '2026-06-10T12:00:00Z', '2026-06-11T04:30:00Z'],
  // 25 hours: from 00:10 to 23:50 on the day when clocks go back.
  ['Europe/Berlin', '2026-10-24T22:10:00Z', '2026-10-25T22:50:00Z', '2026-10-25T23:10:00Z'],
])('days are those of the project in %s', async (timezone, first, sameDay, otherDay) => {
  await setTimezone(timezone)
  expect(await save({ at: first }, { at: first }, { at: first })).toBe(3)
  expect(await save({ at: sameDay })).toBe(0)
  expect(await save({ at: otherDay })).toBe(1)
})

test('a slump that goes on is the same slump for 28 days, per channel and post type', async () => {
  const slump = (day: string, group = 'x:single') =>
    save({ kind: 'slump', at: `${day}T09:00:00Z`, subject: `${group}:${day}` })
  expect(await slump('2026-03-01')).toBe(1)
  expect(await slump('2026-03-28')).toBe(0)
  expect(await slump('2026-03-28', 'x:reel')).toBe(1)
  expect(await slump('2026-03-30')).toBe(1)
})

test('high and exceptional moments ring the bell, once', async () => {
  const at = '2026-06-10T09:00:00Z'
  await save({ at, severity: 'medium', subject: 'one' }, { at, severity: 'high', subject: 'two' })
  expect((await moments()).map(({ severity, alerted_at }) => [severity, alerted_at !== null]).sort()).toEqual([
    ['high', true],
    ['medium', false],
  ])
  await sql`update moments set alerted_at = '2026-06-10' where severity = 'high' and project_id = ${project.projectId}`.execute(
    database(),
  )
  await save({ at, severity: 'high', subject: 'one' }, { at, severity: 'exceptional', subject: 'two' })
  const [one, two] = (await moments()).toSorted((a, b) => a.subject.localeCompare(b.subject))
  expect([one?.severity, two?.severity]).toEqual(['high', 'exceptional'])
  expect(one?.alerted_at?.getTime()).toBeGreaterThan(Date.now() - 60_000)
  expect(two?.alerted_at).toEqual(new Date('2026-06-10T00:00:00Z'))
})

test('a moment that becomes high is drafted if it is new and has no draft', async () => {
  await database()
    .updateTable('projects')
    .set({ auto_draft_moments: true })
    .where('id', '=', project.projectId)
    .execute()
  const at = '2026-06-10T09:00:00Z'
  const { storyId } = await insertStory(database(), {
    projectId: project.projectId,
    channels: ['x'],
    caption: 'Loaf',
    status: 'posted',
  })
  const all = (severity: Severity): Given[] =>
    ['new', 'dismissed', 'drafted'].map((subject) => ({ at, severity, subject, storyId }))
  await save(...all('medium'))
  await sql`update moments set status = 'dismissed' where subject = 'dismissed' and project_id = ${project.projectId}`.execute(
    database(),
  )
  await sql`update moments set draft_story_id = story_id where subject = 'drafted' and project_id = ${project.projectId}`.execute(
    database(),
  )
  await save(...all('high'))
  const rows = (await moments()).map(({ subject, severity, is_draft_due }) => [subject, severity, is_draft_due])
  expect(rows.sort()).toEqual([
    ['dismissed', 'high', false],
    ['drafted', 'high', false],
    ['new', 'high', true],
  ])
})
