import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { getQueueForecast } from '@/lib/queue-forecast/contract'
import { storeKnown } from '@/lib/renditions/repository'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { insertStory, type RowRequest } from '@/tests/support/database/story-rows'

const hour = 3_600
const day = 24 * hour

/** An open connection without credentials. */
async function connect(projectId: string, channel: ChannelId, columns: Record<string, unknown> = {}) {
  const id = newId()
  await database()
    .insertInto('social_connections')
    .values({ id, project_id: projectId, channel, account_id: `a-${id}`, ...columns })
    .execute()
  return id
}

const post = ({ projectId }: TestProject, request: Partial<RowRequest> = {}) =>
  insertStory(database(), { projectId, channels: ['x'], caption: `Bread ${newId()}`, dueIn: day, ...request })

const inDays = (days: number): Date => new Date(Date.now() + days * day * 1_000)

/** Kind, severity and message of each issue. */
async function issuesOf({ api }: TestProject): Promise<string[][]> {
  const { issues } = await api.get(getQueueForecast)
  return issues.map(({ kind, severity, message }) => [kind, severity, message])
}

const kindsOf = async (project: TestProject) => (await issuesOf(project)).map(([kind, severity]) => [kind, severity])

test('a queue without problems', async () => {
  const project = await aProject()
  await connect(project.projectId, 'x')
  await post(project)
  expect(await project.api.get(getQueueForecast)).toEqual({
    project_id: project.projectId,
    days: 14,
    checked_at: expect.any(String),
    issues: [],
    counts: {
      checked_posts: 1,
      posts: 0,
      issues: 0,
      by_severity: { error: 0, warning: 0, info: 0 },
      by_kind: {},
    },
  })
})

test('an issue names its post; only posts of these days and this project count', async () => {
  const project = await aProject()
  const { storyId, itemIds } = await post(project, { title: 'Rye' })
  await post(project, { dueIn: 20 * day })
  await post(project, { status: 'posted' })
  await post(project, { status: 'draft' })
  await post(await aProject())
  const { issues, counts } = await project.api.get(getQueueForecast, {})
  expect(issues).toEqual([
    {
      queue_item_id: itemIds.x,
      story_id: storyId,
      channel: 'x',
      scheduled_at: expect.any(String),
      headline: 'Rye',
      kind: 'connection_missing',
      severity: 'error',
      message: 'No X account is connected.',
      remedy: 'Connect an account before this time.',
    },
  ])
  expect(counts).toMatchObject({ checked_posts: 1, posts: 1, issues: 1, by_kind: { connection_missing: 1 } })
  expect((await project.api.get(getQueueForecast, { days: '21' })).counts.posts).toBe(2)
})

describe('connections', () => {
  test('a token that ends before a post and cannot be renewed', async () => {
    const project = await aProject()
    const expires_at = inDays(3)
    await connect(project.projectId, 'x', { expires_at, renews_with: 'nothing' })
    await post(project, { dueIn: 2 * day })
    await post(project, { dueIn: 4 * day })
    const message = `The connection to X expires on ${expires_at.toISOString().slice(0, 10)}, before this post.`
    expect(await issuesOf(project)).toEqual([['token_expires', 'error', message]])
  })

  test('a token that is renewed until after the post is fine; the end of its refresh token counts', async () => {
    const project = await aProject()
    const end = inDays(5)
    const renewed = { expires_at: inDays(1), renews_with: 'refresh_token', refresh_expires_at: end }
    await connect(project.projectId, 'x', renewed)
    await post(project, { dueIn: 4 * day })
    expect(await issuesOf(project)).toEqual([])
    await post(project, { dueIn: 6 * day })
    const message = `The connection to X expires on ${end.toISOString().slice(0, 10)}, before this post.`
    expect(await issuesOf(project)).toEqual([['token_expires', 'error', message]])
  })

  test('a revoked account', async () => {
    const project = await aProject()
    await connect(project.projectId, 'x', { status: 'revoked' })
    await post(project)
    expect(await issuesOf(project)).toEqual([['connection_missing', 'error', 'X rejects this connection.']])
  })
})

test('media that could not be fetched: an error, or a warning if it may come back', async () => {
  const project = await aProject()
  const { projectId } = project
  await connect(projectId, 'x')
  const [gone, slow] = ['https://images.example/gone.jpg', 'https://images.example/slow.jpg']
  const known = (url: string, kind: 'missing' | 'unreachable', isPassing: boolean) =>
    storeKnown(database(), projectId, url, { facts: null, etag: null, error: { kind, isPassing, message: kind } })
  await known(gone, 'missing', false)
  await known(slow, 'unreachable', true)
  await post(project, { slides: [{ media_url: gone }], dueIn: 2 * day })
  await post(project, { overrides: { x: { media_urls: [slow] } }, dueIn: 3 * day })
  expect(await issuesOf(project)).toEqual([
    ['media_unreachable', 'error', 'missing'],
    ['media_unreachable', 'warning', 'unreachable'],
  ])
})

test('content that its network refuses', async () => {
  const project = await aProject()
  await connect(project.projectId, 'instagram')
  await post(project, { channels: ['instagram'] })
  expect(await kindsOf(project)).toEqual([['content_invalid', 'error']])
})

describe('boards', () => {
  const image = [{ media_url: 'https://images.example/pin.jpg' }]

  test('a pin without a board', async () => {
    const project = await aProject()
    await connect(project.projectId, 'pinterest')
    await post(project, { channels: ['pinterest'], slides: image })
    expect(await issuesOf(project)).toEqual([['board_missing', 'error', 'No Pinterest board is set.']])
  })

  test('a board that is gone from a later list', async () => {
    const project = await aProject()
    const { projectId } = project
    const id = await connect(projectId, 'pinterest', { boards_fetched_at: inDays(-1) })
    const pin = { channels: ['pinterest'] as ChannelId[], slides: image, overrides: { pinterest: { board_id: 'b-1' } } }
    await post(project, pin)
    // The board was chosen after the list was fetched.
    expect(await issuesOf(project)).toEqual([])
    await sql`update social_connections set boards_fetched_at = now() where id = ${id}`.execute(database())
    expect(await kindsOf(project)).toEqual([['board_missing', 'error']])
    await database()
      .insertInto('pinterest_boards')
      .values({ connection_id: id, board_id: 'b-1', project_id: projectId, position: 0, name: 'B', privacy: 'PUBLIC' })
      .execute()
    expect(await issuesOf(project)).toEqual([])
  })
})

describe('limits of posts', () => {
  test('posts over the limit of a sliding window, with those already published', async () => {
    const project = await aProject()
    const { projectId } = project
    await connect(projectId, 'instagram')
    const slides = [{ media_url: 'https://images.example/1.jpg' }]
    const published = await post(project, { channels: ['instagram'], slides, status: 'posted' })
    await sql`update queue_items set published_at = now() - interval '20 hours' where story_id = ${published.storyId}`.execute(
      database(),
    )
    // 100 within two hours from now, while the published one still counts, and one tomorrow.
    for (let index = 0; index < 100; index++) {
      await post(project, { channels: ['instagram'], slides, dueIn: hour + index * 30 })
    }
    await post(project, { channels: ['instagram'], slides, dueIn: 2 * day })
    const message = 'Instagram allows 100 posts in 24 hours. This would be number 101.'
    expect(await issuesOf(project)).toEqual([['quota_reached', 'warning', message]])
  })

  test('a time when the network wants no posts', async () => {
    const project = await aProject()
    await connect(project.projectId, 'x', { paused_until: inDays(2) })
    await post(project, { dueIn: day })
    await post(project, { dueIn: 3 * day })
    expect(await kindsOf(project)).toEqual([['quota_reached', 'warning']])
  })
})

test('the same text within seven days on one channel, published or scheduled', async () => {
  const project = await aProject()
  await connect(project.projectId, 'x')
  await connect(project.projectId, 'linkedin')
  const published = await post(project, { caption: 'Fresh  BREAD', status: 'posted' })
  await sql`update queue_items set published_at = now() - interval '2 days' where story_id = ${published.storyId}`.execute(
    database(),
  )
  await post(project, { caption: 'fresh bread', channels: ['x', 'linkedin'], dueIn: day })
  await post(project, { caption: 'Other', overrides: { x: { caption: 'Fresh bread' } }, dueIn: 2 * day })
  await post(project, { caption: 'fresh bread', dueIn: 10 * day })
  const on = (days: number) => inDays(days).toISOString().slice(0, 10)
  expect(await issuesOf(project)).toEqual([
    ['duplicate_text', 'warning', `Same text as a post published on ${on(-2)}.`],
    ['duplicate_text', 'warning', `Same text as another post scheduled for ${on(1)}.`],
  ])
})

test('posts that are not approved, by the time left', async () => {
  const project = await aProject()
  await connect(project.projectId, 'x')
  for (const dueIn of [-2 * day, -hour, 2 * hour, 3 * day]) await post(project, { dueIn, status: 'pending' })
  expect(await kindsOf(project)).toEqual([
    ['approval_pending', 'error'],
    ['approval_pending', 'warning'],
    ['approval_pending', 'info'],
  ])
  expect((await project.api.get(getQueueForecast)).counts.posts).toBe(2)
})
