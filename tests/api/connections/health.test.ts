import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { channelIds } from '@/lib/channel-ids'
import { breaker, brokenCircuits, recordCheck } from '@/lib/connections/checks'
import { createConnection, deleteConnection } from '@/lib/connections/contract'
import { getConnectionHealth } from '@/lib/connections/health/contract'
import { refreshConnection } from '@/lib/connections/refresh/refresh'
import { database } from '@/lib/db/pool'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { aConnection, connectionOf, day } from '@/tests/support/api/connections'
import { insertStory } from '@/tests/support/database/story-rows'
import { instagram } from './requests'

const healthOf = async ({ api }: TestProject, channel: string) => {
  const { platforms } = await api.get(getConnectionHealth)
  const found = platforms.find((platform) => platform.channel === channel)
  if (!found) throw new Error(`${channel} is not listed.`)
  return found
}

const missing = {
  status: 'missing',
  connection_id: null,
  account_name: null,
  last_successful_publish: null,
  last_failed_publish: null,
  last_successful_sync: null,
  last_failed_sync: null,
  sync_paused: false,
  failures_24h: 0,
  inbox_error: null,
  last_refresh_at: null,
  last_refresh_ok: null,
  last_refresh_error: null,
  refresh_failed_count: 0,
  expires_at: null,
  renews_itself: false,
  token_expiring_soon: false,
  days_until_expiry: null,
  expiring_severity: null,
  notified_at_tier: null,
}

const later = (instant: Date, seconds: number) => new Date(instant.getTime() + seconds * 1_000)

/** A queue item with this result. */
async function aQueueItem(
  { projectId }: TestProject,
  channel: 'linkedin' | 'pinterest',
  end: { status: 'posted' | 'failed'; at: Date; reason?: string; code?: string },
) {
  const { storyId, itemIds } = await insertStory(database(), { projectId, channels: [channel], caption: 'Bread' })
  const id = itemIds[channel] ?? ''
  await sql`update queue_items set status = ${end.status}, next_attempt_at = null,
    failed_at = ${end.status === 'failed' ? end.at : null},
    published_at = ${end.status === 'posted' ? end.at : null}, published_url = ${end.status === 'posted' ? 'https://a.example/1' : null},
    skip_reason = ${end.reason ?? null}, provider_code = ${end.code ?? null} where id = ${id}`.execute(database())
  return { storyId, id }
}

const checkOf = ({ project, id }: { project: TestProject; id: string }) =>
  ({ projectId: project.projectId, connectionId: id, channel: 'linkedin', kind: 'sync' }) as const

test('lists every channel, with missing for those that are not connected', async () => {
  const project = await aProject()
  const { connection } = await project.api.post(createConnection, instagram())
  const answer = await project.api.get(getConnectionHealth)
  expect(answer).toEqual({
    project_id: project.projectId,
    checked_at: expect.any(String),
    platforms: channelIds.map((channel) =>
      channel === 'instagram'
        ? {
            ...missing,
            channel,
            status: 'ok',
            summary: 'Instagram is connected but not used yet.',
            next_step: null,
            connection_id: connection.id,
            account_name: 'Account ig-1',
          }
        : {
            ...missing,
            channel,
            summary: expect.stringMatching(/^No \w+ account is connected\.$/),
            next_step: expect.stringMatching(/^Connect your \w+ account\.$/),
          },
    ),
  })
})

test('shows when access expires, how urgent that is and whether it will be refreshed', async () => {
  const ending = await aConnection('linkedin', { endsIn: 5 * day })
  const end = (await connectionOf(ending.id)).expires_at?.toISOString()
  expect(await healthOf(ending.project, 'linkedin')).toMatchObject({
    status: 'ok',
    summary: 'LinkedIn is connected but not used yet. The connection expires in 5 days.',
    next_step: 'Reconnect the account before then.',
    expires_at: end,
    renews_itself: false,
    token_expiring_soon: true,
    days_until_expiry: 5,
    expiring_severity: 'warning',
  })
  const renewed = await aConnection('pinterest', { endsIn: 5 * day, hasRefreshToken: true })
  await refreshConnection(database(), renewed.id, { why: 'expiring', withinSeconds: 7 * day })
  const { last_refresh_at } = await connectionOf(renewed.id)
  expect(await healthOf(renewed.project, 'pinterest')).toMatchObject({
    status: 'ok',
    summary: 'Pinterest works.',
    next_step: null,
    last_refresh_at: last_refresh_at?.toISOString(),
    last_refresh_ok: true,
    last_refresh_error: null,
    refresh_failed_count: 0,
    renews_itself: true,
    token_expiring_soon: false,
    days_until_expiry: 30,
    expiring_severity: 'info',
  })
})

test('shows the reason of a failed refresh', async () => {
  const { project, id } = await aConnection('linkedin', { endsIn: 3 * day, hasRefreshToken: true })
  await sql`update social_connections set last_refresh_ok = false, last_refresh_error = 'It was refused.',
    refresh_failed_count = 2, refresh_refused_at = now() where id = ${id}`.execute(database())
  await recordCheck(database(), {
    ...checkOf({ project, id }),
    kind: 'refresh',
    isOk: false,
    message: 'It was refused.',
  })
  expect(await healthOf(project, 'linkedin')).toMatchObject({
    status: 'ok',
    summary: 'LinkedIn is connected but not used yet. The connection expires in 3 days. It was refused.',
    last_refresh_at: expect.any(String),
    last_refresh_ok: false,
    last_refresh_error: 'It was refused.',
    refresh_failed_count: 2,
    failures_24h: 1,
    renews_itself: false,
  })
})

describe('the first matching status wins', () => {
  test('expired without refresh comes before all other problems', async () => {
    const { project } = await aConnection('linkedin', { endsIn: -60 })
    await aQueueItem(project, 'linkedin', { status: 'failed', at: new Date() })
    expect(await healthOf(project, 'linkedin')).toMatchObject({
      status: 'token_expired',
      next_step: 'Reconnect the account.',
      days_until_expiry: 0,
      expiring_severity: 'critical',
    })
  })

  test('expired but refreshable is healthy', async () => {
    const { project } = await aConnection('pinterest', { endsIn: -60, hasRefreshToken: true })
    expect(await healthOf(project, 'pinterest')).toMatchObject({ status: 'ok' })
  })

  test('the newest post failed, unless a later one succeeded', async () => {
    const connection = await aConnection('linkedin', { endsIn: null })
    const { project } = connection
    const now = new Date()
    const reason = 'LinkedIn refused the post.'
    const failed = await aQueueItem(project, 'linkedin', { status: 'failed', at: later(now, -60), reason })
    await recordCheck(database(), { ...checkOf(connection), isOk: false, message: 'Not readable.' })
    const outcome = {
      at: later(now, -60).toISOString(),
      story_id: failed.storyId,
      queue_item_id: failed.id,
      published_url: null,
      skip_reason: reason,
      error_message: null,
    }
    expect(await healthOf(project, 'linkedin')).toMatchObject({
      status: 'publish_error',
      summary: `The last post to LinkedIn failed: ${reason}`,
      last_successful_publish: null,
      last_failed_publish: outcome,
      failures_24h: 2,
    })
    const posted = await aQueueItem(project, 'linkedin', { status: 'posted', at: now })
    expect(await healthOf(project, 'linkedin')).toMatchObject({
      status: 'sync_error',
      last_failed_publish: outcome,
      last_successful_publish: {
        ...outcome,
        at: now.toISOString(),
        story_id: posted.storyId,
        queue_item_id: posted.id,
        published_url: 'https://a.example/1',
        skip_reason: null,
      },
      last_failed_sync: { at: expect.any(String), error_message: 'Not readable.' },
    })
    await recordCheck(database(), { ...checkOf(connection), isOk: true })
    expect(await healthOf(project, 'linkedin')).toMatchObject({ status: 'ok', summary: 'LinkedIn works.' })
  })

  test('ignores superseded posts and failures before a reconnect', async () => {
    const { project } = await aConnection('linkedin', { endsIn: null })
    await aQueueItem(project, 'linkedin', { status: 'failed', at: new Date(), code: 'superseded' })
    await aQueueItem(project, 'linkedin', { status: 'failed', at: later(new Date(), -3 * day) })
    expect(await healthOf(project, 'linkedin')).toMatchObject({ status: 'ok', failures_24h: 0 })
  })

  test('stale after thirty days without success', async () => {
    const { project } = await aConnection('linkedin', { endsIn: null, age: 31 * day })
    expect(await healthOf(project, 'linkedin')).toMatchObject({ status: 'stale' })
    await aQueueItem(project, 'linkedin', { status: 'posted', at: later(new Date(), -29 * day) })
    expect(await healthOf(project, 'linkedin')).toMatchObject({ status: 'ok' })
  })
})

test('unused credentials are only stored; those a network accepted work', async () => {
  const { project, id } = await aConnection('threads', { endsIn: null })
  expect(await healthOf(project, 'threads')).toMatchObject({
    status: 'ok',
    summary: 'Threads is connected but not used yet.',
    next_step: null,
  })
  await sql`update social_connections set tried_at = now() where id = ${id}`.execute(database())
  expect(await healthOf(project, 'threads')).toMatchObject({ summary: 'Threads works.' })
})

test('a reconnected account keeps its history', async () => {
  const project = await aProject()
  const { connection } = await project.api.post(createConnection, instagram())
  await recordCheck(database(), { ...checkOf({ project, id: connection.id }), channel: 'instagram', isOk: true })
  const { last_successful_sync: read } = await healthOf(project, 'instagram')
  expect(read).toEqual({ at: expect.any(String), error_message: null })
  await project.api.delete(deleteConnection, { id: connection.id })
  expect(await healthOf(project, 'instagram')).toMatchObject({ status: 'missing', last_successful_sync: read })
  await project.api.post(createConnection, instagram())
  expect(await healthOf(project, 'instagram')).toMatchObject({ status: 'ok', last_successful_sync: read })
  // A failure of another account does not count.
  await project.api.post(createConnection, instagram('ig-2'))
  expect(await healthOf(project, 'instagram')).toMatchObject({ last_successful_sync: null })
})

test('counts failures of the last day by when they happened', async () => {
  const { project } = await aConnection('linkedin', { endsIn: null })
  const { id } = await aQueueItem(project, 'linkedin', { status: 'failed', at: later(new Date(), -2 * day) })
  await sql`update queue_items set updated_at = now() where id = ${id}`.execute(database())
  expect(await healthOf(project, 'linkedin')).toMatchObject({ failures_24h: 0 })
  await aQueueItem(project, 'linkedin', { status: 'failed', at: later(new Date(), -60) })
  expect(await healthOf(project, 'linkedin')).toMatchObject({ failures_24h: 1 })
})

test('a metrics run without a permission names it as something to fix', async () => {
  const connection = await aConnection('linkedin', { endsIn: null })
  const message = 'LinkedIn did not grant the permission to read metrics of posts (r_member_postAnalytics).'
  await recordCheck(database(), { ...checkOf(connection), isOk: false, code: 'missing_permission', message })
  expect(await healthOf(connection.project, 'linkedin')).toMatchObject({
    status: 'sync_error',
    summary: expect.stringContaining(message),
    next_step: expect.stringMatching(/^Reconnect the account/),
  })
})

describe('the circuit breaker', () => {
  const isOpen = async (id: string) => (await brokenCircuits(database(), [id])).has(id)
  const refusals = async (connection: Awaited<ReturnType<typeof aConnection>>, count: number) => {
    for (let n = 0; n < count; n++)
      await recordCheck(database(), { ...checkOf(connection), isOk: false, isAuthFailure: true, message: 'Refused.' })
  }

  test('opens at the fifth refusal within an hour, asks to reconnect, and closes on refresh or reconnect', async () => {
    const connection = await aConnection('linkedin', { endsIn: null })
    const { id, project } = connection
    await refusals(connection, breaker.failures - 1)
    await recordCheck(database(), { ...checkOf(connection), isOk: false, message: 'A blip.' })
    expect(await isOpen(id)).toBe(false)
    await refusals(connection, 1)
    expect(await isOpen(id)).toBe(true)
    expect(await healthOf(project, 'linkedin')).toMatchObject({
      status: 'sync_error',
      sync_paused: true,
      summary: expect.stringContaining('several times'),
      next_step: 'Reconnect the account.',
    })
    await sql`update social_connections set last_refresh_at = now() where id = ${id}`.execute(database())
    expect(await isOpen(id)).toBe(false)
    await refusals(connection, breaker.failures)
    expect(await isOpen(id)).toBe(true)
    await sql`update social_connections set connected_at = now(), last_refresh_at = null where id = ${id}`.execute(
      database(),
    )
    expect(await isOpen(id)).toBe(false)
    expect(await healthOf(project, 'linkedin')).toMatchObject({ status: 'ok', sync_paused: false })
  })

  test('ignores refusals older than an hour', async () => {
    const connection = await aConnection('linkedin', { endsIn: null })
    await refusals(connection, breaker.failures)
    await sql`update connection_checks set created_at = now() - make_interval(mins => ${breaker.windowMinutes + 1})
      where connection_id = ${connection.id}`.execute(database())
    expect(await isOpen(connection.id)).toBe(false)
  })
})

test('requires the read scope, and shows only the caller’s own project', async () => {
  const project = await aProject()
  const other = await aProject()
  const narrow = await project.withToken({ scopes: ['stories:read'] })
  expect(await narrow.refused(getConnectionHealth)).toMatchObject({ status: 403 })
  expect(await project.api.refused(getConnectionHealth, { project_id: other.projectId })).toMatchObject({ status: 404 })
})
