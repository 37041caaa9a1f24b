import { InngestTestEngine } from '@inngest/test'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { functions } from '@/inngest'
import { fromJob } from '@/inngest/from-job'
import { deliverWebhooks } from '@/inngest/functions/deliver-webhooks'
import { publishDue } from '@/inngest/functions/publish-due'
import { publishItem } from '@/inngest/functions/publish-item'
import { database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { runIfDue } from '@/lib/jobs/runner'
import { findJob, jobs } from '@/lib/jobs/table'
import { itemsDueWithin } from '@/lib/queue-items/due'
import { aDueStory, failCalls, makeOlder, onOwnDatabase, postsOf, rowOf } from '@/tests/support/publishing/publishing'

onOwnDatabase()

const dueEvent = (queueItemId: string, connection = 'c') => ({
  name: 'queue/item.due',
  data: { queue_item_id: queueItemId, connection },
})

type Options = { id: string; triggers?: { cron?: string; event?: string }[]; concurrency?: unknown; retries?: number }
const optionsOf = (fn: (typeof functions)[number]): Options => (fn as unknown as { opts: Options }).opts

test('every job is an Inngest function with its name and schedule, and there are no others', () => {
  const served = functions.map(optionsOf)
  const cronOf = ({ triggers = [] }: Options) => triggers.map((trigger) => trigger.cron ?? trigger.event)
  // They also run at an event.
  const others = ['publish-due', 'publish-item', 'deliver-webhooks', 'process-inbox', 'run-imports']
  const fromTable = served.filter(({ id }) => !others.includes(id))
  expect(Object.fromEntries(fromTable.map((one) => [one.id, cronOf(one)]))).toEqual(
    Object.fromEntries(jobs.filter(({ name }) => !others.includes(name)).map(({ name, cron }) => [name, [cron]])),
  )
  expect(
    served
      .filter(({ id }) => others.includes(id))
      .map(({ id }) => id)
      .sort(),
  ).toEqual(others.sort())
})

test('limits posts per connection like the local worker', () => {
  expect(optionsOf(publishItem as never).concurrency).toEqual({
    key: 'event.data.connection',
    limit: env().PUBLISH_CONCURRENCY_PER_CONNECTION,
  })
})

/** Runs publish-due. Returns the events of one project. */
async function announced(projectId: string) {
  const engine = new InngestTestEngine({
    function: publishDue,
    steps: [{ id: 'announce-due-items', handler: () => ({ ids: [] }) }],
  })
  const { ctx } = await engine.execute()
  const calls = ctx.step.sendEvent.mock.calls as [string, { id: string; ts: number; data: { connection: string } }[]][]
  return calls.flatMap(([, events]) => events).filter(({ data }) => data.connection.startsWith(projectId))
}

test('publish-due announces rows that are due soon, each at its time with a stable id', async () => {
  const { project, itemId } = await aDueStory(['x'], { dueIn: 50 })
  const later = await aDueStory(['x'], { dueIn: 600 })
  const due = (await rowOf(itemId)).next_attempt_at?.getTime() ?? 0
  const events = await announced(project.projectId)
  expect(events).toEqual([
    {
      name: 'queue/item.due',
      id: expect.stringContaining(itemId),
      ts: expect.any(Number),
      data: { queue_item_id: itemId, connection: `${project.projectId}/x` },
    },
  ])
  // Never early: a run that finds the row not due would be lost.
  expect(events[0]?.ts).toBeGreaterThanOrEqual(due)
  expect(events[0]?.ts).toBeLessThan(due + 2)
  expect(await announced(project.projectId)).toEqual(events)
  expect(await announced(later.project.projectId)).toEqual([])
  const { rows } = await sql`select from workers where id = 'inngest'`.execute(database())
  expect(rows).toHaveLength(1)
})

test('a row whose run was lost is announced again a minute later with another id', async () => {
  const { project, itemId } = await aDueStory(['x'])
  const { next_attempt_at } = await rowOf(itemId)
  await sql`update queue_items set next_attempt_at = now() - interval '5 minutes' where id = ${itemId}`.execute(
    database(),
  )
  const [event] = await announced(project.projectId)
  // With the old time it would have an id that Inngest has seen and ignores for a day.
  expect(event?.ts).toBeGreaterThan((next_attempt_at?.getTime() ?? 0) - 120_000)
  expect(event?.ts).toBeLessThanOrEqual(Date.now())
  expect((event?.ts ?? 0) % 60_000).toBe(0)
})

test('a paused connection or a long backlog does not hide other rows', async () => {
  const paused = await aDueStory(['x'])
  await sql`
    update social_connections set paused_until = now() + interval '10 minutes'
    where project_id = ${paused.project.projectId}`.execute(database())
  expect(await announced(paused.project.projectId)).toEqual([])

  const busy = await aDueStory(['x'])
  await sql`
    with made as (
      insert into stories (id, project_id, caption, channels, post_type, status)
      select gen_random_uuid(), ${busy.project.projectId}, 'Backlog', '{x}', 'single', 'scheduled'
      from generate_series(1, 1200) returning id
    )
    insert into queue_items (id, story_id, project_id, channel, status, scheduled_at, next_attempt_at)
    select gen_random_uuid(), id, ${busy.project.projectId}, 'x', 'approved', now() - interval '9 minutes', now() - interval '9 minutes'
    from made`.execute(database())
  const quiet = await aDueStory(['x'])
  const items = await itemsDueWithin(database(), 90)
  expect(items.filter(({ id }) => id === quiet.itemId)).toHaveLength(1)
  expect(items.filter(({ connection }) => connection.startsWith(busy.project.projectId)).length).toBeGreaterThan(50)
  await sql`delete from queue_items where project_id = ${busy.project.projectId}`.execute(database())
})

/** Fakes the steps that send events to Inngest. */
const steps = () => [{ id: 'announce-events', handler: () => ({ ids: [] }) }]

test('delivers the events of a post at the end of its second, together with others', async () => {
  const { itemId } = await aDueStory(['x'])
  const beganMs = Date.now()
  const { ctx } = await new InngestTestEngine({
    function: publishItem,
    events: [dueEvent(itemId)],
    steps: steps(),
  }).execute()
  const [[, event]] = ctx.step.sendEvent.mock.calls as [[string, { name: string; id: string; ts: number }]]
  expect(event).toEqual({ name: 'webhooks/events.waiting', id: `events-waiting-${event.ts}`, ts: event.ts, data: {} })
  expect(event.ts % 1_000).toBe(0)
  expect(event.ts).toBeGreaterThan(beganMs)
  expect(optionsOf(deliverWebhooks as never).triggers).toContainEqual(expect.objectContaining({ event: event.name }))
  const again = await new InngestTestEngine({
    function: publishItem,
    events: [dueEvent(itemId)],
    steps: steps(),
  }).execute()
  expect(again.ctx.step.sendEvent.mock.calls).toEqual([])
})

test('publish-item posts the row of its event once, however often it runs', async () => {
  const { account, itemId } = await aDueStory(['x'])
  const run = () =>
    new InngestTestEngine({ function: publishItem, events: [dueEvent(itemId)], steps: steps() }).execute()
  const results = await Promise.all([run(), run(), run()])
  expect(results.map(({ result }) => (result as { result: string }).result).sort()).toEqual([
    'not_due',
    'not_due',
    'posted',
  ])
  expect((await run()).result).toEqual({ result: 'not_due' })
  expect(await postsOf(account)).toHaveLength(1)
  expect((await rowOf(itemId)).status).toBe('posted')
})

test('publish-item announces a waiting row for its next attempt', async () => {
  const { account, itemId } = await aDueStory(['ghost'])
  await failCalls(account, { fault: 'refuse', preset: 'server_error', call: 'draft', times: 1 })
  const { ctx, result } = await new InngestTestEngine({
    function: publishItem,
    events: [dueEvent(itemId)],
    steps: [{ id: 'announce-next-attempt', handler: () => ({ ids: [] }) }],
  }).execute()
  expect(result).toEqual({ result: 'waiting' })
  const nextMs = (await rowOf(itemId)).next_attempt_at?.getTime() ?? 0
  const calls = ctx.step.sendEvent.mock.calls as [string, { ts: number; data: object }[]][]
  const [event] = calls.flatMap(([, events]) => events)
  expect(event?.data).toMatchObject({ queue_item_id: itemId })
  expect(event?.ts).toBeGreaterThanOrEqual(nextMs)
  expect(event?.ts).toBeLessThan(nextMs + 2)
})

test('a delivery run that fails is retried', () => {
  expect(optionsOf(deliverWebhooks as never).retries).toBeGreaterThan(0)
})

test('a cron runs its job once per tick, on whichever server', async () => {
  const { itemId, storyId } = await aDueStory(['x'])
  await makeOlder(storyId, 3_700)
  const run = async () => (await new InngestTestEngine({ function: fromJob(findJob('sweep-stale')) }).execute()).result
  await sql`delete from job_schedules`.execute(database())
  const [first, second] = await Promise.all([run(), runIfDue(database(), findJob('sweep-stale'))])
  expect([(first as { hasRun: boolean }).hasRun, second].filter(Boolean)).toHaveLength(1)
  await expect.poll(async () => (await rowOf(itemId)).skip_reason).toBe('stale-scheduled')
  expect(await run()).toEqual({ hasRun: false })
})

test('ticks are on a fixed grid, so a cron that starts a moment early still runs', async () => {
  for (const { name, everySeconds, offsetSeconds = 0 } of jobs) {
    await sql`delete from job_schedules where name = ${name}`.execute(database())
    expect(await runIfDue(database(), { ...findJob(name), run: async () => {} })).toBe(true)
    const { rows } = await sql<{ next: number }>`
      select extract(epoch from next_run_at)::float8 as next from job_schedules where name = ${name}`.execute(
      database(),
    )
    expect([name, (rows[0]?.next ?? 0) % everySeconds]).toEqual([name, offsetSeconds])
  }
})

test('a failed job reports the reason, and its next tick runs', async () => {
  const job = { ...findJob('forget-answers'), run: () => Promise.reject(new Error('no room')) }
  await sql`delete from job_schedules where name = ${job.name}`.execute(database())
  expect(await runIfDue(database(), job)).toBe(false)
  const { rows } = await sql`
    select last_error, next_run_at > now() as waits from job_schedules where name = ${job.name}`.execute(database())
  expect(rows).toEqual([{ last_error: 'no room', waits: true }])
})
