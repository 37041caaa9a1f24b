import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import * as service from '@/lib/projects/pause'
import { getPause, pauseProject, planResume, resumeProject } from '@/lib/projects/pause-contract'
import { getLateness } from '@/lib/queue/contract'
import { resumeProject as resume } from '@/lib/queue/resume'
import { getStory } from '@/lib/stories/contract'
import { aProject } from '@/tests/support/api/api'
import { aScheduledStory } from '../stories/stories'

test('a pause shows who started it, when and why, until it ends', async () => {
  const { api, projectId: id, userId } = await aProject()
  expect(await api.get(getPause, { id })).toEqual({ pause: null })
  const before = Date.now()
  const { pause } = await api.post(pauseProject, { id, reason: '  A recall. ' })
  expect(pause).toMatchObject({ paused_by: { id: userId }, reason: 'A recall.' })
  expect(Math.abs(Date.parse(pause.paused_at) - before)).toBeLessThan(60_000)
  expect(await api.get(getPause, { id })).toEqual({ pause })
  expect(await api.post(resumeProject, { id })).toEqual({ ok: true, moved: 0, drafts: 0, skipped: 0 })
  expect(await api.get(getPause, { id })).toEqual({ pause: null })
})

test('pausing again keeps the first reason', async () => {
  const { api, projectId: id } = await aProject()
  for (const contract of [resumeProject, planResume]) {
    expect((await api.refused(contract, { id })).error).toMatchObject({ code: 'conflict' })
  }
  await api.post(pauseProject, { id, reason: 'First' })
  expect((await api.refused(pauseProject, { id, reason: 'Second' })).error).toMatchObject({ code: 'conflict' })
  expect((await api.get(getPause, { id })).pause?.reason).toBe('First')
})

test('missed posts are planned, moved and shown in the story with the planned time', async () => {
  const project = await aProject()
  const { api, projectId: id } = project
  const story = await aScheduledStory(project)
  await api.post(pauseProject, { id })
  await sql`update queue_items set scheduled_at = now() - interval '2 hours' where story_id = ${story.id}`.execute(
    database(),
  )
  await sql`update stories set scheduled_at = now() - interval '2 hours' where id = ${story.id}`.execute(database())
  const plan = await api.get(planResume, { id, spacing_minutes: 45 })
  expect(plan).toMatchObject({ missed: 2, stories: 1, moved: 2, ends_at: plan.starts_at })
  const answer = await api.post(resumeProject, {
    id,
    spacing_minutes: 45,
    starts_at: plan.starts_at,
    plan: plan.plan,
  })
  expect(answer).toMatchObject({ moved: 2 })
  const { scheduled_at, content_queue } = await api.get(getStory, { id: story.id })
  expect([scheduled_at, ...content_queue.map((item) => item.scheduled_at)]).toEqual(Array(3).fill(plan.starts_at))
})

test('posts that would be due after the year 9999 are neither planned nor moved', async () => {
  const project = await aProject()
  const { api, projectId: id } = project
  for (const _ of ['one', 'another']) await aScheduledStory(project)
  await api.post(pauseProject, { id })
  await sql`update queue_items set scheduled_at = now() - interval '2 hours' where project_id = ${id}`.execute(
    database(),
  )
  const late = { id, starts_at: '9999-12-31T23:59:59Z' }
  for (const contract of [planResume, resumeProject])
    expect((await api.refused(contract, late)).error.issues).toMatchObject([{ path: 'starts_at' }])
  expect(await api.get(planResume, { id })).toMatchObject({ missed: 4, moved: 4 })
})

test.each([
  [{ missed: 'all' }, 'missed'],
  [{ spacing_minutes: 0 }, 'spacing_minutes'],
  [{ spacing_minutes: 1441 }, 'spacing_minutes'],
  [{ starts_at: 'soon' }, 'starts_at'],
  [{ plan: 'x' }, 'plan'],
] as const)('refuses %j on resume, naming the member', async (body, path) => {
  const { api, projectId: id } = await aProject()
  expect((await api.refused(resumeProject, { id, ...body })).error.issues).toMatchObject([{ path }])
})

test.each([
  ['viewer', false],
  ['editor', false],
  ['admin', true],
  ['owner', true],
] as const)('in the dashboard a %s may pause and resume: %s', async (role, isAllowed) => {
  const { projectId: id } = await aProject()
  const userId = newId()
  const db = database()
  await db
    .insertInto('users')
    .values({ id: userId, email: `${userId}@example.com`, name: 'Ann' })
    .execute()
  await db.insertInto('project_members').values({ project_id: id, user_id: userId, role }).execute()
  const context = { db, principal: { kind: 'session' as const, userId }, now: new Date() }
  const choice = { id, missed: 'spread' as const, spacing_minutes: 30 }
  expect(await service.getPause(context, { id })).toEqual({ pause: null })
  if (isAllowed) {
    expect(await service.pauseProject(context, { id })).toMatchObject({
      pause: { paused_by: { id: userId, name: 'Ann' } },
    })
    expect(await resume(context, choice)).toMatchObject({ ok: true })
  } else {
    await expect(service.pauseProject(context, { id })).rejects.toMatchObject({ code: 'insufficient_scope' })
    await expect(resume(context, choice)).rejects.toMatchObject({ code: 'insufficient_scope' })
  }
})

test('shows the delays of the last day’s posts, and null without posts', async () => {
  const project = await aProject()
  const none = { posts: 0, p50_seconds: null, p95_seconds: null, longest_seconds: null }
  expect(await project.api.get(getLateness)).toEqual(none)
  const { id } = await aScheduledStory(project)
  await sql`update queue_items set status = 'posted', scheduled_at = now() - interval '10 minutes',
    published_at = now() - interval '10 minutes' + case channel when 'x' then interval '2 seconds' else interval '4 seconds' end
    where story_id = ${id}`.execute(database())
  expect(await project.api.get(getLateness)).toEqual({
    posts: 2,
    p50_seconds: 3,
    p95_seconds: 3.9,
    longest_seconds: 4,
  })
})
