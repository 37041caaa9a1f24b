import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { copyStories } from '@/lib/captions/corpus/copy-published'
import type { ChannelId } from '@/lib/channel-ids'
import { connectAccount } from '@/lib/connections/service'
import { database, transaction } from '@/lib/db/pool'
import { syncMetrics } from '@/lib/metrics/sync/sync-metrics'
import { insertPosts } from '@/lib/past-posts/repository'
import { runPastImports } from '@/lib/past-posts/run-imports'
import { list, remove, start } from '@/lib/past-posts/service'
import { findOrMakeThumbnail } from '@/lib/thumbnails/service'
import { aProject, aSandboxAccount, control } from '@/tests/support/api/api'
import { aConnection, type TestConnection } from '@/tests/support/api/connections'
import { insertStory } from '@/tests/support/database/story-rows'
import { runWithKills } from '@/tests/support/processes/run-with-kills'
import { eventsOf, failCalls, onOwnDatabase, sampleImage } from '@/tests/support/publishing/publishing'

onOwnDatabase()

const addPosts = async ({ account }: TestConnection, posts: object): Promise<string[]> =>
  (
    await control<{ ids: string[] }>(
      'POST',
      `/control/accounts/${account.network}/${account.account_id}/past-posts`,
      posts,
    )
  ).ids

const contextOf = ({ project }: TestConnection) => ({
  db: database(),
  principal: { kind: 'session' as const, userId: project.userId },
  now: new Date(),
})
const startOf = (connection: TestConnection) =>
  start(contextOf(connection), { id: connection.id, days: 90, max_posts: 500 })
const lastOf = async (connection: TestConnection) =>
  (await list(contextOf(connection), { project_id: connection.project.projectId })).accounts[0]

/** What is stored of the imported posts. */
async function storedOf({ project: { projectId } }: TestConnection) {
  const { rows } = await sql`
    select count(*)::int as rows, count(distinct q.external_id)::int as posts,
      count(*) filter (where q.status <> 'posted' or q.next_attempt_at is not null)::int as sendable,
      count(*) filter (where m.settled_at is not null)::int as measured
    from stories s join queue_items q on q.story_id = s.id join post_metrics m on m.queue_item_id = q.id
    where s.project_id = ${projectId} and s.origin = 'imported'`.execute(database())
  return rows[0]
}

/** With the keys that people enter. X does not list posts for a bearer token of its sandbox, which is that of an app. */
async function aConnected(channel: ChannelId): Promise<TestConnection> {
  const project = await aProject()
  const account = await aSandboxAccount(channel)
  const { api_key = '', api_secret = '', access_token = '', access_token_secret } = account.credentials
  const { id } = await connectAccount(database(), project.projectId, {
    ...{ channel, accountId: account.account_id, accountName: account.account_name, handle: account.handle },
    credentials: access_token_secret
      ? {
          kind: 'oauth1',
          ...{ apiKey: api_key, apiSecret: api_secret },
          ...{ accessToken: access_token, accessTokenSecret: access_token_secret },
        }
      : { kind: 'bearer', accessToken: access_token, refreshToken: null },
    expiresAt: null,
  })
  return { project, account, id }
}

test.each(['threads', 'x'] as const)(
  '%s: each post once with three workers, two of them killed; own posts, events and captions are left alone',
  async (channel) => {
    const connection = await aConnected(channel)
    const { projectId } = connection.project
    // 240 in the last 80 days, and some before that.
    const ids = await addPosts(connection, { count: 270, days: 90.1 })
    const { storyId, itemIds } = await insertStory(database(), {
      ...{ projectId, channels: [channel], caption: 'By Storycast', status: 'posted', storyStatus: 'published' },
    })
    await database()
      .updateTable('queue_items')
      .set({ external_id: ids[5] ?? '', connection_id: connection.id, published_at: new Date() })
      .where('id', '=', itemIds[channel] ?? '')
      .execute()
    await startOf(connection)
    await runWithKills({
      worker: 'past-import-worker',
      run: async () => {
        // The lease of a killed worker ends.
        await sql`update past_imports set next_attempt_at = now() where state = 'running'`.execute(database())
        await runPastImports(database())
      },
      hasBegun: async () => ((await lastOf(connection))?.imported_posts ?? 0) > 0,
    })
    expect(await lastOf(connection)).toMatchObject({
      imported_posts: 268,
      last_import: { status: 'done', imported_count: 268, known_count: 1, message: null },
    })
    await syncMetrics(database())
    // Two are younger than a day.
    expect(await storedOf(connection)).toEqual({ rows: 268, posts: 268, sendable: 0, measured: 266 })
    expect(await eventsOf(projectId)).toEqual([])
    const copied = await transaction(database(), (tx) => copyStories(tx, projectId, 500))
    expect(copied.checked).toBe(1)

    // Again: nothing new. Removing leaves the posts of Storycast.
    await startOf(connection)
    await runPastImports(database())
    expect((await lastOf(connection))?.last_import).toMatchObject({
      status: 'done',
      imported_count: 0,
      known_count: 269,
    })
    expect(await remove(contextOf(connection), { id: connection.id })).toEqual({ removed: 268 })
    const left = await database().selectFrom('stories').select('id').where('project_id', '=', projectId).execute()
    expect(left).toEqual([{ id: storyId }])
  },
)

test('posts since a send in doubt are left out, because one of them may be that post', async () => {
  const connection = await aConnection('threads', { endsIn: null })
  const { projectId } = connection.project
  await addPosts(connection, { count: 10, days: 10 })
  const { itemIds } = await insertStory(database(), { projectId, channels: ['threads'], caption: 'In doubt' })
  const sentAt = new Date(Date.now() - 4.5 * 86_400_000).toISOString()
  const progress = { account: connection.account.account_id, sending: { step: 'publish', sent_at: sentAt, looks: 1 } }
  await database()
    .updateTable('queue_items')
    .set({ progress: JSON.stringify(progress) })
    .where('id', '=', itemIds.threads ?? '')
    .execute()
  await startOf(connection)
  await runPastImports(database())
  // Those of 5 to 10 days ago.
  expect((await lastOf(connection))?.imported_posts).toBe(6)
})

test('a rate limit postpones the import; a missing permission ends it; both in words', async () => {
  const connection = await aConnection('threads', { endsIn: null })
  await addPosts(connection, { count: 3, days: 3 })
  await startOf(connection)
  await failCalls(connection.account, { fault: 'rate_limit', times: 1 })
  await runPastImports(database())
  expect((await lastOf(connection))?.last_import).toMatchObject({
    status: 'running',
    imported_count: 0,
    message: expect.stringContaining('The import continues'),
  })
  await sql`update past_imports set next_attempt_at = now()`.execute(database())
  await runPastImports(database())
  expect((await lastOf(connection))?.last_import).toMatchObject({ status: 'done', imported_count: 3, message: null })
})

test('a thumbnail of the first image is kept, because the URLs of networks expire', async () => {
  const { project, account, id } = await aConnection('instagram', { endsIn: null })
  const { projectId } = project
  const target = { projectId, connectionId: id, channel: 'instagram' as const, accountId: account.account_id }
  const url = sampleImage()
  const post = {
    ...{ externalId: '1', otherIds: [], url: null, title: null, text: 'Bread', link: null },
    ...{ postType: 'single' as const, media: [{ url, kind: 'image' as const, altText: null }] },
    publishedAt: new Date(Date.now() - 10 * 86_400_000),
  }
  expect(await transaction(database(), (tx) => insertPosts(tx, target, [post]))).toBe(1)
  await runPastImports(database())
  const kept = await database()
    .selectFrom('imported_thumbnails')
    .select('path')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  expect(kept.path).toMatch(/\.webp$/)
  // Without what is known about the URL.
  await sql`delete from media_files where project_id = ${projectId}`.execute(database())
  expect(await findOrMakeThumbnail(database(), projectId, { url, size: 'small' })).toBe(kept.path)
})
