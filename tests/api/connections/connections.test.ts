import { describe, expect, test } from 'vitest'
import { createConnection, deleteConnection, listConnections } from '@/lib/connections/contract'
import { preflight } from '@/lib/connections/preflight'
import { openCredentials } from '@/lib/connections/seal'
import { database } from '@/lib/db/pool'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { ghost, instagram, x } from './requests'

const rowsOf = (projectId: string) =>
  database().selectFrom('social_connections').selectAll().where('project_id', '=', projectId).orderBy('id').execute()

const eventsOf = (projectId: string) =>
  database().selectFrom('events').select(['event', 'data']).where('project_id', '=', projectId).orderBy('id').execute()

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString()

describe('connecting', () => {
  test('returns the connection without credentials and encrypts them', async () => {
    const { api, projectId } = await aProject()
    const { connection } = await api.post(createConnection, { ...x(), expires_at: inAnHour() })
    expect(connection).toMatchObject({
      project_id: projectId,
      channel: 'x',
      connected: true,
      account_id: 'x-1',
      account_name: 'The baker',
      handle: 'baker',
      status: 'active',
      metadata: {},
    })
    expect((await api.get(listConnections)).connections).toEqual([connection])
    const [row] = await rowsOf(projectId)
    expect(row?.credentials?.toString('latin1')).not.toContain('accessToken')
    expect(row && openCredentials(row)).toEqual({
      kind: 'oauth1',
      apiKey: 'k',
      apiSecret: 's',
      accessToken: 't',
      accessTokenSecret: 'ts',
    })
    expect(await eventsOf(projectId)).toEqual([])
  })

  test('reconnecting the same account keeps its row and replaces the credentials', async () => {
    const { api, projectId } = await aProject()
    const { connection } = await api.post(createConnection, instagram('ig-1', 'first'))
    const { connection: again } = await api.post(createConnection, instagram('ig-1', 'second'))
    expect(again.id).toBe(connection.id)
    const [row, ...more] = await rowsOf(projectId)
    expect(more).toEqual([])
    expect(row && openCredentials(row)).toMatchObject({ accessToken: 'second' })
    expect(await eventsOf(projectId)).toEqual([
      { event: 'connection.reconnected', data: { project_id: projectId, connection: again } },
    ])
  })

  test('connecting another account closes the open connection and erases its credentials', async () => {
    const { api, projectId } = await aProject()
    const { connection: old } = await api.post(createConnection, instagram('ig-1'))
    const { connection } = await api.post(createConnection, instagram('ig-2'))
    expect((await api.get(listConnections)).connections).toEqual([connection])
    const [closed, open] = await rowsOf(projectId)
    expect(closed).toMatchObject({ id: old.id, status: 'disconnected', credentials: null, key_id: null })
    expect(open).toMatchObject({ id: connection.id, status: 'active', account_id: 'ig-2' })
    expect(await eventsOf(projectId)).toEqual([])
  })

  test('ten concurrent requests leave one open connection', async () => {
    const { api, projectId } = await aProject()
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => api.post(createConnection, instagram(`ig-${index % 3}`))),
    )
    const open = (await rowsOf(projectId)).filter(({ disconnected_at }) => disconnected_at === null)
    expect(open.length).toBe(1)
  })

  test('reconnecting heals a revoked connection', async () => {
    const { api, projectId } = await aProject()
    await api.post(createConnection, instagram())
    await database()
      .updateTable('social_connections')
      .set({ status: 'revoked', paused_until: new Date(Date.now() + 60_000) })
      .where('project_id', '=', projectId)
      .execute()
    expect((await api.get(listConnections)).connections).toMatchObject([{ connected: false, status: 'revoked' }])
    const { connection } = await api.post(createConnection, instagram())
    expect(connection).toMatchObject({ connected: true, status: 'active' })
    expect((await rowsOf(projectId))[0]?.paused_until).toBeNull()
  })

  const refusals: [string, object, [string, string][]][] = [
    ['no channel', { account_id: 'a', credentials: {} }, [['channel', 'required']]],
    [
      "another network's credentials",
      { ...x(), credentials: { access_token: 't' } },
      [
        ['credentials.api_key', 'required'],
        ['credentials.api_secret', 'required'],
        ['credentials.access_token_secret', 'required'],
      ],
    ],
    ['an account without a name', { ...x(), account_name: undefined }, [['account_name', 'required']]],
    ['a null name', { ...x(), account_name: null }, [['account_name', 'invalid_type']]],
    [
      'an unknown member',
      { ...instagram(), credentials: { access_token: 't', accessToken: 't' } },
      [['credentials.accessToken', 'unknown_member']],
    ],
    [
      'a malformed Ghost key',
      { ...ghost(), credentials: { site_url: 'https://blog.example.com', admin_api_key: 'abc:def' } },
      [['credentials.admin_api_key', 'invalid_format']],
    ],
    ['a site without http', ghost('ftp://blog.example.com'), [['credentials.site_url', 'invalid_format']]],
    [
      'a site with a password in its address',
      ghost('https://me:secret@blog.example.com'),
      [['credentials.site_url', 'address_refused']],
    ],
    ['expired credentials', { ...instagram(), expires_at: '2020-01-01T00:00:00Z' }, [['expires_at', 'in_the_past']]],
  ]
  test.each(refusals)('refuses %s', async (_, body, issues) => {
    const { api, projectId } = await aProject()
    const { status, error } = await api.refused(createConnection, body)
    expect([status, error.code]).toEqual([400, 'validation_error'])
    expect(error.issues?.map(({ path, code }) => [path, code])).toEqual(issues)
    expect(await rowsOf(projectId)).toEqual([])
  })
})

describe('disconnecting', () => {
  test('erases the credentials, keeps the row and can be repeated', async () => {
    const { api, projectId } = await aProject()
    const { connection } = await api.post(createConnection, x())
    const { connection: closed } = await api.delete(deleteConnection, { id: connection.id })
    expect(closed).toMatchObject({ id: connection.id, connected: false, status: 'disconnected' })
    expect((await api.delete(deleteConnection, { id: connection.id })).connection).toEqual(closed)
    expect((await api.get(listConnections)).connections).toEqual([closed])
    expect(await rowsOf(projectId)).toMatchObject([{ credentials: null, key_id: null }])
  })

  test('connecting the account again creates a row and counts as a reconnect', async () => {
    const { api, projectId } = await aProject()
    const { connection } = await api.post(createConnection, instagram())
    await api.delete(deleteConnection, { id: connection.id })
    const { connection: again } = await api.post(createConnection, instagram())
    expect(again.id).not.toBe(connection.id)
    expect((await eventsOf(projectId)).map(({ event }) => event)).toEqual(['connection.reconnected'])
  })
})

describe('permissions', () => {
  test("404 for another tenant's connection, like a missing one", async () => {
    const owner = await aProject()
    const { connection } = await owner.api.post(createConnection, instagram())
    const outsider = await aProject()
    const refused = await outsider.api.refused(deleteConnection, { id: connection.id })
    const missing = await outsider.api.refused(deleteConnection, { id: outsider.projectId })
    expect(refused.error).toEqual(missing.error)
    expect(refused.status).toBe(404)
    expect(await outsider.api.refused(listConnections, { project_id: owner.projectId })).toMatchObject({
      status: 404,
      error: { code: 'not_found' },
    })
    expect((await owner.api.get(listConnections)).connections).toEqual([connection])
  })

  test('a read scope cannot connect', async () => {
    const { withToken } = await aProject()
    const api = await withToken({ scopes: ['connections:read'] })
    expect(await api.refused(createConnection, instagram())).toMatchObject({
      status: 403,
      error: { code: 'insufficient_scope' },
    })
  })

  test('an account token names the project in either spelling', async () => {
    const { withToken, projectId } = await aProject()
    const api = await withToken({ isAccount: true })
    expect((await api.refused(createConnection, instagram())).error.issues).toMatchObject([
      { path: 'project_id', code: 'required' },
    ])
    await api.post(createConnection, { ...instagram(), projectId })
    expect((await api.get(listConnections, { project_id: projectId })).connections.length).toBe(1)
  })
})

describe('preflight', () => {
  const runPreflight = ({ projectId }: TestProject, now = new Date()) =>
    preflight(database(), projectId, ['instagram', 'x', 'ghost'], now)

  test('reports missing, expired and available channels, and revoked as expired', async () => {
    const project = await aProject()
    const { connection } = await project.api.post(createConnection, { ...instagram(), expires_at: inAnHour() })
    await project.api.post(createConnection, x())
    await database()
      .updateTable('social_connections')
      .set({ status: 'revoked' })
      .where('project_id', '=', project.projectId)
      .where('channel', '=', 'x')
      .execute()
    expect(await runPreflight(project)).toEqual({
      ok: false,
      available: ['instagram'],
      missing: ['ghost'],
      expired: ['x'],
      reasons: { instagram: 'ok', x: 'expired_connection', ghost: 'missing_connection' },
    })
    const atExpiry = await runPreflight(project, new Date(connection.expires_at ?? ''))
    expect(atExpiry.expired).toEqual(['instagram', 'x'])
  })

  test('no channels are no problem', async () => {
    const { projectId } = await aProject()
    expect(await preflight(database(), projectId, [], new Date())).toMatchObject({ ok: true, reasons: {} })
  })
})
