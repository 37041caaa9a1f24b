import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createConnection } from '@/lib/connections/contract'
import { markRevoked, tellOfEnd, tellOfTier } from '@/lib/connections/notices'
import { refreshConnection } from '@/lib/connections/refresh'
import { database, transaction } from '@/lib/db/pool'
import { catalogue } from '@/lib/events/catalogue'
import { type EventName, eventNames } from '@/lib/events/names'
import { bulkReschedule, listQueue, rejectQueueItem } from '@/lib/queue/contract'
import { createStory } from '@/lib/stories/contract'
import { aProject, type TestProject } from '@/tests/support/api'
import { aConnection, connectionOf, day } from '@/tests/support/connections'
import { makeOlder, picture, publishUntilSettled, strike } from '@/tests/support/publishing'
import { insertStory } from '@/tests/support/rows'

/** Whatever the product emits is what the catalogue says of it, to the member. */
async function holdToCatalogue({ projectId }: { projectId: string }): Promise<string[]> {
  const rows = await database()
    .selectFrom('events')
    .select(['event', 'data'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  for (const { event, data } of rows) {
    const { error } = catalogue[event as EventName].payload.safeParse(data)
    expect(error ? `${event}: ${error.message} ${JSON.stringify(data)}` : null).toBeNull()
    expect(data).toMatchObject({ project_id: projectId })
  }
  return rows.map(({ event }) => event)
}

const seen = new Set<string>()
async function expectEvents(project: { projectId: string }, ...names: EventName[]): Promise<void> {
  const emitted = await holdToCatalogue(project)
  for (const name of emitted) seen.add(name)
  expect(emitted).toEqual(names)
}

const tomorrow = (): string => new Date(Date.now() + day * 1_000).toISOString()

describe('of stories', () => {
  test('that are scheduled, and moved among others', async () => {
    const project = await aProject()
    const slides = [{ media_url: picture(), swipe_through_url: 'https://example.com/spring' }]
    const story = { caption: 'Bread', channels: ['x' as const], slides, connection_check: 'skip' as const }
    const made = await project.api.post(createStory, {
      ...story,
      scheduled_at: tomorrow(),
      channel_overrides: { x: { caption: 'Bread, on X' } },
      title: 'Bread',
      destination_url: 'https://example.com/',
    })
    await project.api.post(bulkReschedule, { story_ids: [made.story.id], shift_days: 1 })
    await expectEvents(project, 'story.scheduled', 'story.scheduled')
  })

  async function aStory(project: TestProject, dueIn = 0) {
    const wanted = { projectId: project.projectId, channels: ['x' as const], caption: 'Fresh bread', dueIn }
    return insertStory(database(), { ...wanted, destination: 'https://example.com/' })
  }

  test('that are published in time, and late', async () => {
    const project = await aProject()
    await project.connect('x')
    await publishUntilSettled((await aStory(project)).storyId)
    const late = await insertStory(database(), { projectId: project.projectId, channels: ['x'], caption: 'Late bread' })
    await makeOlder(late.storyId, 1_200)
    await publishUntilSettled(late.storyId)
    await expectEvents(project, 'story.published', 'story.published', 'story.published_late')
  })

  test('that are refused by the network, and by us', async () => {
    const project = await aProject()
    const [account] = await project.connect('x')
    if (!account) throw new Error('There is no account.')
    await strike(account, { fault: 'refuse', status: 403, body: { title: 'Forbidden', detail: 'No' }, times: 1 })
    await publishUntilSettled((await aStory(project)).storyId)
    const other = await aProject()
    await publishUntilSettled((await aStory(other)).storyId)
    await expectEvents(project, 'story.failed')
    await expectEvents(other, 'story.failed', 'story.skipped')
  })

  test('that a reviewer stops', async () => {
    const project = await aProject({ requireApproval: true })
    const body = { caption: 'Bread', channels: ['x' as const], connection_check: 'skip' as const }
    await project.api.post(createStory, { ...body, scheduled_at: tomorrow() })
    const { items } = await project.api.get(listQueue)
    await project.api.post(rejectQueueItem, { id: items[0]?.id ?? '', reason: 'Not our tone' })
    await expectEvents(project, 'story.failed', 'story.skipped')
  })
})

describe('of connections', () => {
  test('that end soon, cannot be renewed, and end', async () => {
    const { project, id } = await aConnection('linkedin', { endsIn: 5 * day })
    await tellOfTier(database(), id)
    await transaction(database(), (tx) => tellOfEnd(tx, id))
    await sql`update social_connections set expires_at = now() - interval '1 minute' where id = ${id}`.execute(
      database(),
    )
    await transaction(database(), (tx) => tellOfEnd(tx, id))
    await expectEvents(project, 'connection.expiring', 'connection.expiring_soon', 'connection.broken')
  })

  test('that are renewed', async () => {
    const { project, id } = await aConnection('instagram', { endsIn: 5 * day })
    expect(await refreshConnection(database(), id, { why: 'ending', withinSeconds: 7 * day })).toEqual({
      state: 'refreshed',
    })
    await expectEvents(project, 'connection.refreshed')
  })

  test('that the network no longer takes, and that a person mends', async () => {
    const { project, account, id } = await aConnection('threads', { endsIn: null })
    await markRevoked(database(), await connectionOf(id), 'The token was revoked.')
    await project.api.post(createConnection, {
      channel: 'threads',
      account_id: account.account_id,
      account_name: account.account_name,
      credentials: { access_token: account.credentials.access_token ?? '' },
    })
    await expectEvents(project, 'connection.broken', 'connection.reconnected')
  })
})

test('these were all events of stories and connections', () => {
  const wanted = eventNames.filter((name) => /^(story|connection)\./.test(name))
  expect([...seen].sort()).toEqual([...wanted].sort())
})
