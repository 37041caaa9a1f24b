import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { runIfDue } from '@/lib/jobs/runner'
import { findJob } from '@/lib/jobs/table'
import { enqueueDigests } from '@/lib/mail-digests/digest'
import { listNotifications } from '@/lib/notifications/contract'
import { sendPillarAlerts } from '@/lib/pillars/alerts'
import { replacePillars } from '@/lib/pillars/contract'
import { PillarBenchmarkBelow, PillarGapDetected } from '@/lib/pillars/events'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'
import { dyingAt } from '@/tests/support/database/dying'
import { itemsOf, letMailTimePass, waitingMails } from '../../api/mail/support'
import { numberEvents } from '../../api/notifications/support'
import { publishedDaysAgo } from '../../api/pillars/posts'

const run = () => sendPillarAlerts(database())

const eventsOf = async ({ projectId }: TestProject) =>
  database().selectFrom('events').select(['event', 'data']).where('project_id', '=', projectId).orderBy('id').execute()

/** A pillar without posts for 8 days, and one below its benchmark. The others have no reason for an alert. */
async function aProjectWithAlerts(): Promise<TestProject> {
  const project = await aProject()
  const { api, projectId: id } = project
  await api.put(replacePillars, {
    id,
    pillars: [
      { name: 'Recipes', content_type: 'recipes', max_gap_days: 7 },
      { name: 'News', content_type: 'news', benchmark_metric: 'save_rate', benchmark_value: 0.03, max_gap_days: 30 },
      { name: 'Team', content_type: 'team', benchmark_metric: 'save_rate', benchmark_value: 0.03 },
      { name: 'Old', content_type: 'old', benchmark_metric: 'save_rate', benchmark_value: 0.03 },
      { name: 'Usual', content_type: 'usual', benchmark_metric: 'save_rate', benchmark_value: 0.01, max_gap_days: 2 },
    ],
  })
  await publishedDaysAgo(id, [
    { contentType: 'recipes', daysAgo: 8.5 },
    ...[2, 3, 4].map((daysAgo) => ({ contentType: 'news', daysAgo })),
    // Two posts are too few.
    ...[2, 3].map((daysAgo) => ({ contentType: 'team', daysAgo })),
    // Before the window.
    ...[35, 36, 37].map((daysAgo) => ({ contentType: 'old', daysAgo })),
    // Exactly the benchmark.
    ...[1.9, 3, 4].map((daysAgo) => ({ contentType: 'usual', daysAgo })),
  ])
  return project
}

test('sends a gap and a benchmark event once, also with parallel runs, and again after a day and a week', async () => {
  const project = await aProjectWithAlerts()
  await Promise.all([run(), run(), run()])
  await run()
  const events = await eventsOf(project)
  expect(events.map(({ event }) => event).sort()).toEqual(['pillar.benchmark_below', 'pillar.gap_detected'])
  const dataOf = (name: string) => events.find(({ event }) => event === name)?.data
  expect(PillarGapDetected.parse(dataOf('pillar.gap_detected'))).toMatchObject({
    project_id: project.projectId,
    pillar: { content_type: 'recipes' },
    days_since_last: 8,
    max_gap_days: 7,
  })
  expect(PillarBenchmarkBelow.parse(dataOf('pillar.benchmark_below'))).toMatchObject({
    pillar: { content_type: 'news' },
    metric: 'save_rate',
    value: 0.01,
    benchmark_value: 0.03,
    window_days: 30,
  })
  const newEventsAfter = async (hours: number) => {
    const before = (await eventsOf(project)).length
    await letTimePass(project, hours)
    await run()
    return (await eventsOf(project)).slice(before).map(({ event }) => event)
  }
  // A daily run may start an hour earlier than the day before.
  expect(await newEventsAfter(22.9)).toEqual([])
  expect(await newEventsAfter(0.2)).toEqual(['pillar.gap_detected'])
  expect(await newEventsAfter(6 * 24 - 0.2)).toEqual(['pillar.gap_detected'])
  expect(await newEventsAfter(0.2)).toEqual(['pillar.benchmark_below'])
})

const letTimePass = ({ projectId }: TestProject, hours: number) =>
  sql`update pillars set gap_alerted_at = gap_alerted_at - make_interval(secs => ${hours * 3_600}),
    below_alerted_at = below_alerted_at - make_interval(secs => ${hours * 3_600})
    where project_id = ${projectId}`.execute(database())

test('a pillar without posts is in a gap from its creation; without a limit it never is', async () => {
  const project = await aProject()
  const { api, projectId: id } = project
  const pillars = [
    { name: 'New', content_type: 'new', max_gap_days: 3 },
    { name: 'Old', content_type: 'old', max_gap_days: 3 },
    { name: 'Free', content_type: 'free' },
  ]
  await api.put(replacePillars, { id, pillars })
  await sql`update pillars set created_at = now() - interval '73 hours'
    where project_id = ${id} and content_type <> 'new'`.execute(database())
  await run()
  expect((await eventsOf(project)).map(({ data }) => data)).toMatchObject([
    { pillar: { content_type: 'old' }, last_published_at: null, days_since_last: null, max_gap_days: 3 },
  ])
})

test('after a crash between mark and event, neither is stored and the next run sends it', async () => {
  const project = await aProjectWithAlerts()
  const step = { kind: 'InsertQueryNode', table: 'events' } as const
  await expect(dyingAt(step, (db) => sendPillarAlerts(db))).rejects.toThrow('The process died.')
  expect(await eventsOf(project)).toEqual([])
  await Promise.all([run(), run()])
  expect(await eventsOf(project)).toHaveLength(2)
})

test('the bell and one mail tell members; a new post settles the gap', async () => {
  const project = await aProjectWithAlerts()
  const { projectId, userId } = project
  await run()
  await numberEvents(projectId)
  const session = await signedIn(userId)
  const list = async () => (await session.get(listNotifications, { project_id: projectId })).notifications
  expect(await list()).toMatchObject([
    { kind: 'pillar_below_benchmark', is_settled: false, pillar: { name: 'News', metric: 'save_rate', value: 0.01 } },
    { kind: 'pillar_gap', is_settled: false, pillar: { name: 'Recipes', days_since_last: 8, max_gap_days: 7 } },
  ])
  await enqueueDigests(database())
  await letMailTimePass(projectId, 61)
  await enqueueDigests(database())
  const { email } = await database()
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const mails = await waitingMails(email)
  expect(mails.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['pillar_attention', expect.stringMatching(/^2 pillars miss their target in /)],
  ])
  expect(itemsOf(mails[0])).toMatchObject([
    { text: 'Recipes', detail: 'No posts for 8 days. Target: at least every 7 days.' },
    { text: 'News', detail: 'Save rate is 1%. Benchmark: 3%.' },
  ])
  await publishedDaysAgo(projectId, [{ contentType: 'recipes', daysAgo: -0.001 }])
  expect((await list()).map(({ kind, is_settled }) => [kind, is_settled])).toEqual([
    ['pillar_below_benchmark', false],
    ['pillar_gap', true],
  ])
})

describe('the schedule', () => {
  const job = findJob('pillar-alerts')
  const nextOf = async () =>
    (
      await database()
        .selectFrom('job_schedules')
        .select('next_run_at')
        .where('name', '=', job.name)
        .executeTakeFirstOrThrow()
    ).next_run_at.toISOString()
  beforeEach(() => sql`delete from job_schedules where name = ${job.name}`.execute(database()))

  test('is 08:00 UTC', async () => {
    expect(job.cron).toBe('0 8 * * *')
    expect(await runIfDue(database(), { ...job, run: async () => {} })).toBe(true)
    expect(await nextOf()).toMatch(/T08:00:00\.000Z$/)
  })

  test('a run that fails is repeated within an hour', async () => {
    expect(await runIfDue(database(), { ...job, run: () => Promise.reject(new Error('no database')) })).toBe(false)
    expect(Date.parse(await nextOf()) - Date.now()).toBeLessThanOrEqual(3_600_000)
  })
})
