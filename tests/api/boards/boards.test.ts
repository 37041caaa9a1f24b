import { describe, expect, inject, test } from 'vitest'
import {
  createPinterestBoard,
  listPinterestBoards,
  listPinterestSections,
  setDefaultPinterestBoard,
} from '@/lib/boards/contract'
import { listConnections } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { aProject, control, type SandboxAccount, type TestProject } from '@/tests/support/api/api'

type World = TestProject & {
  account: SandboxAccount
  /** Number of calls that listed boards at Pinterest for this account. */
  calls(call?: string): Promise<number>
  fault(request: object): Promise<void>
}

async function aPinner(): Promise<World> {
  const project = await aProject()
  const [account] = await project.connect('pinterest')
  if (!account) throw new Error('No account was made.')
  return {
    ...project,
    account,
    async calls(call = 'boards') {
      const { calls } = await control<{ calls: { account_id: string; call: string }[] }>(
        'GET',
        '/control/calls?network=pinterest&limit=2000',
      )
      return calls.filter((made) => made.account_id === account.account_id && made.call === call).length
    },
    async fault(request) {
      await control('POST', '/control/faults', { network: 'pinterest', account_id: account.account_id, ...request })
    },
  }
}

/** Sets the age of the cached list in hours. */
const setCacheAge = (projectId: string, hours: number) =>
  database()
    .updateTable('social_connections')
    .set({ boards_fetched_at: new Date(Date.now() - hours * 3_600_000) })
    .where('project_id', '=', projectId)
    .execute()

/** Calls Pinterest directly, like its own app. */
async function callPinterest(account: SandboxAccount, method: string, path: string, body?: object) {
  const url = `${inject('sandboxUrl')}/pinterest/v5/${path}`
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${account.credentials.access_token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (answer.status === 204 ? null : await answer.json()) as { id: string }
}

describe('listing boards', () => {
  test('caches the list, and fetches it again on request or after a day', async () => {
    const { api, projectId, account, calls } = await aPinner()
    const first = await api.get(listPinterestBoards)
    expect(first.boards).toEqual(
      account.boards?.map(({ id, name }) => ({
        id,
        name,
        description: '',
        privacy: 'PUBLIC',
        pin_count: 0,
        cover_image_url: null,
        is_default: false,
        created_at: expect.any(String),
      })),
    )
    expect(first).toMatchObject({
      default_board_id: null,
      default_board_name: null,
      is_stale: false,
      stale_reason: null,
    })
    await callPinterest(account, 'POST', 'boards', { name: 'Made elsewhere' })
    expect((await api.get(listPinterestBoards)).boards).toEqual(first.boards)
    expect(await calls()).toBe(1)
    const refreshed = await api.get(listPinterestBoards, { refresh: '1' })
    expect(refreshed.boards.map(({ name }) => name)).toContain('Made elsewhere')
    await setCacheAge(projectId, 23)
    await api.get(listPinterestBoards)
    expect(await calls()).toBe(2)
    await setCacheAge(projectId, 25)
    const renewed = await api.get(listPinterestBoards)
    expect([await calls(), Date.parse(renewed.fetched_at) > Date.now() - 60_000]).toEqual([3, true])
  })

  test('removes a board that was deleted at Pinterest', async () => {
    const { api, account } = await aPinner()
    const { id } = await callPinterest(account, 'POST', 'boards', { name: 'Short-lived' })
    expect((await api.get(listPinterestBoards)).boards.map((board) => board.id)).toContain(id)
    await callPinterest(account, 'DELETE', `boards/${id}`)
    expect((await api.get(listPinterestBoards, { refresh: '1' })).boards.map((board) => board.id)).not.toContain(id)
  })

  test.each([
    ['a broken connection', { fault: 'reset_before' }, 'Pinterest cannot be reached'],
    ['a server error', { fault: 'refuse', preset: 'server_error' }, 'Pinterest cannot be reached'],
    ['a rate limit', { fault: 'rate_limit', retry_after_seconds: 90 }, 'Try again in 2 minutes.'],
  ])('serves the cached list while Pinterest has %s; 502 without a cache', async (_, fault, why) => {
    const { api, projectId, fault: set } = await aPinner()
    await set({ ...fault, call: 'boards', times: 1 })
    const refused = await api.refused(listPinterestBoards)
    expect([refused.status, refused.error]).toEqual([
      502,
      { code: 'provider_error', message: expect.stringContaining(why), provider_code: expect.any(String) },
    ])
    const cached = await api.get(listPinterestBoards)
    await setCacheAge(projectId, 30)
    await set({ ...fault, call: 'boards', times: 1 })
    const old = await api.get(listPinterestBoards)
    expect(old).toMatchObject({ boards: cached.boards, is_stale: true, stale_reason: expect.stringContaining(why) })
    expect(Date.parse(old.fetched_at)).toBeLessThan(Date.now() - 29 * 3_600_000)
    expect((await api.get(listPinterestBoards)).is_stale).toBe(false)
  })

  test('a refused token is a 502 and revokes the connection', async () => {
    const { api, account, calls } = await aPinner()
    await api.get(listPinterestBoards)
    await control('POST', `/control/accounts/pinterest/${account.account_id}/revoke-token`)
    const { status, error } = await api.refused(listPinterestBoards, { refresh: '1' })
    expect([status, error.code, error.message]).toEqual([
      502,
      'provider_error',
      'Pinterest no longer accepts this connection. Reconnect the account.',
    ])
    expect((await api.get(listPinterestBoards)).is_stale).toBe(false)
    expect((await api.get(listConnections)).connections).toMatchObject([{ connected: false, status: 'revoked' }])
    const before = await calls()
    const again = await api.refused(listPinterestBoards, { refresh: '1' })
    expect([again.status, again.error.code, again.error.preflight]).toEqual([
      400,
      'missing_connection',
      expect.objectContaining({ expired: ['pinterest'] }),
    ])
    expect(await calls()).toBe(before)
  })

  test('409 naming the missing permission, without revoking the connection', async () => {
    const { api, fault } = await aPinner()
    await fault({ fault: 'refuse', preset: 'permission', call: 'create_board', times: 2 })
    for (const [privacy, name] of [
      ['PUBLIC', 'boards:write'],
      ['SECRET', 'boards:write_secret'],
    ] as const) {
      const { status, error } = await api.refused(createPinterestBoard, { name: 'Summer', privacy })
      expect([status, error.code, error.message]).toEqual([409, 'conflict', expect.stringContaining(`(${name})`)])
    }
    expect((await api.get(listConnections)).connections).toMatchObject([{ status: 'active' }])
  })

  test('refreshes an expired token, and one that Pinterest refuses early', async () => {
    const { api, projectId, account } = await aPinner()
    await control('POST', `/control/accounts/pinterest/${account.account_id}/expire-token`)
    expect((await api.get(listPinterestBoards)).boards).toHaveLength(2)
    const expired = { expires_at: new Date(Date.now() - 1_000), last_refresh_at: null, boards_fetched_at: null }
    await database().updateTable('social_connections').set(expired).where('project_id', '=', projectId).execute()
    expect((await api.get(listPinterestBoards)).boards).toHaveLength(2)
    const [row] = await database()
      .selectFrom('social_connections')
      .select(['status', 'last_refresh_at'])
      .where('project_id', '=', projectId)
      .execute()
    expect(row).toMatchObject({ status: 'active', last_refresh_at: expect.any(Date) })
  })

  test('400 without a connected account', async () => {
    const { api } = await aProject()
    const { status, error } = await api.refused(listPinterestBoards)
    expect([status, error.code, error.preflight]).toEqual([
      400,
      'missing_connection',
      expect.objectContaining({ missing: ['pinterest'], ok: false }),
    ])
  })

  test('404 for other projects, 403 without the scopes', async () => {
    const mine = await aPinner()
    const other = await aProject()
    const outsider = await other.withToken({ isAccount: true })
    expect((await outsider.refused(listPinterestBoards, { project_id: mine.projectId })).status).toBe(404)
    const reader = await mine.withToken({ scopes: ['connections:read'] })
    expect((await reader.get(listPinterestBoards)).boards).toHaveLength(2)
    const { error } = await reader.refused(createPinterestBoard, { name: 'No' })
    expect(error.code).toBe('insufficient_scope')
  })
})

describe('the default board', () => {
  test('is a board of the account, with its name from Pinterest, and can be removed', async () => {
    const { api, account, calls } = await aPinner()
    const [first] = account.boards ?? []
    await api.get(listPinterestBoards)
    const set = await api.patch(setDefaultPinterestBoard, {
      default_board_id: String(first?.id),
      default_board_name: 'Not its name',
    })
    expect(set).toMatchObject({
      default_board_id: first?.id,
      default_board_name: first?.name,
      connection: { metadata: { default_board_id: first?.id, default_board_name: first?.name } },
    })
    expect(await calls()).toBe(1)
    expect((await api.get(listPinterestBoards)).boards.map(({ is_default }) => is_default)).toEqual([true, false])
    expect((await api.get(listConnections)).connections[0]?.metadata).toEqual(set.connection.metadata)
    const cleared = await api.patch(setDefaultPinterestBoard, { default_board_id: null })
    expect([cleared.default_board_id, cleared.connection.metadata]).toEqual([null, {}])
  })

  test('is looked up at Pinterest when it is not cached', async () => {
    const { api, account } = await aPinner()
    await api.get(listPinterestBoards)
    const { id } = await callPinterest(account, 'POST', 'boards', { name: 'Just made' })
    const set = await api.patch(setDefaultPinterestBoard, { default_board_id: id })
    expect([set.default_board_id, set.default_board_name]).toEqual([id, 'Just made'])
    expect((await api.get(listPinterestBoards)).boards.find((board) => board.id === id)?.is_default).toBe(true)
  })

  test.each([['5497558859999999'], ['no-number']])('refuses a board of another account: %s', async (id) => {
    const { api } = await aPinner()
    const { status, error } = await api.refused(setDefaultPinterestBoard, { default_board_id: id })
    expect([status, error.code, error.issues]).toEqual([
      400,
      'validation_error',
      [{ path: 'default_board_id', code: 'unknown_board', message: expect.stringContaining('refresh=1') }],
    ])
  })
})

describe('creating a board', () => {
  test('creates it at Pinterest, caches it and can make it the default', async () => {
    const { api, account, calls } = await aPinner()
    await api.get(listPinterestBoards)
    const input = { name: 'Winter', description: 'Snow', privacy: 'SECRET', set_as_default: true } as const
    const made = await api.post(createPinterestBoard, input)
    expect(made).toMatchObject({
      board: { name: 'Winter', description: 'Snow', privacy: 'SECRET', is_default: true },
      default_board_id: made.board.id,
      default_board_name: 'Winter',
    })
    const { boards } = await api.get(listPinterestBoards)
    expect([boards.at(-1), await calls()]).toEqual([made.board, 1])
    expect(await callPinterest(account, 'GET', `boards/${made.board.id}`)).toMatchObject({ privacy: 'SECRET' })
    const plain = await api.post(createPinterestBoard, { name: 'Spring', privacy: 'protected' })
    expect([plain.board.privacy, plain.board.is_default, plain.default_board_name]).toEqual([
      'PROTECTED',
      false,
      'Winter',
    ])
  })

  test('finds the board by name when the response was lost, and creates no second on repeat', async () => {
    const { api, fault, calls } = await aPinner()
    await fault({ fault: 'reset_after', call: 'create_board', times: 1 })
    const headers = { 'idempotency-key': 'one-board' }
    const made = await api.post(createPinterestBoard, { name: 'Lost and found' }, headers)
    const again = await api.post(createPinterestBoard, { name: 'Lost and found' }, headers)
    expect([again.board.id, await calls('create_board')]).toEqual([made.board.id, 1])
  })

  test('replays a 502 with unknown outcome to the same key, without a second board', async () => {
    const { api, fault, calls } = await aPinner()
    await fault({ fault: 'reset_after', call: 'create_board', times: 1 })
    await fault({ fault: 'reset_before', call: 'boards', times: 10 })
    const key = { 'idempotency-key': 'one-board' }
    const first = await api.refused(createPinterestBoard, { name: 'Lost' }, key)
    expect([first.status, first.error.code, first.headers.get('idempotent-replayed')]).toEqual([
      502,
      'provider_error',
      null,
    ])
    const again = await api.refused(createPinterestBoard, { name: 'Lost' }, key)
    expect([again.status, again.error, again.headers.get('idempotent-replayed')]).toEqual([502, first.error, 'true'])
    expect(await calls('create_board')).toBe(1)
  })

  test('frees the key when the network refuses', async () => {
    const { api, fault } = await aPinner()
    await fault({ fault: 'refuse', preset: 'permission', call: 'create_board', times: 1 })
    const key = { 'idempotency-key': 'one-board' }
    await api.refused(createPinterestBoard, { name: 'Refused' }, key)
    expect((await api.post(createPinterestBoard, { name: 'Accepted' }, key)).board.name).toBe('Accepted')
  })

  test('409 for a duplicate name, without counting an error of the network', async () => {
    const { api } = await aPinner()
    await api.post(createPinterestBoard, { name: 'Twice' })
    const { status, error } = await api.refused(createPinterestBoard, { name: 'twice' })
    expect([status, error.code, error.message]).toEqual([409, 'conflict', expect.stringContaining('“Twice”')])
  })

  test('names invalid members', async () => {
    const { api } = await aPinner()
    const { error } = await api.refused(createPinterestBoard, { name: ' ', privacy: 'HIDDEN', colour: 'red' })
    expect(error.issues?.map(({ path }) => path).sort()).toEqual(['colour', 'name', 'privacy'])
  })
})

test('sections are cached, and removed with the board', async () => {
  const { api, account, calls } = await aPinner()
  const boardId = String(account.boards?.[0]?.id)
  const section = await callPinterest(account, 'POST', `boards/${boardId}/sections`, { name: 'Rye' })
  const input = { id: boardId }
  expect(await api.get(listPinterestSections, input)).toMatchObject({
    board_id: boardId,
    sections: [{ id: section.id, name: 'Rye' }],
    is_stale: false,
  })
  const before = await calls()
  await callPinterest(account, 'POST', `boards/${boardId}/sections`, { name: 'Wheat' })
  expect((await api.get(listPinterestSections, input)).sections).toHaveLength(1)
  expect((await api.get(listPinterestSections, { ...input, refresh: '1' })).sections).toHaveLength(2)
  expect(await calls()).toBe(before + 1)
  await callPinterest(account, 'DELETE', `boards/${boardId}`)
  expect((await api.refused(listPinterestSections, { ...input, refresh: '1' })).status).toBe(404)
  for (const id of ['12345', 'no number', 'a\u0000b']) {
    expect([id, (await api.refused(listPinterestSections, { id })).status]).toEqual([id, 404])
  }
})
