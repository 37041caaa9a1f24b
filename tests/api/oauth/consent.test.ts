import * as oauth from 'oauth4webapi'
import { describe, expect, inject, test } from 'vitest'
import type { Contract } from '@/lib/api/contract'
import { authorizeApp } from '@/lib/oauth/authorization/contract'
import { createStory } from '@/lib/stories/contract'
import { Api } from '@/tests/support/api/api'
import { aMember } from '@/tests/support/api/members'
import { signedIn } from '@/tests/support/api/session'
import { allow, anApp, ask, aUser, connectApp, discover, redirectUri, type TestApp } from '@/tests/support/oauth/oauth'

describe('the authorization request', () => {
  const decide = async (changes: Record<string, string | null>, extra = '') => {
    const user = await aUser()
    const { query, state } = await ask(await anApp(), changes)
    const input = { request: `${query}${extra}`, decision: 'allow', project_id: user.projectId }
    return { response: await user.session.send(authorizeApp as Contract, input), state }
  }

  const redirected: [string, Record<string, string | null>, string][] = [
    ['no challenge', { code_challenge: null }, 'invalid_request'],
    ['no challenge method, which means plain', { code_challenge_method: null }, 'invalid_request'],
    ['the method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a method in other case', { code_challenge_method: 's256' }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'short' }, 'invalid_request'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['no response type', { response_type: null }, 'unsupported_response_type'],
    ['a fragment as response mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['a request URI', { request_uri: 'https://evil.example/' }, 'request_uri_not_supported'],
    ['an unknown scope', { scope: 'stories:read admin' }, 'invalid_scope'],
    ['the resource of another server', { resource: 'https://other.example' }, 'invalid_target'],
    ['a very long state', { state: 'x'.repeat(2_001) }, 'invalid_request'],
  ]
  test.each(redirected)('with %s gives the app an error and no code', async (_, changes, error) => {
    const { response, state } = await decide(changes)
    const url = new URL((await response.json()).redirect_to)
    expect(`${url.origin}${url.pathname}`).toBe(redirectUri)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      error,
      error_description: expect.any(String),
      state: changes.state ?? state,
      iss: inject('productUrl'),
    })
  })

  test('a repeated parameter gives the app an error', async () => {
    const { response } = await decide({}, '&scope=stories:publish')
    expect(new URL((await response.json()).redirect_to).searchParams.get('error')).toBe('invalid_request')
  })

  const elsewhere: [string, Record<string, string | null>, string?][] = [
    ['another host', { redirect_uri: 'https://evil.example/back' }],
    ['a subdomain', { redirect_uri: 'https://bread.example.evil.example/back' }],
    ['a user name that looks like the host', { redirect_uri: 'https://bread.example@evil.example/back' }],
    ['a longer path', { redirect_uri: `${redirectUri}/more` }],
    ['dot segments', { redirect_uri: 'https://bread.example/x/../back' }],
    ['other case', { redirect_uri: 'https://bread.example/Back' }],
    ['a query', { redirect_uri: `${redirectUri}?next=https://evil.example` }],
    ['a fragment', { redirect_uri: `${redirectUri}#x` }],
    ['http', { redirect_uri: 'http://bread.example/back' }],
    ['another port', { redirect_uri: 'https://bread.example:444/back' }],
    ['the default port', { redirect_uri: 'https://bread.example:443/back' }],
    ['a backslash', { redirect_uri: 'https://evil.example\\@bread.example/back' }],
    ['a script', { redirect_uri: 'javascript:alert(1)//https://bread.example/back' }],
    ['loopback, which is not registered', { redirect_uri: 'http://127.0.0.1:8000/back' }],
    ['none', { redirect_uri: null }],
    ['two', {}, `&redirect_uri=${encodeURIComponent('https://evil.example/back')}`],
    ['an unknown app', { client_id: '018f0000-0000-7000-8000-000000000000' }],
    ['two apps', {}, '&client_id=018f0000-0000-7000-8000-000000000000'],
    ['no app', { client_id: null }],
  ]
  test.each(elsewhere)('with %s as target is refused without a redirect', async (_, changes, extra) => {
    const { response } = await decide(changes, extra)
    const body = await response.json()
    expect(body.error).toMatchObject({
      code: 'validation_error',
      issues: [{ path: 'request', code: 'invalid_request' }],
    })
    expect(body.redirect_to).toBeUndefined()
  })

  test('a client detects the answer of another server (mix-up)', async () => {
    const app = await anApp()
    const asked = await ask(app)
    const back = await allow(await aUser(), asked)
    const other = { ...(await discover()), issuer: 'https://other.example' }
    expect(() => oauth.validateAuthResponse(other, app.client, back, asked.state)).toThrow(/iss/)
  })
})

describe('consent', () => {
  const consentOf = async (app: TestApp, projectId: string | null, scope: string) => {
    const { query } = await ask(app, { scope })
    return { request: query.toString(), decision: 'allow' as const, project_id: projectId }
  }

  test('denying tells the app, without a code', async () => {
    const app = await anApp()
    const { session } = await aUser()
    const { query, state } = await ask(app)
    const { redirect_to } = await session.post(authorizeApp, { request: query.toString(), decision: 'deny' })
    const as = await discover()
    expect(() => oauth.validateAuthResponse(as, app.client, new URL(redirect_to), state)).toThrow(
      expect.objectContaining({ error: 'access_denied' }),
    )
  })

  test('a role that allows none of the scopes cannot consent', async () => {
    const { projectId } = await aUser()
    const viewer = await signedIn((await aMember(projectId, 'viewer')).userId)
    const input = await consentOf(await anApp(), projectId, 'stories:write webhooks:write')
    const { status, error } = await viewer.refused(authorizeApp, input)
    expect([status, error]).toEqual([
      403,
      {
        code: 'insufficient_scope',
        message: 'You are viewer in this project, which does not allow stories:write, webhooks:write.',
      },
    ])
  })

  test('scopes above the role are left out of the token', async () => {
    const { projectId } = await aUser()
    const session = await signedIn((await aMember(projectId, 'viewer')).userId)
    const { answer } = await connectApp(
      await anApp(),
      { session, projectId },
      { scope: 'stories:read stories:publish' },
    )
    expect(answer.scope).toBe('stories:read')
  })

  test('access to all projects is limited by the role in each', async () => {
    const { projectId } = await aUser()
    const session = await signedIn((await aMember(projectId, 'viewer')).userId)
    const { access } = await connectApp(await anApp(), { session, projectId }, { isAccount: true })
    const api = new Api(inject('productUrl'), access)
    const story = { project_id: projectId, caption: 'No', channels: ['x' as const] }
    expect((await api.refused(createStory, story)).error.code).toBe('insufficient_scope')
  })

  test("another user's project is not found", async () => {
    const { session } = await aUser()
    const other = await aUser()
    const input = await consentOf(await anApp(), other.projectId, 'stories:read')
    expect((await session.refused(authorizeApp, input)).error.code).toBe('not_found')
  })

  test('the project must be named', async () => {
    const { session } = await aUser()
    const { query } = await ask(await anApp())
    const refused = await session.refused(authorizeApp, { request: query.toString(), decision: 'allow' })
    expect(refused.error.issues).toEqual([{ path: 'project_id', code: 'required', message: 'is required' }])
  })

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
  ])('a request from %s cannot consent (CSRF)', async (_, headers) => {
    const { session, projectId } = await aUser()
    const input = await consentOf(await anApp(), projectId, 'stories:read')
    expect((await session.refused(authorizeApp, input, headers)).status).toBe(401)
  })

  test('a form of another site cannot consent, because it cannot send JSON', async () => {
    const { session, projectId } = await aUser()
    const input = await consentOf(await anApp(), projectId, 'stories:read')
    const headers = { 'content-type': 'text/plain' }
    expect((await session.refused(authorizeApp, input, headers)).status).toBe(415)
  })

  test('a token cannot consent, also not one of an app', async () => {
    const app = await anApp()
    const user = await aUser()
    const { access } = await connectApp(app, user)
    const input = await consentOf(app, user.projectId, 'stories:read')
    for (const token of [access, user.token]) {
      const { status, error } = await new Api(inject('productUrl'), token).refused(authorizeApp, input)
      expect([status, error.code]).toEqual([403, 'insufficient_scope'])
    }
  })
})
