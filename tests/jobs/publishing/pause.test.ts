/** A paused project publishes nothing and loses nothing. Missed posts are not published at once on resume. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '@/lib/access/context'
import type { ChannelId } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { pauseProject } from '@/lib/projects/pause'
import { claimDue, claimOne } from '@/lib/publishing/claim/claim-due'
import { publishItem } from '@/lib/publishing/publish-item'
import { sweepStale } from '@/lib/publishing/settle/sweep-stale'
import { planResume, resumeProject } from '@/lib/queue/resume'
import { itemsDueWithin } from '@/lib/queue-items/due'
import { createStory } from '@/lib/stories/operations/create'
import { listDivergent } from '@/lib/stories/reconcile/reconcile'
import type { TestProject } from '@/tests/support/api/api'
import { bundled } from '@/tests/support/processes/bundle'
import { startProcess } from '@/tests/support/processes/child-process'
import {
  aDueStory,
  attemptsOf,
  eventsOf,
  failCalls,
  letTimePass,
  makeOlder,
  newText,
  onOwnDatabase,
  payloadsOf,
  postsOf,
  progressOf,
  publishOnce,
  publishThroughDoubt,
  rowOf,
  setEnv,
  storyOf,
} from '@/tests/support/publishing/publishing'
import { onOwnSandbox } from '@/tests/support/sandbox/file-sandbox'

onOwnDatabase()
onOwnSandbox()
beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '1' }))

const never = new AbortController().signal
const minuteMs = 60_000
const contextOf = ({ userId }: TestProject): Context => ({
  db: database(),
  principal: { kind: 'session', userId },
  now: new Date(),
})
const pause = (project: TestProject, reason?: string) =>
  pauseProject(contextOf(project), { id: project.projectId, reason })
const usual = { missed: 'spread', spacing_minutes: 30 } as const
type Choice = Partial<Parameters<typeof resumeProject>[1]>
const resume = (project: TestProject, choice: Choice = {}) =>
  resumeProject(contextOf(project), { id: project.projectId, ...usual, ...choice })
const claimAll = () => claimDue(database(), { worker: 'test', limit: 100, perConnection: 10, leaseSeconds: 30 })
const giveBack = (ids: string[]) =>
  sql`update queue_items set lease_until = null, next_attempt_at = now() where id = any (${ids}::uuid[])`.execute(
    database(),
  )

/** Two stories of one project, and one of a project that is not paused. */
async function twoProjects() {
  const first = await aDueStory(['x'])
  const second = await aDueStory(['x'], first)
  const other = await aDueStory(['x'])
  return { first, second, other, project: first.project }
}

describe('while paused', () => {
  test('no rows of the project are claimed or announced, and others are', async () => {
    const { first, second, other, project } = await twoProjects()
    await pause(project)
    const taken = await claimAll()
    expect(taken.map(({ id }) => id)).toEqual([other.itemId])
    await giveBack([other.itemId])
    expect(await claimOne(database(), first.itemId, { worker: 'test', leaseSeconds: 30 })).toBeNull()
    expect((await itemsDueWithin(database(), 90)).map(({ id }) => id)).toEqual([other.itemId])
    expect(await publishOnce(other.itemId)).toBe('posted')
    expect(await attemptsOf(second.itemId)).toEqual([])
  })

  test('rows more than an hour late are not swept', async () => {
    const { project, storyId, itemId } = await aDueStory(['x'])
    await pause(project)
    await makeOlder(storyId, 61 * 60)
    await sweepStale(database())
    expect((await rowOf(itemId)).status).toBe('approved')
    expect(await eventsOf(project.projectId)).toEqual([])
  })

  test('a row claimed just before the pause is released without a call', async () => {
    const { project, account, itemId } = await aDueStory(['x'])
    const claim = await claimOne(database(), itemId, { worker: 'test', leaseSeconds: 30 })
    await pause(project)
    if (!claim) throw new Error('The row was not due.')
    expect(await publishItem(database(), claim, never)).toBe('waiting')
    expect(await postsOf(account)).toEqual([])
    expect(await rowOf(itemId)).toMatchObject({ status: 'approved', lease_until: null, attempt_count: 0 })
  })

  test('a post in progress is finished', async () => {
    const { project, account, itemId } = await aDueStory(['x'])
    await failCalls(account, { fault: 'slow', call: 'publish', delay_ms: 600, when: 'before' })
    const underWay = publishOnce(itemId)
    await expect.poll(async () => (await progressOf(itemId)).sending).toBeDefined()
    await pause(project)
    expect((await rowOf(itemId)).status).toBe('approved')
    expect(await underWay).toBe('posted')
    expect(await postsOf(account)).toHaveLength(1)
  })

  test('a send in doubt is settled', async () => {
    const { project, account, itemId } = await aDueStory(['x'])
    await failCalls(account, { fault: 'timeout_after', call: 'publish', times: 1 })
    expect(await publishOnce(itemId)).toBe('waiting')
    await pause(project)
    expect(await publishThroughDoubt(itemId)).toBe('posted')
    expect(await postsOf(account)).toHaveLength(1)
  })

  test('a send in doubt that did not arrive waits', async () => {
    const { project, account, itemId } = await aDueStory(['x'])
    await failCalls(account, { fault: 'timeout_before', call: 'publish', times: 1 })
    expect(await publishOnce(itemId)).toBe('waiting')
    await pause(project)
    for (let look = 0; look < 4; look++) {
      await letTimePass(itemId, 120)
      await publishOnce(itemId)
    }
    expect((await progressOf(itemId)).sending).toBeUndefined()
    expect((await rowOf(itemId)).status).toBe('approved')
    expect(await postsOf(account)).toEqual([])
    await resume(project)
    expect(Number((await rowOf(itemId)).scheduled_at)).toBeGreaterThan(Date.now() + minuteMs)
  })

  test('a temporary error is not retried', async () => {
    const { project, account, itemId } = await aDueStory(['ghost'])
    await failCalls(account, { fault: 'refuse', preset: 'server_error', call: 'draft' })
    expect(await publishOnce(itemId)).toBe('waiting')
    await pause(project)
    await letTimePass(itemId, 120)
    expect(await publishOnce(itemId)).toBeNull()
    expect(await postsOf(account)).toEqual([])
  })

  test('restarted workers send nothing, and missed posts are not sent on resume', async () => {
    const { first, second, project } = await twoProjects()
    await pause(project)
    const command = bundled('tests/faults/worker.ts')
    const childEnv = { LOG_LEVEL: 'warn', PUBLISH_POLL_SECONDS: '0.1' }
    /** A published post of another project shows that the worker is running. */
    const isRunning = async () => {
      const { itemId } = await aDueStory(['x'])
      await expect.poll(async () => (await rowOf(itemId)).status, { timeout: 30_000 }).toBe('posted')
    }
    for (const ending of ['SIGKILL', 'SIGTERM'] as const) {
      const worker = startProcess(`pause-worker-${ending}`, command, childEnv)
      try {
        await isRunning()
        if (ending === 'SIGKILL') continue
        await resume(project)
        await isRunning()
      } finally {
        await worker.kill(ending)
      }
    }
    expect(await postsOf(first.account)).toEqual([])
    expect(await Promise.all([first, second].map(async ({ itemId }) => (await rowOf(itemId)).status))).toEqual([
      'approved',
      'approved',
    ])
  })
})

/** A story created through the service, moved to this many seconds from now. */
async function aCreatedStory(project: TestProject, channels: ChannelId[], dueIn: number) {
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
  const content = { caption: newText(), channels, scheduled_at, connection_check: 'skip' as const }
  const { story } = await createStory(contextOf(project), { project_id: project.projectId, ...content })
  const rows = await database()
    .selectFrom('queue_items')
    .select(['id', 'channel'])
    .where('story_id', '=', story.id)
    .execute()
  await makeOlder(story.id, 3_600 - dueIn)
  await sql`update queue_items set next_attempt_at = scheduled_at where story_id = ${story.id}`.execute(database())
  const itemIds = Object.fromEntries(rows.map(({ id, channel }) => [channel, id]))
  return { storyId: story.id, itemIds, itemId: itemIds[channels[0] ?? ''] ?? '' }
}

/** A paused project with stories due this many minutes ago, oldest first, and one in the future. */
async function aPausedProject(minutesAgo: number[], channels: ChannelId[] = ['x']) {
  const { project, accounts } = await aDueStory(channels, { status: 'draft' })
  const ahead = await aCreatedStory(project, channels, 40 * 60)
  await pause(project, 'The product was recalled.')
  const missed: Awaited<ReturnType<typeof aCreatedStory>>[] = []
  for (const minutes of minutesAgo) missed.push(await aCreatedStory(project, channels, -minutes * 60))
  await sql`delete from events where project_id = ${project.projectId}`.execute(database())
  return { project, accounts, ahead, missed }
}
const timeOf = async (itemId: string): Promise<number> => Number((await rowOf(itemId)).scheduled_at)
const divergent = async (project: TestProject) =>
  (await listDivergent(contextOf(project), { project_id: project.projectId })).divergent

describe('resume', () => {
  test('spreads missed posts in their old order at the given spacing, around future posts', async () => {
    const { project, ahead, missed } = await aPausedProject([200, 90, 10])
    const aheadMs = await timeOf(ahead.itemId)
    const plan = await planResume(contextOf(project), { id: project.projectId, ...usual })
    expect(plan).toMatchObject({ missed: 3, stories: 3, moved: 3, drafts: 0, skipped: 0 })
    expect(plan.items.map(({ story_id }) => story_id)).toEqual(missed.map(({ storyId }) => storyId))
    const answer = await resume(project, { starts_at: plan.starts_at, plan: plan.plan })
    expect(answer).toEqual({ ok: true, moved: 3, drafts: 0, skipped: 0 })
    const times = await Promise.all(missed.map(({ itemId }) => timeOf(itemId)))
    expect(times.map((at) => new Date(at).toISOString())).toEqual(plan.items.map(({ scheduled_at }) => scheduled_at))
    expect(await timeOf(ahead.itemId)).toBe(aheadMs)
    const all = [...times, aheadMs].sort((one, other) => one - other)
    expect(Math.min(...times)).toBeGreaterThan(Date.now() + minuteMs)
    for (const [index, at] of all.slice(1).entries())
      expect(at - (all[index] ?? 0)).toBeGreaterThanOrEqual(30 * minuteMs)
    expect(times).toEqual([...times].sort((one, other) => one - other))
    expect(await claimAll()).toEqual([])
  })

  test('updates stories with their rows, with one event per new time', async () => {
    const { project, missed } = await aPausedProject([90, 10], ['x', 'linkedin'])
    await resume(project)
    expect(await divergent(project)).toEqual([])
    for (const { storyId, itemIds } of missed) {
      const story = await storyOf(storyId)
      expect(story.status).toBe('scheduled')
      for (const id of Object.values(itemIds)) {
        const row = await rowOf(id)
        expect(row.scheduled_at).toEqual(story.scheduled_at)
        expect(row.next_attempt_at).toEqual(story.scheduled_at)
        expect(row.data_snapshot).not.toHaveProperty('time_override')
      }
    }
    const events = await payloadsOf(project.projectId)
    expect(events.map(({ event, data }) => [event, data.via])).toEqual(missed.map(() => ['story.scheduled', 'resume']))
    const lines = await database()
      .selectFrom('timeline_entries')
      .select(['story_id', 'actor'])
      .where('project_id', '=', project.projectId)
      .where('kind', '=', 'rescheduled')
      .orderBy('story_id')
      .execute()
    const actor = `user:${project.userId}`
    expect(lines).toEqual(missed.map(({ storyId }) => ({ story_id: storyId, actor })))
  })

  test('moves posts waiting for approval too, so that a late approval does not publish at once', async () => {
    const { project } = await aPausedProject([])
    const waiting = await aCreatedStory(project, ['x'], 0)
    await sql`update queue_items set status = 'pending' where id = ${waiting.itemId}`.execute(database())
    await sql`update project_pauses set paused_at = now() - interval '1 hour'`.execute(database())
    await resume(project)
    expect(await timeOf(waiting.itemId)).toBeGreaterThan(Date.now() + minuteMs)
    expect((await rowOf(waiting.itemId)).status).toBe('pending')
  })

  test('as drafts: stories become drafts without a time, and partly published ones keep their posts', async () => {
    const { project, missed } = await aPausedProject([90])
    const partly = await aCreatedStory(project, ['x', 'linkedin'], -60)
    await sql`update queue_items set status = 'posted', published_at = now(), next_attempt_at = null
      where id = ${partly.itemIds.linkedin}`.execute(database())
    await sql`update stories set published_channels = '{linkedin}' where id = ${partly.storyId}`.execute(database())
    expect(await resume(project, { missed: 'draft' })).toEqual({ ok: true, moved: 0, drafts: 1, skipped: 1 })
    const [whole] = missed
    expect(await storyOf(whole?.storyId ?? '')).toMatchObject({ status: 'draft', scheduled_at: null })
    expect(await rowOf(whole?.itemId ?? '')).toMatchObject({
      status: 'draft',
      scheduled_at: null,
      next_attempt_at: null,
    })
    expect((await storyOf(partly.storyId)).status).toBe('partial')
    expect(await rowOf(partly.itemIds.x ?? '')).toMatchObject({ status: 'rejected', next_attempt_at: null })
    expect(await divergent(project)).toEqual([])
    expect(await claimAll()).toEqual([])
  })

  test('skip: missed posts fail with the reason, and webhooks are sent', async () => {
    const { project, missed } = await aPausedProject([90])
    expect(await resume(project, { missed: 'skip' })).toMatchObject({ skipped: 1 })
    const [one] = missed
    expect(await rowOf(one?.itemId ?? '')).toMatchObject({
      status: 'rejected',
      skip_reason: 'Its time passed while the project was paused.',
    })
    expect((await storyOf(one?.storyId ?? '')).status).toBe('cancelled')
    const events = await payloadsOf(project.projectId)
    expect(events.map(({ event, data }) => [event, data.code])).toEqual([
      ['story.failed', 'paused'],
      ['story.skipped', 'paused'],
    ])
    expect(await divergent(project)).toEqual([])
  })

  test('two concurrent resumes: one succeeds, the other gets a conflict', async () => {
    const { project, missed } = await aPausedProject([90, 10])
    const both = await Promise.allSettled([resume(project), resume(project)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = both.find((one) => one.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'conflict' })
    expect(await eventsOf(project.projectId)).toEqual(missed.map(() => 'story.scheduled'))
  })

  test('an outdated plan changes nothing, and the project stays paused', async () => {
    const { project } = await aPausedProject([90])
    const { plan, starts_at } = await planResume(contextOf(project), { id: project.projectId, ...usual })
    const more = await aCreatedStory(project, ['x'], -60)
    await expect(resume(project, { plan, starts_at })).rejects.toMatchObject({ code: 'conflict' })
    expect(await timeOf(more.itemId)).toBeLessThan(Date.now())
    expect(await claimAll()).toEqual([])
  })

  test('does not change rows in progress', async () => {
    const { project, account, itemId } = await aDueStory(['x'])
    await failCalls(account, { fault: 'slow', call: 'publish', delay_ms: 600, when: 'before' })
    const underWay = publishOnce(itemId)
    await expect.poll(async () => (await progressOf(itemId)).sending).toBeDefined()
    await pause(project)
    expect(await resume(project)).toEqual({ ok: true, moved: 0, drafts: 0, skipped: 0 })
    expect(await underWay).toBe('posted')
  })

  test('an ended pause has no effect', async () => {
    const { project, itemId, storyId } = await aDueStory(['x'])
    await pause(project)
    await resume(project, { missed: 'spread' })
    await sql`update queue_items set scheduled_at = now(), next_attempt_at = now() where story_id = ${storyId}`.execute(
      database(),
    )
    expect(await publishOnce(itemId)).toBe('posted')
  })
})
