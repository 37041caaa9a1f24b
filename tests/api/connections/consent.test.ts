import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { ensureUser } from '@/lib/auth/provision'
import { createPinterestBoard } from '@/lib/boards/contract'
import type { ChannelId } from '@/lib/channel-ids'
import { chooseAccount, getConsent, startConsent } from '@/lib/connections/consent/contract'
import { createConnection, listConnections } from '@/lib/connections/contract'
import { getConnectionHealth } from '@/lib/connections/health/contract'
import { openCredentials } from '@/lib/connections/seal'
import { database } from '@/lib/db/pool'
import { aProject, aSandboxAccount, control, type TestProject } from '@/tests/support/api/api'
import { type SessionApi, signedIn } from '@/tests/support/api/session'
import { type Decision, decide } from '@/tests/support/sandbox/consent-page'

type Way = { project: TestProject; session: SessionApi; channel: ChannelId }

async function aWay(channel: ChannelId): Promise<Way> {
  const project = await aProject()
  return { project, session: await signedIn(project.userId), channel }
}

const begin = ({ session, project, channel }: Way, more: object = {}) =>
  session.post(startConsent, { project_id: project.projectId, channel, ...more } as never)

/** Runs the whole flow. Returns the final redirect. */
async function runConsent(way: Way, decision: Decision, more: object = {}): Promise<{ id: string; location: string }> {
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

describe('starting', () => {
  test('requires the right to connect in the project, and returns only to our own pages', async () => {
    const { api, projectId, withToken } = await aProject()
    const outsider = await aProject()
    const body = { channel: 'threads', project_id: projectId }
    const reader = await withToken({ scopes: ['connections:read'] })
    expect((await reader.refused(startConsent, body)).error.code).toBe('insufficient_scope')
    expect((await outsider.api.refused(startConsent, body)).error.code).toBe('not_found')
    for (const return_to of ['https://evil.example', '//evil.example', '/\\evil.example', 'connections']) {
      const { error } = await api.refused(startConsent, { ...body, return_to })
      expect([error.code, error.issues?.[0]?.path]).toEqual(['validation_error', 'return_to'])
    }
    expect((await api.refused(startConsent, { channel: 'ghost' })).error.code).toBe('conflict')
  })

  test('refuses an editor', async () => {
    const { projectId } = await aProject()
    const userId = await ensureUser(database(), { email: `${randomUUID()}@example.com` })
    await database()
      .insertInto('project_members')
      .values({ project_id: projectId, user_id: userId, role: 'editor' })
      .execute()
    const { error } = await (await signedIn(userId)).refused(startConsent, { channel: 'x', project_id: projectId })
    expect(error.code).toBe('insufficient_scope')
  })

  test('stores the state as a hash and encrypts the rest', async () => {
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

describe('the callback', () => {
  test('connects a single account and redirects to Connections', async () => {
    const way = await aWay('instagram')
    const account = await aSandboxAccount('instagram')
    const { id, location } = await runConsent(way, { account: account.account_id })
    const { projectId, api } = way.project
    expect(location).toBe(`/${projectId}/connections?consent=${id}`)
    const { connections } = await api.get(listConnections)
    const picture_url = expect.stringContaining('/samples/')
    expect(connections).toMatchObject([
      { channel: 'instagram', account_id: account.account_id, picture_url, connected: true },
    ])
    const [row] = await rowsOf(projectId)
    expect(row?.scopes).toContain('instagram_business_content_publish')
    expect(row && openCredentials(row)).toMatchObject({ kind: 'bearer' })
    expect(await eventsOf(projectId)).toEqual([])
    const stored = await database().selectFrom('consents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect([stored.status, stored.secret, stored.choices]).toEqual(['connected', null, null])
  })

  test('works once', async () => {
    const way = await aWay('threads')
    const { url } = await begin(way)
    const back = await decide(url)
    expect((await way.session.visit(back.href)).headers.get('location')).toContain('?consent=')
    expect((await way.session.visit(back.href)).headers.get('location')).toBe(problem('state_used', 'threads'))
  })

  test('works only for the user and network it was started for, before it expires', async () => {
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
    // None of these used up the consent.
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

  test('reports a refused consent and connects nothing', async () => {
    const way = await aWay('linkedin')
    const { id, location } = await runConsent(way, { refuses: true })
    expect(location).toBe(`/connect/consents/${id}`)
    const { consent } = await consentOf(way, id)
    expect(consent).toMatchObject({ status: 'failed', failure: { code: 'cancelled', title: 'Nothing was connected' } })
    expect(await rowsOf(way.project.projectId)).toEqual([])
  })

  test('connects nothing when the user lost the right meanwhile', async () => {
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

  test('refuses a missing required permission with its purpose; an optional one is a notice', async () => {
    const way = await aWay('pinterest')
    const account = await aSandboxAccount('pinterest')
    const failed = await runConsent(way, { account: account.account_id, without: ['pins:write', 'user_accounts:read'] })
    const { failure } = (await consentOf(way, failed.id)).consent
    expect(failure).toMatchObject({
      code: 'missing_scopes',
      missing_scopes: [
        { name: 'user_accounts:read', purpose: 'see which account it is connected to' },
        { name: 'pins:write', purpose: 'publish pins' },
      ],
    })
    const made = await runConsent(way, { account: account.account_id, without: ['boards:write'] })
    const { consent } = await consentOf(way, made.id)
    expect(consent).toMatchObject({
      status: 'connected',
      missing_scopes: [{ name: 'boards:write', purpose: 'create boards' }],
    })
    // The warning stays, and requests that need the permission get an error that names it.
    const { api } = way.project
    const [connection] = (await api.get(listConnections)).connections
    expect(connection?.missing_scopes).toEqual(consent.missing_scopes)
    const { platforms } = await api.get(getConnectionHealth)
    expect(platforms.find(({ channel }) => channel === 'pinterest')?.summary).toBe(
      'Pinterest works. It lacks the permission to create boards (boards:write).',
    )
    const { status, error } = await api.refused(createPinterestBoard, { name: 'Summer' })
    expect([status, error.code, error.message]).toEqual([409, 'conflict', expect.stringContaining('boards:write')])
  })
})

describe('several accounts', () => {
  test('can be chosen once, only by the user who started', async () => {
    const way = await aWay('facebook')
    const pages = [await aSandboxAccount('facebook'), await aSandboxAccount('facebook')]
    const withoutPostRights = await control<{ account_id: string }>('POST', '/control/accounts', {
      network: 'facebook',
      tasks: ['ANALYZE'],
    })
    const ids = [...pages.map(({ account_id }) => account_id), withoutPostRights.account_id]
    const { id } = await runConsent(way, { shared: ids })
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
    expect((await session.refused(chooseAccount, { id, account_id: 'unknown' })).error.code).toBe('not_found')
    expect((await session.refused(chooseAccount, { id, account_id: ids[2] })).error.code).toBe('conflict')
    const { connection } = await session.post(chooseAccount, { id, account_id: ids[1] ?? '' })
    expect(connection).toMatchObject({ project_id: project.projectId, account_id: ids[1], expires_at: null })
    expect((await session.refused(chooseAccount, { id, account_id: ids[0] })).error.code).toBe('gone')
  })

  test('are not listed before the callback; that is no expiry', async () => {
    const way = await aWay('facebook')
    const { consent } = await begin(way)
    const { session } = way
    const { error } = await session.refused(chooseAccount, { id: consent.id, account_id: 'any' })
    expect([error.code, error.message]).toEqual([
      'conflict',
      expect.stringContaining('sign-in at Facebook is not finished'),
    ])
    await database()
      .updateTable('consents')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('id', '=', consent.id)
      .execute()
    expect((await session.refused(chooseAccount, { id: consent.id, account_id: 'any' })).error.code).toBe('gone')
  })

  test('reports when there are none', async () => {
    const way = await aWay('facebook')
    await aSandboxAccount('facebook')
    const { id } = await runConsent(way, { shared: [] })
    expect((await consentOf(way, id)).consent.failure).toMatchObject({
      code: 'no_accounts',
      remedy: expect.stringContaining('when Facebook asks'),
    })
  })
})

describe('reconnecting', () => {
  test('keeps the row and its default board, and clears errors', async () => {
    const way = await aWay('pinterest')
    const account = await aSandboxAccount('pinterest')
    await runConsent(way, { account: account.account_id })
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
    await runConsent(way, { account: account.account_id }, { connection_id: before?.id })
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

  test('keeps the refresh token when the network sends none', async () => {
    const way = await aWay('linkedin')
    const account = await aSandboxAccount('linkedin')
    const setting = (value: boolean | null) =>
      control('POST', '/control/settings', { network: 'linkedin', gives_refresh_tokens: value })
    await setting(true)
    await runConsent(way, { account: account.account_id, shared: [] })
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
    await runConsent(way, { account: account.account_id, shared: [] })
    const second = await held()
    expect(second?.accessToken).not.toBe(first?.accessToken)
    expect([second?.refreshToken, second?.ends]).toEqual([first?.refreshToken, first?.ends])
    // An expired token does not help.
    await database()
      .updateTable('social_connections')
      .set({ refresh_expires_at: new Date(Date.now() - 1_000) })
      .where('project_id', '=', way.project.projectId)
      .execute()
    await runConsent(way, { account: account.account_id, shared: [] })
    expect(await held()).toMatchObject({ refreshToken: null, ends: null })
  })

  test('asks before replacing the account with another', async () => {
    const way = await aWay('threads')
    const [first, second] = [await aSandboxAccount('threads'), await aSandboxAccount('threads')]
    await runConsent(way, { account: first.account_id })
    const [before] = await rowsOf(way.project.projectId)
    const { id, location } = await runConsent(way, { account: second.account_id }, { connection_id: before?.id })
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
  test('is checked and named, and keeps its row on reconnect', async () => {
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

  test('tells a refused key, a non-Ghost site and an unreachable one apart, and stores nothing', async () => {
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
    // A caller's own account name does not skip the check.
    const { error } = await api.refused(createConnection, {
      channel: 'ghost',
      account_id: 'mine',
      credentials: { site_url: 'http://127.0.0.1:9', admin_api_key },
    })
    expect([error.code, error.message]).toEqual(['provider_error', expect.stringContaining('nothing was saved')])
    expect(await rowsOf(projectId)).toEqual([])
  })
})
