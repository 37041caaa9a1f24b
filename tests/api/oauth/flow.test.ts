import { randomUUID } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import { expect, inject, test } from 'vitest'
import { scopes } from '@/lib/auth/scopes'
import { getHealth } from '@/lib/health/contract'
import { createStory, getStory, listStories } from '@/lib/stories/contract'
import { listTokens } from '@/lib/tokens/contract'
import { getVoiceRules } from '@/lib/voice/contract'
import { Api } from '@/tests/support/api/api'
import { allow, anApp, ask, aUser, connectApp, discover, insecure, refreshTokens } from '@/tests/support/oauth/oauth'

const apiWith = (token: string): Api => new Api(inject('productUrl'), token)

test('the metadata names every endpoint and what this server supports', async () => {
  const url = inject('productUrl')
  expect(await discover()).toEqual({
    issuer: url,
    authorization_endpoint: `${url}/oauth/authorize`,
    token_endpoint: `${url}/oauth/token`,
    revocation_endpoint: `${url}/oauth/revoke`,
    registration_endpoint: `${url}/oauth/register`,
    scopes_supported: [...scopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${url}/docs`,
  })
})

test('a 401 of the API leads to the metadata of this server', async () => {
  const response = await fetch(new URL(getHealth.path, inject('productUrl')))
  const [, address = ''] = /resource_metadata="([^"]+)"/.exec(response.headers.get('www-authenticate') ?? '') ?? []
  expect(address).toBe(`${inject('productUrl')}/.well-known/oauth-protected-resource`)
  for (const path of ['/', '/api', '/api/v1']) {
    const resource = new URL(path, inject('productUrl'))
    const found = await oauth.resourceDiscoveryRequest(resource, insecure)
    const { authorization_servers } = await oauth.processResourceDiscoveryResponse(resource, found)
    expect(authorization_servers).toEqual([(await discover()).issuer])
  }
})

test.each(['public', 'confidential'] as const)('a %s app gets a token that works on both APIs', async (type) => {
  const user = await aUser()
  const { access, refresh, answer } = await connectApp(await anApp(type), user)
  expect(answer).toEqual({
    access_token: expect.stringMatching(/^svc_oat_\w{40}$/),
    token_type: 'bearer',
    expires_in: 3_600,
    refresh_token: refresh,
    scope: 'stories:read stories:write',
  })
  expect(refresh).toMatch(/^svc_ort_\w{40}$/)
  const api = apiWith(access)
  expect(await api.get(getHealth)).toMatchObject({ ok: true, project_id: user.projectId })
  const { story } = await api.post(createStory, { caption: 'Made by an app', channels: ['x'] })
  expect((await user.api.get(getStory, { id: story.id })).caption).toBe('Made by an app')
  // An endpoint without a version.
  expect((await api.get(getVoiceRules, { id: user.projectId })).rules_present).toBe(false)
})

test('a secret can be sent in the form', async () => {
  const app = await anApp('confidential')
  const inForm = { ...app, auth: oauth.ClientSecretPost(app.secret ?? '') }
  expect((await connectApp(inForm, await aUser())).answer.expires_in).toBe(3_600)
})

test('access to all projects names the project in each request', async () => {
  const user = await aUser()
  const { access } = await connectApp(await anApp(), user, { isAccount: true })
  const api = apiWith(access)
  expect((await api.refused(listStories)).error.issues?.[0]?.path).toBe('project_id')
  expect((await api.get(listStories, { project_id: user.projectId })).stories).toEqual([])
})

test('a token has the granted scopes only', async () => {
  const { access } = await connectApp(await anApp(), await aUser(), { scope: 'stories:read' })
  const refused = await apiWith(access).refused(createStory, { caption: 'No', channels: ['x'] })
  expect(refused.error).toMatchObject({ code: 'insufficient_scope', message: expect.stringContaining('stories:write') })
})

test('a request without scopes gets those that do not publish', async () => {
  const user = await aUser()
  const app = await anApp()
  const { answer } = await connectApp(app, user, { scope: '' })
  expect(answer.scope).toBe(
    'projects:read templates:read stories:read stories:write connections:read media:read media:write analytics:read queue:read',
  )
})

test('a refresh gives new tokens with the same scopes, and the old access token works until it expires', async () => {
  const app = await anApp('confidential')
  const first = await connectApp(app, await aUser())
  const second = await refreshTokens(app, first.refresh)
  expect(second.answer).toMatchObject({ expires_in: 3_600, scope: 'stories:read stories:write' })
  expect([second.access, second.refresh]).not.toContain(first.access)
  expect(second.refresh).not.toBe(first.refresh)
  for (const token of [first.access, second.access]) expect((await apiWith(token).get(getHealth)).ok).toBe(true)
})

test('a refresh may ask for less, and later for all again, but not for more', async () => {
  const app = await anApp()
  const as = await discover()
  const { refresh } = await connectApp(app, await aUser())
  const less = async (token: string, scope: string) =>
    oauth.processRefreshTokenResponse(
      as,
      app.client,
      await oauth.refreshTokenGrantRequest(as, app.client, app.auth, token, {
        ...insecure,
        additionalParameters: { scope },
      }),
    )
  await expect(less(refresh, 'stories:read stories:publish')).rejects.toMatchObject({ error: 'invalid_scope' })
  const narrow = await less(refresh, 'stories:read')
  expect(narrow.scope).toBe('stories:read')
  const wide = await refreshTokens(app, narrow.refresh_token ?? '')
  expect(wide.answer.scope).toBe('stories:read stories:write')
})

test('an Idempotency-Key still counts after a refresh, so that a repeated request has one effect', async () => {
  const app = await anApp()
  const user = await aUser()
  const first = await connectApp(app, user)
  const key = { 'idempotency-key': randomUUID() }
  const story = { caption: 'Once', channels: ['x' as const] }
  const made = await apiWith(first.access).post(createStory, story, key)
  const second = await refreshTokens(app, first.refresh)
  expect(await apiWith(second.access).post(createStory, story, key)).toEqual(made)
  expect((await user.api.get(listStories, {})).stories).toHaveLength(1)
})

test('revoking the refresh token ends the access', async () => {
  const app = await anApp()
  const as = await discover()
  const { access, refresh } = await connectApp(app, await aUser())
  const response = await oauth.revocationRequest(as, app.client, app.auth, refresh, insecure)
  expect(await oauth.processRevocationResponse(response)).toBeUndefined()
  expect((await apiWith(access).refused(getHealth)).error.code).toBe('unauthorized')
  await expect(refreshTokens(app, refresh)).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('revoking an access token ends only that one', async () => {
  const app = await anApp()
  const as = await discover()
  const { access, refresh } = await connectApp(app, await aUser())
  const response = await oauth.revocationRequest(as, app.client, app.auth, access, insecure)
  expect(await oauth.processRevocationResponse(response)).toBeUndefined()
  expect((await apiWith(access).refused(getHealth)).error.code).toBe('unauthorized')
  const next = await refreshTokens(app, refresh)
  expect((await apiWith(next.access).get(getHealth)).ok).toBe(true)
})

test('the state comes back unchanged, and a redirect URI keeps its own query', async () => {
  const user = await aUser()
  const app = await anApp()
  const state = 'a b+c&d=é/"\'😀'
  const back = await allow(user, await ask(app, { state }))
  expect(back.searchParams.get('state')).toBe(state)
  expect([...back.searchParams.keys()].sort()).toEqual(['code', 'iss', 'state'])
})

test("access tokens of apps are not in the list of the user's tokens", async () => {
  const user = await aUser()
  await connectApp(await anApp(), user)
  const { tokens } = await user.session.get(listTokens)
  expect(tokens.map(({ kind }) => kind)).toEqual(['personal'])
})
