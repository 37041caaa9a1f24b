import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listOpenForHealth } from '@/lib/connections/health/repository'
import { connectAccount } from '@/lib/connections/service'
import { database } from '@/lib/db/pool'
import { checkAccounts } from '@/lib/inbox/poll/check-accounts'
import { aProject, aSandboxAccount, control, type SandboxAccount } from '@/tests/support/api/api'
import { insertStory } from '@/tests/support/database/story-rows'
import { receiveAndProcess } from '@/tests/support/inbox/deliveries'
import { messaging } from '@/tests/support/inbox/delivery-forms'
import { onOwnDatabase } from '@/tests/support/publishing/publishing'

onOwnDatabase()
const db = () => database()

async function connected(network: 'instagram' | 'facebook', scopes: string[] | null = null) {
  const { projectId } = await aProject()
  const account = await aSandboxAccount(network)
  await connect(projectId, account, scopes)
  const messages = async () =>
    (
      await db()
        .selectFrom('inbox_messages')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('sent_at')
        .execute()
    ).map(({ kind, body, author_name }) => [kind, body, author_name])
  return { projectId, account, messages }
}

const connect = (projectId: string, account: SandboxAccount, scopes: string[] | null) =>
  connectAccount(db(), projectId, {
    ...{ channel: account.network, accountId: account.account_id, accountName: 'Bakery', handle: null },
    credentials: { kind: 'bearer', accessToken: account.credentials.access_token ?? '', refreshToken: null },
    ...{ expiresAt: null, scopes },
  })

const write = ({ network, account_id }: SandboxAccount, what: 'comments' | 'messages', more: object) =>
  control('POST', `/control/inbox/${what}`, { network, account_id, person: 'Ann', ...more })
const calls = async ({ network, account_id }: SandboxAccount): Promise<string[]> => {
  type Calls = { calls: { account_id: string; call: string }[] }
  const { calls } = await control<Calls>('GET', `/control/calls?network=${network}&limit=2000`)
  return [...new Set(calls.filter((one) => one.account_id === account_id).map(({ call }) => call))].sort()
}
const again = async (): Promise<void> => {
  await sql`update inbox_accounts set next_check_at = now()`.execute(db())
  await checkAccounts(db())
}

test.each(['instagram', 'facebook'] as const)(
  '%s: subscribes, reads history as read, and later what was missed',
  async (network) => {
    const { projectId, account, messages } = await connected(network)
    await write(account, 'messages', { text: 'Old', ago_seconds: 7_200 })
    await checkAccounts(db())
    expect(await messages()).toEqual([['dm', 'Old', 'Ann']])
    expect(await calls(account)).toContain('subscribe')
    const { storyId } = await insertStory(db(), {
      projectId,
      channels: [network],
      caption: 'Bread',
      dueIn: 0,
      status: 'pending',
    })
    // A post of the account at the network.
    const posted = await control<{ id: string }>('POST', '/control/inbox/posts', {
      network,
      account_id: account.account_id,
    })
    await sql`update queue_items set external_id = ${posted.id}, published_at = now(), connection_id = (
      select id from social_connections where project_id = ${projectId}) where story_id = ${storyId}`.execute(db())
    await write(account, 'comments', { post_id: posted.id, text: 'Nice' })
    await write(account, 'comments', { post_id: posted.id, text: 'Too old', ago_seconds: 8 * 86_400 })
    await write(account, 'messages', { text: 'New' })
    await again()
    await again()
    expect((await messages()).sort()).toEqual([
      ['comment', 'Nice', 'Ann'],
      ['dm', 'New', 'Ann'],
      ['dm', 'Old', 'Ann'],
    ])
    const rows = await db()
      .selectFrom('inbox_conversations')
      .select(['kind', 'participant_name', 'unread_count', 'story_id'])
      .where('project_id', '=', projectId)
      .orderBy('kind')
      .execute()
    expect(rows).toEqual([
      { kind: 'comment', participant_name: 'Ann', unread_count: 1, story_id: storyId },
      { kind: 'dm', participant_name: 'Ann', unread_count: 1, story_id: null },
    ])
  },
)

test('a direct message of an unknown person brings the next check forward, at most to five minutes', async () => {
  const { account } = await connected('instagram')
  await checkAccounts(db())
  const minutesUntilCheck = async (): Promise<number> => {
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from next_check_at - now()) / 60)::int as minutes from inbox_accounts
      where connection_id = (select id from social_connections where account_id = ${account.account_id})`.execute(db())
    return rows[0]?.minutes ?? Number.NaN
  }
  expect(await minutesUntilCheck()).toBe(30)
  const message = { message: { mid: 'm-1', text: 'Hello' } }
  await receiveAndProcess('instagram', messaging({ account: account.account_id, from: '501' }, message))
  expect(await minutesUntilCheck()).toBe(5)
})

test('a connection without the permissions is left alone until it is reconnected', async () => {
  const scopes = [
    'instagram_business_basic',
    'instagram_business_content_publish',
    'instagram_business_manage_insights',
  ]
  const { projectId, account, messages } = await connected('instagram', scopes)
  await write(account, 'messages', { text: 'Hi' })
  await checkAccounts(db())
  expect([await calls(account), await messages()]).toEqual([[], []])
  await connect(projectId, account, [...scopes, 'instagram_business_manage_messages'])
  await checkAccounts(db())
  expect([await calls(account), await messages()]).toEqual([['conversations', 'subscribe'], [['dm', 'Hi', 'Ann']]])
})

test('a revoked token revokes the connection', async () => {
  const { projectId, account } = await connected('facebook')
  await control('POST', `/control/accounts/facebook/${account.account_id}/revoke-token`)
  await checkAccounts(db())
  const [connection] = await db()
    .selectFrom('social_connections')
    .select('status')
    .where('project_id', '=', projectId)
    .execute()
  expect(connection?.status).toBe('revoked')
})

test('the second failure in a row is shown until a check succeeds', async () => {
  const { projectId, account } = await connected('instagram')
  const errorNow = async () => (await listOpenForHealth(db(), projectId))[0]?.inbox_error
  const { network, account_id } = account
  await control('POST', '/control/faults', { network, account_id, call: 'subscribe', fault: 'refuse', times: 2 })
  await checkAccounts(db())
  expect(await errorNow()).toBeNull()
  await again()
  expect(await errorNow()).toMatch(/^Instagram /)
  await again()
  expect(await errorNow()).toBeNull()
})
