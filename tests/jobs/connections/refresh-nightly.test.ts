import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { deleteOldChecks, recordCheck } from '@/lib/connections/checks'
import { refreshTokens, refreshUrgent } from '@/lib/connections/refresh/refresh-jobs'
import { database } from '@/lib/db/pool'
import { runIfDue } from '@/lib/jobs/runner'
import { findJob } from '@/lib/jobs/table'
import { control } from '@/tests/support/api/api'
import { aConnection, checksOf, connectionOf, day } from '@/tests/support/api/connections'
import { eventsOf, onOwnDatabase, payloadsOf } from '@/tests/support/publishing/publishing'
import { onOwnSandbox } from '@/tests/support/sandbox/file-sandbox'

onOwnSandbox()

onOwnDatabase()
afterEach(() => control('DELETE', '/control/faults'))

/** Moves a connection this far in time: it expires sooner, and notices are older. */
const letTimePass = (id: string, seconds: number) =>
  sql`update social_connections set
    expires_at = expires_at - make_interval(secs => ${seconds}),
    connected_at = connected_at - make_interval(secs => ${seconds}),
    expiring_soon_notified_at = expiring_soon_notified_at - make_interval(secs => ${seconds})
    where id = ${id}`.execute(database())

const noticesOf = async ({ projectId }: { projectId: string }) =>
  (await payloadsOf(projectId)).map(({ event, data }) => [
    event,
    data.tier ?? null,
    data.severity ?? null,
    data.days_left,
  ])

describe('access that cannot be refreshed', () => {
  test('is reported once at 30, 7 and 1 days, daily from 7 days on, and immediately when it expires', async () => {
    const { id, project } = await aConnection('linkedin', { endsIn: 40 * day })
    await refreshTokens(database())
    expect(await noticesOf(project)).toEqual([])
    const seen: unknown[] = []
    for (const left of [30, 29, 7, 6.5, 5.9, 1, 0.5]) {
      const row = await connectionOf(id)
      await letTimePass(id, ((row.expires_at?.getTime() ?? 0) - Date.now()) / 1_000 - left * day)
      await refreshTokens(database())
      await refreshTokens(database())
      const notices = await noticesOf(project)
      seen.push([left, ...notices.slice(seen.flat().filter((one) => Array.isArray(one)).length)])
    }
    expect(seen).toEqual([
      [30, ['connection.expiring', 30, 'info', 30]],
      [29],
      [7, ['connection.expiring', 7, 'warning', 7], ['connection.expiring_soon', 7, 'warning', 7]],
      [6.5],
      [5.9, ['connection.expiring_soon', 7, 'warning', 6]],
      [1, ['connection.expiring', 1, 'critical', 1], ['connection.expiring_soon', 1, 'critical', 1]],
      [0.5],
    ])
    // Expiry does not wait for the nightly job.
    await letTimePass(id, day)
    await refreshUrgent(database())
    await refreshUrgent(database())
    await refreshTokens(database())
    expect((await noticesOf(project)).slice(6)).toEqual([['connection.broken', 1, 'critical', 0]])
  })

  test('first seen five days before expiry is reported once, in the 7 day tier', async () => {
    const { id, project } = await aConnection('linkedin', { endsIn: 5 * day })
    await refreshTokens(database())
    const payloads = await payloadsOf(project.projectId)
    expect(payloads).toEqual([
      {
        event: 'connection.expiring',
        data: {
          project_id: project.projectId,
          connection: expect.objectContaining({ id, project_id: project.projectId, channel: 'linkedin' }),
          tier: 7,
          severity: 'warning',
          days_left: 5,
        },
      },
      {
        event: 'connection.expiring_soon',
        data: expect.objectContaining({ days_left: 5, reason: expect.any(String) }),
      },
    ])
    expect(await connectionOf(id)).toMatchObject({ notified_at_tier: 7 })
  })
})

test('expired access that was refreshable has its own reason', async () => {
  const { id, project } = await aConnection('instagram', { endsIn: -60 })
  await refreshUrgent(database())
  const reason = 'The connection expired before it was renewed. Reconnect the account.'
  expect(await payloadsOf(project.projectId)).toMatchObject([{ event: 'connection.broken', data: { reason } }])
  expect(await connectionOf(id)).toMatchObject({ last_refresh_ok: false, last_refresh_error: reason })
})

describe('access that can be refreshed', () => {
  test('is reported at 30 days, refreshed at 7, and starts over', async () => {
    const { id, project } = await aConnection('instagram', { endsIn: 20 * day })
    await refreshTokens(database())
    await letTimePass(id, 14 * day)
    await refreshTokens(database())
    const row = await connectionOf(id)
    expect(row).toMatchObject({ notified_at_tier: null, last_refresh_ok: true })
    const payloads = await payloadsOf(project.projectId)
    expect(payloads.map(({ event }) => event)).toEqual(['connection.expiring', 'connection.refreshed'])
    expect(payloads[1]?.data).toEqual({
      project_id: project.projectId,
      connection: expect.objectContaining({ id, expires_at: row.expires_at?.toISOString(), renews_itself: true }),
      expires_at: row.expires_at?.toISOString(),
      previous_expires_at: expect.any(String),
    })
    await letTimePass(id, 35 * day)
    await refreshTokens(database())
    expect((await eventsOf(project.projectId)).slice(2)).toEqual(['connection.expiring'])
  })

  test('that lasts hours (X) is refreshed before it expires, without events', async () => {
    const { apps } = await import('@/sandbox/oauth/apps')
    const { setEnv } = await import('../../support/publishing/publishing')
    setEnv({ X_CLIENT_ID: apps.x_oauth2.id, X_CLIENT_SECRET: apps.x_oauth2.secret })
    const { id, project } = await aConnection('x', { endsIn: 3_600, age: 3_600, hasRefreshToken: true })
    await refreshUrgent(database())
    expect(await connectionOf(id)).toMatchObject({ last_refresh_ok: null })
    await letTimePass(id, 2_500)
    await refreshUrgent(database())
    const row = await connectionOf(id)
    expect(row).toMatchObject({ last_refresh_ok: true, notified_at_tier: null })
    await refreshTokens(database())
    expect(await eventsOf(project.projectId)).toEqual([])
  })

  test('is retried the same night after a failed refresh', async () => {
    const { id } = await aConnection('instagram', { endsIn: 5 * day })
    await control('POST', '/control/faults', { network: 'instagram', call: 'refresh', fault: 'reset_before', times: 1 })
    await refreshTokens(database())
    expect(await connectionOf(id)).toMatchObject({ last_refresh_ok: false })
    await sql`update social_connections set refresh_retry_at = now() where id = ${id}`.execute(database())
    await refreshUrgent(database())
    expect(await connectionOf(id)).toMatchObject({ last_refresh_ok: true })
  })
})

describe('the schedule', () => {
  const job = findJob('refresh-tokens')
  const nextOf = async () =>
    (
      await database()
        .selectFrom('job_schedules')
        .select('next_run_at')
        .where('name', '=', job.name)
        .executeTakeFirstOrThrow()
    ).next_run_at

  test('is 03:00 UTC for the local runner and cron, and a missed run is made up', async () => {
    await runIfDue(database(), job)
    const next = await nextOf()
    expect(next.toISOString()).toMatch(/T03:00:00\.000Z$/)
    expect(next.getTime() - Date.now()).toBeLessThanOrEqual(day * 1_000)
    expect(job.cron).toBe('0 3 * * *')
    expect(await runIfDue(database(), job)).toBe(false)
    await sql`update job_schedules set next_run_at = now() - interval '2 hours' where name = ${job.name}`.execute(
      database(),
    )
    expect(await runIfDue(database(), job)).toBe(true)
    expect(await nextOf()).toEqual(next)
  })
})

test('deletes connection checks after 30 days', async () => {
  const { id, project } = await aConnection('linkedin', { endsIn: null })
  const check = {
    projectId: project.projectId,
    connectionId: id,
    channel: 'linkedin',
    kind: 'sync',
    isOk: true,
  } as const
  await recordCheck(database(), { ...check, code: 'old' })
  await sql`update connection_checks set created_at = now() - interval '31 days' where connection_id = ${id}`.execute(
    database(),
  )
  await recordCheck(database(), { ...check, code: 'new' })
  await deleteOldChecks(database())
  expect((await checksOf(id)).map(({ code }) => code)).toEqual(['new'])
})
