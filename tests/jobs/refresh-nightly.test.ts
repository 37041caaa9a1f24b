import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { forgetChecks, recordCheck } from '@/lib/connections/checks'
import { refreshTokens, refreshUrgent } from '@/lib/connections/refresh-jobs'
import { database } from '@/lib/db/pool'
import { runIfDue } from '@/lib/jobs/runner'
import { jobNamed } from '@/lib/jobs/table'
import { control } from '../support/api'
import { aConnection, checksOf, connectionOf, day } from '../support/connections'
import { onOwnSandbox } from '../support/own-sandbox'
import { eventsOf, onOwnDatabase, payloadsOf } from '../support/publishing'

onOwnSandbox()

onOwnDatabase()
afterEach(() => control('DELETE', '/control/faults'))

/** Lets so much time pass for a connection: its end comes nearer, and what was told is longer ago. */
const pass = (id: string, seconds: number) =>
  sql`update social_connections set
    expires_at = expires_at - make_interval(secs => ${seconds}),
    connected_at = connected_at - make_interval(secs => ${seconds}),
    expiring_soon_notified_at = expiring_soon_notified_at - make_interval(secs => ${seconds})
    where id = ${id}`.execute(database())

const toldOf = async ({ projectId }: { projectId: string }) =>
  (await payloadsOf(projectId)).map(({ event, data }) => [
    event,
    data.tier ?? null,
    data.severity ?? null,
    data.days_left,
  ])

describe('an access that cannot be renewed', () => {
  test('is told of at 30, 7 and 1 days, each once; from 7 days on once a day; and at its end at once', async () => {
    const { id, project } = await aConnection('linkedin', { endsIn: 40 * day })
    await refreshTokens(database())
    expect(await toldOf(project)).toEqual([])
    const seen: unknown[] = []
    for (const left of [30, 29, 7, 6.5, 5.9, 1, 0.5]) {
      const row = await connectionOf(id)
      await pass(id, ((row.expires_at?.getTime() ?? 0) - Date.now()) / 1_000 - left * day)
      await refreshTokens(database())
      await refreshTokens(database())
      const told = await toldOf(project)
      seen.push([left, ...told.slice(seen.flat().filter((one) => Array.isArray(one)).length)])
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
    // Its end is not left to the night.
    await pass(id, day)
    await refreshUrgent(database())
    await refreshUrgent(database())
    await refreshTokens(database())
    expect((await toldOf(project)).slice(6)).toEqual([['connection.broken', 1, 'critical', 0]])
  })

  test('first seen five days before its end: of the tiers only the seventh day’s', async () => {
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

test('an access that could have been renewed and is over says that, and not that nothing was there to renew it with', async () => {
  const { id, project } = await aConnection('instagram', { endsIn: -60 })
  await refreshUrgent(database())
  const reason =
    'The access ended before it was renewed, and Instagram renews it only while it lives. Connect the account again.'
  expect(await payloadsOf(project.projectId)).toMatchObject([{ event: 'connection.broken', data: { reason } }])
  expect(await connectionOf(id)).toMatchObject({ last_refresh_ok: false, last_refresh_error: reason })
})

describe('an access that can be renewed', () => {
  test('at 30 days it is told of, at 7 it is renewed, and the tiers begin anew', async () => {
    const { id, project } = await aConnection('instagram', { endsIn: 20 * day })
    await refreshTokens(database())
    await pass(id, 14 * day)
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
    await pass(id, 35 * day)
    await refreshTokens(database())
    expect((await eventsOf(project.projectId)).slice(2)).toEqual(['connection.expiring'])
  })

  test('for hours (X): renewed before its end all day long, without a word', async () => {
    const { apps } = await import('@/lib/sandbox/oauth/apps')
    const { setEnv } = await import('../support/publishing')
    setEnv({ X_CLIENT_ID: apps.x_oauth2.id, X_CLIENT_SECRET: apps.x_oauth2.secret })
    const { id, project } = await aConnection('x', { endsIn: 3_600, age: 3_600, hasRefreshToken: true })
    await refreshUrgent(database())
    expect(await connectionOf(id)).toMatchObject({ last_refresh_ok: null })
    await pass(id, 2_500)
    await refreshUrgent(database())
    const row = await connectionOf(id)
    expect(row).toMatchObject({ last_refresh_ok: true, notified_at_tier: null })
    await refreshTokens(database())
    expect(await eventsOf(project.projectId)).toEqual([])
  })

  test('a refresh that failed is not left until the next night', async () => {
    const { id } = await aConnection('instagram', { endsIn: 5 * day })
    await control('POST', '/control/faults', { network: 'instagram', call: 'refresh', fault: 'reset_before', times: 1 })
    await refreshTokens(database())
    expect(await connectionOf(id)).toMatchObject({ last_refresh_ok: false })
    await sql`update social_connections set refresh_retry_at = now() where id = ${id}`.execute(database())
    await refreshUrgent(database())
    expect(await connectionOf(id)).toMatchObject({ last_refresh_ok: true })
  })
})

describe('its time', () => {
  const job = jobNamed('refresh-tokens')
  const nextOf = async () =>
    (
      await database()
        .selectFrom('job_schedules')
        .select('next_run_at')
        .where('name', '=', job.name)
        .executeTakeFirstOrThrow()
    ).next_run_at

  test('is 03:00 UTC by the local runner as by cron, and a run that was missed is made up', async () => {
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

test('what is known of refreshes and readings is forgotten after 30 days', async () => {
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
  await forgetChecks(database())
  expect((await checksOf(id)).map(({ code }) => code)).toEqual(['new'])
})
