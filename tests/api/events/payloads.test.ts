import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { createConnection } from '@/lib/connections/contract'
import { markRevoked, notifyExpiry, notifyExpiryTier } from '@/lib/connections/refresh/notices'
import { refreshConnection } from '@/lib/connections/refresh/refresh'
import { database, transaction } from '@/lib/db/pool'
import { type EventName, eventNames } from '@/lib/events/names'
import { eventDefinition } from '@/lib/openapi/events'
import { bulkReschedule, listQueue, rejectQueueItem } from '@/lib/queue/contract'
import { createReviewLink } from '@/lib/review-links/contract'
import { decideReview, openReview } from '@/lib/review-links/public-contract'
import { createStory } from '@/lib/stories/contract'
import { createStoryComment } from '@/lib/story-comments/contract'
import { Api, aProject, type TestProject } from '@/tests/support/api/api'
import { aConnection, connectionOf, day } from '@/tests/support/api/connections'
import { insertStory } from '@/tests/support/database/story-rows'
import { recordSecret } from '@/tests/support/processes/leak-log'
import { failCalls, makeOlder, publishUntilSettled, sampleImage } from '@/tests/support/publishing/publishing'

/** Every emitted event matches its schema. */
async function expectValidPayloads({ projectId }: { projectId: string }): Promise<string[]> {
  const rows = await database()
    .selectFrom('events')
    .select(['event', 'data'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  for (const { event, data } of rows) {
    const { error } = eventDefinition(event as EventName).payload.safeParse(data)
    expect(error ? `${event}: ${error.message} ${JSON.stringify(data)}` : null).toBeNull()
    expect(data).toMatchObject({ project_id: projectId })
  }
  return rows.map(({ event }) => event)
}

const seen = new Set<string>()
async function expectEvents(project: { projectId: string }, ...names: EventName[]): Promise<void> {
  const emitted = await expectValidPayloads(project)
  for (const name of emitted) seen.add(name)
  expect(emitted).toEqual(names)
}

const tomorrow = (): string => new Date(Date.now() + day * 1_000).toISOString()

describe('of stories', () => {
  test('scheduled, and rescheduled in bulk', async () => {
    const project = await aProject()
    const slides = [{ media_url: sampleImage(), swipe_through_url: 'https://example.com/spring' }]
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

  test('published on time and late', async () => {
    const project = await aProject()
    await project.connect('x')
    await publishUntilSettled((await aStory(project)).storyId)
    const late = await insertStory(database(), { projectId: project.projectId, channels: ['x'], caption: 'Late bread' })
    await makeOlder(late.storyId, 1_200)
    await publishUntilSettled(late.storyId)
    await expectEvents(project, 'story.published', 'story.published', 'story.published_late')
  })

  test('rejected by the network and by our checks', async () => {
    const project = await aProject()
    const [account] = await project.connect('x')
    if (!account) throw new Error('There is no account.')
    await failCalls(account, { fault: 'refuse', status: 403, body: { title: 'Forbidden', detail: 'No' }, times: 1 })
    await publishUntilSettled((await aStory(project)).storyId)
    const other = await aProject()
    await publishUntilSettled((await aStory(other)).storyId)
    await expectEvents(project, 'story.failed')
    await expectEvents(other, 'story.failed', 'story.skipped')
  })

  test('stopped by a reviewer', async () => {
    const project = await aProject({ requireApproval: true })
    const body = { caption: 'Bread', channels: ['x' as const], connection_check: 'skip' as const }
    await project.api.post(createStory, { ...body, scheduled_at: tomorrow() })
    const { items } = await project.api.get(listQueue)
    await project.api.post(rejectQueueItem, { id: items[0]?.id ?? '', reason: 'Not our tone' })
    await expectEvents(project, 'story.failed', 'story.skipped')
  })
})

test('of comments and of reviews by clients', async () => {
  const project = await aProject()
  const { story } = await project.api.post(createStory, { caption: 'Bread', channels: ['x'] })
  await project.api.post(createStoryComment, { id: story.id, body: 'Is the photo final?' })
  const { url } = await project.api.post(createReviewLink, { story_ids: [story.id] })
  const token = url.split('/review/')[1] ?? ''
  recordSecret(token)
  const client = new Api(inject('productUrl'), null)
  const { stories } = await client.post(openReview, { token })
  await client.post(decideReview, {
    token,
    story_id: story.id,
    reviewer_name: 'Cleo Marsh',
    decision: 'changes_requested',
    note: 'A warmer photo, please.',
    content_version: stories[0]?.content_version ?? '',
  })
  await expectEvents(project, 'story.commented', 'story.client_reviewed')
})

describe('of connections', () => {
  test('expiring, not renewable and expired', async () => {
    const { project, id } = await aConnection('linkedin', { endsIn: 5 * day })
    await notifyExpiryTier(database(), id)
    await transaction(database(), (tx) => notifyExpiry(tx, id))
    await sql`update social_connections set expires_at = now() - interval '1 minute' where id = ${id}`.execute(
      database(),
    )
    await transaction(database(), (tx) => notifyExpiry(tx, id))
    await expectEvents(project, 'connection.expiring', 'connection.expiring_soon', 'connection.broken')
  })

  test('renewed', async () => {
    const { project, id } = await aConnection('instagram', { endsIn: 5 * day })
    expect(await refreshConnection(database(), id, { why: 'expiring', withinSeconds: 7 * day })).toEqual({
      state: 'refreshed',
    })
    await expectEvents(project, 'connection.refreshed')
  })

  test('rejected by the network and reconnected', async () => {
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

test('covers every story and connection event', () => {
  const wanted = eventNames.filter((name) => /^(story|connection)\./.test(name))
  expect([...seen].sort()).toEqual([...wanted].sort())
})
