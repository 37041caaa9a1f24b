import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { deleteConnection, listConnections } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { cancelStory } from '@/lib/stories/contract'
import { aProject, control } from '@/tests/support/api/api'
import { insertStory } from '@/tests/support/database/story-rows'
import {
  aDueStory,
  callsOf,
  eventsOf,
  failCalls,
  letTimePass,
  payloadsOf,
  postsOf,
  progressOf,
  publishOnce,
  publishThroughDoubt,
  rowOf,
  setEnv,
  storyOf,
} from '@/tests/support/publishing/publishing'

beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '1' }))

const revoke = ({ network, account_id }: { network: ChannelId; account_id: string }) =>
  control('POST', `/control/accounts/${network}/${encodeURIComponent(account_id)}/revoke-token`)

test.each(channelIds)(
  'without a connection: missing_connection:%s, skipped and failed, and no attempt',
  async (channel) => {
    const { projectId } = await aProject()
    const caption = 'No connection'
    const { itemIds, storyId } = await insertStory(database(), { projectId, channels: [channel], caption })
    const itemId = itemIds[channel] ?? ''
    expect(await publishOnce(itemId)).toBe('failed')
    expect(await rowOf(itemId)).toMatchObject({
      status: 'failed',
      skip_reason: `missing_connection:${channel}`,
      skip_category: 'connection',
      attempt_count: 0,
    })
    expect((await storyOf(storyId)).status).toBe('failed')
    const payloads = await payloadsOf(projectId)
    expect(payloads.map(({ event }) => event)).toEqual(['story.failed', 'story.skipped'])
    expect(payloads[1]?.data).toMatchObject({
      project_id: projectId,
      story: { id: storyId },
      queue_item: { id: itemId },
      category: 'connection',
      skip_reason: `missing_connection:${channel}`,
    })
  },
)

test('missing_connection when the account is disconnected after scheduling, without a call', async () => {
  const { project, account, itemId } = await aDueStory(['x'])
  const { connections } = await project.api.call(listConnections, {})
  await project.api.call(deleteConnection, { id: connections[0]?.id ?? '' })
  expect(await publishOnce(itemId)).toBe('failed')
  expect((await rowOf(itemId)).skip_reason).toBe('missing_connection:x')
  expect(await postsOf(account)).toEqual([])
})

describe('a revoked account', () => {
  test.each(channelIds)('%s: the refusal fails the row and marks the connection as revoked', async (channel) => {
    const { project, account, itemId } = await aDueStory([channel])
    await revoke(account)
    expect(await publishOnce(itemId)).toBe('failed')
    expect(await rowOf(itemId)).toMatchObject({
      status: 'failed',
      skip_reason: `oauth_revoked:${channel}`,
      skip_category: 'connection',
    })
    const { connections } = await project.api.call(listConnections, {})
    expect(connections.map(({ status }) => status)).toEqual(['revoked'])
    expect(await eventsOf(project.projectId)).toEqual(['connection.broken', 'story.failed', 'story.skipped'])
    expect(await postsOf(account)).toEqual([])
  })

  test('its other rows fail without a call', async () => {
    const first = await aDueStory(['x'])
    const { project, accounts, account } = first
    const second = await aDueStory(['x'], { project, accounts })
    await revoke(account)
    await publishOnce(first.itemId)
    const before = await callsOf(account, 'publish')
    expect(await publishOnce(second.itemId)).toBe('failed')
    expect(await rowOf(second.itemId)).toMatchObject({ skip_reason: 'oauth_revoked:x', attempt_count: 0 })
    expect(await callsOf(account, 'publish')).toBe(before)
  })

  test('in the middle of a thread: a retry with a new token continues with the next part', async () => {
    const caption = 'First part\n\nSecond part\n\nThird part'
    const { account, itemId } = await aDueStory(['x'], { caption, overrides: { x: { caption_format: 'thread' } } })
    await failCalls(account, { fault: 'expire_token', call: 'publish', skip: 2, times: 1 })
    expect(await publishOnce(itemId)).toBe('failed')
    expect((await rowOf(itemId)).skip_reason).toBe('oauth_revoked:x')
    expect(Object.keys((await progressOf(itemId)).done ?? {})).toEqual(['thread-1', 'thread-2'])
    await control('POST', `/control/accounts/x/${account.account_id}/restore-token`)
    await sql`update social_connections set status = 'active' where account_id = ${account.account_id}`.execute(
      database(),
    )
    await sql`
      update queue_items set status = 'approved', scheduled_at = now(), next_attempt_at = now() where id = ${itemId}`.execute(
      database(),
    )
    expect(await publishOnce(itemId)).toBe('posted')
    expect((await postsOf(account)).map(({ text }) => text)).toEqual(caption.split('\n\n'))
  })

  test.each(['revoked', 'disconnected'] as const)(
    'a published post is settled when its connection is %s before settling',
    async (how) => {
      const { project, account, itemId } = await aDueStory(['instagram'])
      await failCalls(account, { fault: 'reset_after', call: 'publish', times: 1 })
      await publishOnce(itemId)
      const [post] = await postsOf(account)
      const progress = await progressOf(itemId)
      const done = { ...progress.done, publish: { id: post?.id } }
      await sql`
        update queue_items set progress = ${JSON.stringify({ account: account.account_id, done })}::jsonb
        where id = ${itemId}`.execute(database())
      if (how === 'revoked') await revoke(account)
      else {
        const { connections } = await project.api.call(listConnections, {})
        await project.api.call(deleteConnection, { id: connections[0]?.id ?? '' })
      }
      await letTimePass(itemId, 0)
      expect(await publishOnce(itemId)).toBe('posted')
      const row = await rowOf(itemId)
      expect(row.external_id).toBe(post?.id)
      expect(row.published_url).toMatch(/^http/)
      expect(await postsOf(account)).toHaveLength(1)
    },
  )
})

test('Pinterest without a board fails with a clear reason and no attempt', async () => {
  const { project, account, itemId } = await aDueStory(['pinterest'], { overrides: {} })
  expect(await publishOnce(itemId)).toBe('failed')
  const row = await rowOf(itemId)
  expect(row).toMatchObject({ provider_code: 'no_board', attempt_count: 0 })
  expect(row.skip_reason).toMatch(/No Pinterest board is set/)
  expect(await eventsOf(project.projectId)).toEqual(['story.failed', 'story.skipped'])
  expect(await callsOf(account, 'publish')).toBe(0)
})

test('a planned post of sample data is not published to a real account', async () => {
  const { project, account, itemId } = await aDueStory(['threads'])
  await sql`
    insert into sample_data (project_id, kind, resource_id)
    select ${project.projectId}, 'planned', story_id from queue_items where id = ${itemId}`.execute(database())
  await sql`update social_connections set metadata = metadata - 'sandbox' where project_id = ${project.projectId}`.execute(
    database(),
  )
  expect(await publishOnce(itemId)).toBe('failed')
  expect(await rowOf(itemId)).toMatchObject({ provider_code: 'sample_post', attempt_count: 0 })
  expect(await callsOf(account, 'publish')).toBe(0)
})

test('the default board is used unless the story has its own', async () => {
  const first = await aDueStory(['pinterest'], { overrides: {} })
  const { project, accounts, account } = first
  const [own, usual] = account.boards ?? []
  const metadata = JSON.stringify({ default_board_id: usual?.id ?? own?.id })
  await sql`update social_connections set metadata = ${metadata}::jsonb where project_id = ${project.projectId}`.execute(
    database(),
  )
  expect(await publishOnce(first.itemId)).toBe('posted')
  const second = await aDueStory(['pinterest'], { project, accounts, overrides: { pinterest: { board_id: own?.id } } })
  expect(await publishOnce(second.itemId)).toBe('posted')
  const boards = (await postsOf(account)).map(
    (post) => (post as unknown as { detail: { board_id: string } }).detail.board_id,
  )
  expect(boards).toEqual([usual?.id ?? own?.id, own?.id])
})

test('a post over a network limit fails without an attempt, naming limit and count', async () => {
  const { project, account, itemId } = await aDueStory(['x'], { caption: 'a'.repeat(300) })
  expect(await publishOnce(itemId)).toBe('failed')
  const row = await rowOf(itemId)
  expect(row).toMatchObject({ skip_category: 'content', provider_code: 'channel_limit' })
  expect(row.skip_reason).toMatch(/300.*280/)
  expect(await eventsOf(project.projectId)).toEqual(['story.failed', 'story.skipped'])
  expect(await callsOf(account, 'publish')).toBe(0)
})

test('an unknown variable in braces is posted as written', async () => {
  const { account, itemId } = await aDueStory(['x'], { caption: 'Hello {{name}}' })
  expect(await publishOnce(itemId)).toBe('posted')
  expect((await postsOf(account)).map(({ text }) => text)).toEqual(['Hello {{name}}'])
})

test.each(['pending', 'draft', 'rejected', 'failed', 'posted'] as const)('a %s row is never posted', async (status) => {
  const { account, itemId } = await aDueStory(['x'], { status, dueIn: -60 })
  // Even with a next_attempt_at.
  await sql`update queue_items set next_attempt_at = now() - interval '1 minute' where id = ${itemId}`.execute(
    database(),
  )
  expect(await publishOnce(itemId)).toBeNull()
  expect((await rowOf(itemId)).status).toBe(status)
  expect(await postsOf(account)).toEqual([])
})

test('rows of a cancelled story are never posted', async () => {
  const { project, account, itemId, storyId } = await aDueStory(['x'])
  await project.api.post(cancelStory, { id: storyId })
  expect(await publishOnce(itemId)).toBeNull()
  expect((await rowOf(itemId)).status).toBe('rejected')
  expect(await postsOf(account)).toEqual([])
  expect((await storyOf(storyId)).status).toBe('cancelled')
})

test('a row that is not due yet is not posted', async () => {
  const { account, itemId } = await aDueStory(['x'], { dueIn: 5 })
  expect(await publishOnce(itemId)).toBeNull()
  expect(await postsOf(account)).toEqual([])
})

test('a refused network connection is retried without a doubt: nothing was sent', async () => {
  const { itemId, account } = await aDueStory(['x'])
  const url = process.env.X_API_URL ?? ''
  setEnv({ X_API_URL: 'http://127.0.0.1:9' })
  try {
    expect(await publishOnce(itemId)).toBe('waiting')
    expect((await progressOf(itemId)).sending).toBeUndefined()
  } finally {
    setEnv({ X_API_URL: url })
  }
  expect(await publishThroughDoubt(itemId)).toBe('posted')
  expect(await postsOf(account)).toHaveLength(1)
})
