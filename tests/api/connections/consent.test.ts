import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { ensureUser } from '@/lib/auth/provision'
import { createPinterestBoard } from '@/lib/boards/contract'
import type { ChannelId } from '@/lib/channels/ids'
import { chooseAccount, getConsent, startConsent } from '@/lib/connections/consent-contract'
import { createConnection, listConnections } from '@/lib/connections/contract'
import { getConnectionHealth } from '@/lib/connections/health-contract'
import { openCredentials } from '@/lib/connections/seal'
import { database } from '@/lib/db/pool'
import { aProject, aSandboxAccount, control, type TestProject } from '@/tests/support/api'
import { type Decision, decide } from '@/tests/support/consent'
import { type SessionApi, signedIn } from '@/tests/support/session'

type Way = { project: TestProject; session: SessionApi; channel: ChannelId }

async function aWay(channel: ChannelId): Promise<Way> {
  const project = await aProject()
  return { project, session: await signedIn(project.userId), channel }
}

const begin = ({ session, project, channel }: Way, more: object = {}) =>
  session.post(startConsent, { project_id: project.projectId, channel, ...more } as never)

/** From the beginning to where the person is led to in the end. */
async function go(way: Way, decision: Decision, more: object = {}): Promise<{ id: string; location: string }> {
  const { consent, url } = await begin(way, more)
  const response = await way.session.visit((await decide(url, decision)).href)
  expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'no-store'])
  return { id: consent.id, location: response.headers.get('location') ?? '' }
}

const rowsOf = (projectId: string) =>
  database().selectFrom('social_connections').selectAll().where('project_id', '=', projectId).orderBy('id').execute()
const eventsOf = async (projectId: string) =>
  (await database().selectFrom('events').select('event').where('project_id', '=', projectId).execute()).map(
    ({ event }) => event,
  )
const consentOf = ({ session }: Way, id: string) => session.get(getConsent, { id })
const problem = (code: string, channel: string) => `/connect/problem?code=${code}&channel=${channel}`

describe('beginning', () => {
  test('is for those who may connect, in a project of theirs, and leads back inside alone', async () => {
    const { api, projectId, withToken } = await aProject()
    const stranger = await aProject()
    const body = { channel: 'threads', project_id: projectId }
    const reader = await withToken({ scopes: ['connections:read'] })
    expect((await reader.refused(startConsent, body)).error.code).toBe('insufficient_scope')
    expect((await stranger.api.refused(startConsent, body)).error.code).toBe('not_found')
    for (const return_to of ['https://evil.example', '//evil.example', '/\\evil.example', 'connections']) {
      const { error } = await api.refused(startConsent, { ...body, return_to })
      expect([error.code, error.issues?.[0]?.path]).toEqual(['validation_error', 'return_to'])
    }
    expect((await api.refused(startConsent, { channel: 'ghost' })).error.code).toBe('conflict')
  })

  test('an editor may not, whatever the session', async () => {
    const { projectId } = await aProject()
    const userId = await ensureUser(database(), { email: `${randomUUID()}@example.com` })
    await database()
      .insertInto('project_members')
      .values({ project_id: projectId, user_id: userId, role: 'editor' })
      .execute()
    const { error } = await (await signedIn(userId)).refused(startConsent, { channel: 'x', project_id: projectId })
    expect(error.code).toBe('insufficient_scope')
  })

  test('keeps of the state its hash alone, and seals the rest', async () => {
    const way = await aWay('x')
    const { consent } = await begin(way)
    const row = await database()
      .selectFrom('consents')
      .selectAll()
      .where('id', '=', consent.id)
      .executeTakeFirstOrThrow()
    expect(row.state_hash).toHaveLength(32)
    expect(row.secret?.toString('latin1')).not.toContain('oauth_token')
  })
})

describe('coming back', () => {
  test('with one account connects it, and leads to the page Connections', async () => {
    const way = await aWay('instagram')
    const account = await aSandboxAccount('instagram')
    const { id, location } = await go(way, { account: account.account_id })
    const { projectId, api } = way.project
    expect(location).toBe(`/${projectId}/connections?consent=${id}`)
    const { connections } = await api.get(listConnections)
    expect(connections).toMatchObject([{ channel: 'instagram', account_id: account.account_id, connected: true }])
    const [row] = await rowsOf(projectId)
    expect(row?.scopes).toContain('instagram_business_content_publish')
    expect(row && openCredentials(row)).toMatchObject({ kind: 'bearer' })
    expect(await eventsOf(projectId)).toEqual([])
    const kept = await database().selectFrom('consents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect([kept.status, kept.secret, kept.choices]).toEqual(['connected', null, null])
  })

  test('works once', async () => {
    const way = await aWay('threads')
    const { url } = await begin(way)
    const back = await decide(url)
    expect((await way.session.visit(back.href)).headers.get('location')).toContain('?consent=')
    expect((await way.session.visit(back.href)).headers.get('location')).toBe(problem('state_used', 'threads'))
  })

  test('is for the one who began, at the network where they began, in time', async () => {
    const way = await aWay('x')
    const { consent, url } = await begin(way)
    const back = await decide(url)
    const at = async (session: SessionApi, address: string) =>
      (await session.visit(address)).headers.get('location') ?? ''
    const other = await signedIn((await aProject()).userId)
    expect(await at(other, back.href)).toBe(problem('other_user', 'x'))
    expect(await at(way.session, back.href.replace('/connect/x/', '/connect/threads/'))).toBe(
      problem('other_channel', 'threads'),
    )
    const signedOut = await fetch(back, { redirect: 'manual' })
    expect(signedOut.headers.get('location')).toBe(problem('signed_out', 'x'))
    const unknown = new URL(back)
    unknown.searchParams.set('state', 'made-up')
    expect(await at(way.session, unknown.href)).toBe(problem('state_unknown', 'x'))
    // None of these has used it up.
    const setEnd = (ms: number) =>
      database()
        .updateTable('consents')
        .set({ expires_at: new Date(Date.now() + ms) })
        .where('id', '=', consent.id)
        .execute()
    await setEnd(-1_000)
    expect(await at(way.session, back.href)).toBe(problem('state_expired', 'x'))
    await setEnd(60_000)
    expect(await at(way.session, back.href)).toContain(`?consent=${consent.id}`)
  })

  test('who refused is told so, and nothing is connected', async () => {
    const way = await aWay('linkedin')
    const { id, location } = await go(way, { refuses: true })
    expect(location).toBe(`/connect/consents/${id}`)
    const { consent } = await consentOf(way, id)
    expect(consent).toMatchObject({ status: 'failed', failure: { code: 'cancelled', title: 'Nothing was connected' } })
    expect(await rowsOf(way.project.projectId)).toEqual([])
  })

  test('who lost the right meanwhile connects nothing', async () => {
    const way = await aWay('threads')
    const { consent, url } = await begin(way)
    await database()
      .updateTable('project_members')
      .set({ role: 'viewer' })
      .where('project_id', '=', way.project.projectId)
      .execute()
    await way.session.visit((await decide(url)).href)
    const row = await database()
      .selectFrom('consents')
      .selectAll()
      .where('id', '=', consent.id)
      .executeTakeFirstOrThrow()
    expect(row.failure).toMatchObject({ code: 'no_right' })
    expect(await rowsOf(way.project.projectId)).toEqual([])
  })

  test('a required permission that is missing is named with its purpose; another is a notice', async () => {
    const way = await aWay('pinterest')
    const account = await aSandboxAccount('pinterest')
    const failed = await go(way, { account: account.account_id, without: ['pins:write', 'user_accounts:read'] })
    const { failure } = (await consentOf(way, failed.id)).consent
    expect(failure).toMatchObject({
      code: 'missing_scopes',
      missing_scopes: [
        { name: 'user_accounts:read', purpose: 'see which account it is connected to' },
        { name: 'pins:write', purpose: 'publish pins' },
      ],
    })
    const made = await go(way, { account: account.account_id, without: ['boards:write'] })
    const { consent } = await consentOf(way, made.id)
    expect(consent).toMatchObject({
      status: 'connected',
      missing_scopes: [{ name: 'boards:write', purpose: 'make boards' }],
    })
    // It goes on to say so, and what needs the permission is refused by its name.
    const { api } = way.project
    const [connection] = (await api.get(listConnections)).connections
    expect(connection?.missing_scopes).toEqual(consent.missing_scopes)
    const { platforms } = await api.get(getConnectionHealth)
    expect(platforms.find(({ channel }) => channel === 'pinterest')?.summary).toBe(
      'Pinterest works. It was connected without the permission to make boards (boards:write).',
    )
    const { status, error } = await api.refused(createPinterestBoard, { name: 'Summer' })
    expect([status, error.code, error.message]).toEqual([409, 'conflict', expect.stringContaining('boards:write')])
  })
})

describe('several accounts', () => {
  test('are chosen from, once, by the one who began', async () => {
    const way = await aWay('facebook')
    const pages = [await aSandboxAccount('facebook'), await aSandboxAccount('facebook')]
    const lame = await control<{ account_id: string }>('POST', '/control/accounts', {
      network: 'facebook',
      tasks: ['ANALYZE'],
    })
    const ids = [...pages.map(({ account_id }) => account_id), lame.account_id]
    const { id } = await go(way, { shared: ids })
    const { consent } = await consentOf(way, id)
    expect(consent.choices.map(({ account_id, obstacle }) => [account_id, obstacle !== null])).toEqual([
      [ids[0], false],
      [ids[1], false],
      [ids[2], true],
    ])
    expect(JSON.stringify(consent)).not.toContain('EAAB')
    const { session, project } = way
    const other = await signedIn((await aProject()).userId)
    expect((await other.refused(getConsent, { id })).error.code).toBe('not_found')
    expect((await other.refused(chooseAccount, { id, account_id: ids[1] })).error.code).toBe('not_found')
    expect((await session.refused(chooseAccount, { id, account_id: 'nobody' })).error.code).toBe('not_found')
    expect((await session.refused(chooseAccount, { id, account_id: ids[2] })).error.code).toBe('conflict')
    const { connection } = await session.post(chooseAccount, { id, account_id: ids[1] ?? '' })
    expect(connection).toMatchObject({ project_id: project.projectId, account_id: ids[1], expires_at: null })
    expect((await session.refused(chooseAccount, { id, account_id: ids[0] })).error.code).toBe('gone')
  })

  test('are not there before the person came back, which is not to say that they are gone', async () => {
    const way = await aWay('facebook')
    const { consent } = await begin(way)
    const { session } = way
    const { error } = await session.refused(chooseAccount, { id: consent.id, account_id: 'any' })
    expect([error.code, error.message]).toEqual(['conflict', expect.stringContaining('come back from Facebook')])
    await database()
      .updateTable('consents')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('id', '=', consent.id)
      .execute()
    expect((await session.refused(chooseAccount, { id: consent.id, account_id: 'any' })).error.code).toBe('gone')
  })

  test('none at all is said', async () => {
    const way = await aWay('facebook')
    await aSandboxAccount('facebook')
    const { id } = await go(way, { shared: [] })
    expect((await consentOf(way, id)).consent.failure).toMatchObject({
      code: 'no_accounts',
      remedy: expect.stringContaining('when Facebook asks'),
    })
  })
})

describe('reconnecting', () => {
  test('keeps the row and its default board, and gives a clean slate', async () => {
    const way = await aWay('pinterest')
    const account = await aSandboxAccount('pinterest')
    await go(way, { account: account.account_id })
    const { projectId, api } = way.project
    const [before] = await rowsOf(projectId)
    await database()
      .updateTable('social_connections')
      .set({
        status: 'revoked',
        metadata: JSON.stringify({ default_board_id: '77', default_board_name: 'Kept' }),
        refresh_failed_count: 4,
        last_refresh_error: 'no more',
        notified_at_tier: 1,
        broken_notified_at: new Date(),
        expiring_soon_notified_at: new Date(),
      })
      .where('project_id', '=', projectId)
      .execute()
    await go(way, { account: account.account_id }, { connection_id: before?.id })
    const [after, ...more] = await rowsOf(projectId)
    expect(more).toEqual([])
    expect(after).toMatchObject({
      id: before?.id,
      status: 'active',
      metadata: { default_board_id: '77', default_board_name: 'Kept' },
      refresh_failed_count: 0,
      last_refresh_error: null,
      notified_at_tier: null,
      broken_notified_at: null,
      expiring_soon_notified_at: null,
    })
    expect(await eventsOf(projectId)).toEqual(['connection.reconnected'])
    expect((await api.get(listConnections)).connections[0]?.metadata.default_board_name).toBe('Kept')
  })

  test('keeps the refresh token that the network does not repeat', async () => {
    const way = await aWay('linkedin')
    const account = await aSandboxAccount('linkedin')
    const setting = (value: boolean | null) =>
      control('POST', '/control/settings', { network: 'linkedin', gives_refresh_tokens: value })
    await setting(true)
    await go(way, { account: account.account_id, shared: [] })
    await setting(null)
    const held = async () => {
      const [row] = await rowsOf(way.project.projectId)
      const credentials = row && openCredentials(row)
      return credentials?.kind === 'bearer'
        ? { ...credentials, ends: row?.refresh_expires_at?.toISOString() ?? null }
        : null
    }
    const first = await held()
    expect(first?.refreshToken).toBeTruthy()
    await go(way, { account: account.account_id, shared: [] })
    const second = await held()
    expect(second?.accessToken).not.toBe(first?.accessToken)
    expect([second?.refreshToken, second?.ends]).toEqual([first?.refreshToken, first?.ends])
    // One that is over is no help to anybody.
    await database()
      .updateTable('social_connections')
      .set({ refresh_expires_at: new Date(Date.now() - 1_000) })
      .where('project_id', '=', way.project.projectId)
      .execute()
    await go(way, { account: account.account_id, shared: [] })
    expect(await held()).toMatchObject({ refreshToken: null, ends: null })
  })

  test('with another account asks first, and takes its place only when told', async () => {
    const way = await aWay('threads')
    const [first, second] = [await aSandboxAccount('threads'), await aSandboxAccount('threads')]
    await go(way, { account: first.account_id })
    const [before] = await rowsOf(way.project.projectId)
    const { id, location } = await go(way, { account: second.account_id }, { connection_id: before?.id })
    expect(location).toBe(`/connect/consents/${id}`)
    const { consent } = await consentOf(way, id)
    expect(consent).toMatchObject({
      status: 'choosing',
      connected_account: { account_id: first.account_id },
      choices: [{ account_id: second.account_id, is_connected: false }],
    })
    const { session, project } = way
    const { error } = await session.refused(chooseAccount, { id, account_id: second.account_id })
    expect([error.code, error.message]).toEqual(['conflict', expect.stringContaining('is connected')])
    await session.post(chooseAccount, { id, account_id: second.account_id, replace: true })
    const rows = await rowsOf(project.projectId)
    expect(rows.map(({ account_id, status }) => [account_id, status])).toEqual([
      [first.account_id, 'disconnected'],
      [second.account_id, 'active'],
    ])
  })
})

describe('a Ghost site', () => {
  test('is tried, names itself, and keeps its row when it comes again', async () => {
    const { api, projectId } = await aProject()
    const site = await aSandboxAccount('ghost')
    const { site_url = '', admin_api_key = '' } = site.credentials
    const credentials = { site_url, admin_api_key }
    const { connection } = await api.post(createConnection, { channel: 'ghost', credentials })
    expect(connection).toMatchObject({ account_name: site.account_name, account_id: site_url.replace('http://', '') })
    const { connection: again } = await api.post(createConnection, { channel: 'ghost', credentials })
    expect(again.id).toBe(connection.id)
    expect(await rowsOf(projectId)).toHaveLength(1)
  })

  test('that refuses the key, is none, or is not there, is told apart, and nothing is stored', async () => {
    const { api, projectId } = await aProject()
    const site = await aSandboxAccount('ghost')
    const admin_api_key = `${'a'.repeat(24)}:${'b'.repeat(64)}`
    const refused = async (site_url: string) =>
      (await api.refused(createConnection, { channel: 'ghost', credentials: { site_url, admin_api_key } })).error
    expect((await refused(site.credentials.site_url ?? '')).issues?.[0]).toMatchObject({
      path: 'credentials.admin_api_key',
      code: 'refused',
    })
    expect((await refused(`${inject('sandboxUrl')}/feed`)).issues?.[0]?.path).toBe('credentials.site_url')
    expect((await refused('http://127.0.0.1:9')).code).toBe('provider_error')
    // Nor is it kept untried under a name that the caller gives it.
    const { error } = await api.refused(createConnection, {
      channel: 'ghost',
      account_id: 'mine',
      credentials: { site_url: 'http://127.0.0.1:9', admin_api_key },
    })
    expect([error.code, error.message]).toEqual(['provider_error', expect.stringContaining('nothing was saved')])
    expect(await rowsOf(projectId)).toEqual([])
  })
})
