import { sql } from 'kysely'
import * as oauth from 'oauth4webapi'
import { describe, expect, inject, test } from 'vitest'
import { hashToken } from '@/lib/auth/tokens'
import { database } from '@/lib/db/pool'
import { getHealth } from '@/lib/health/contract'
import { authorizeApp } from '@/lib/oauth/authorization/contract'
import { Api } from '@/tests/support/api/api'
import {
  type Asked,
  allow,
  anApp,
  ask,
  aUser,
  connectApp,
  discover,
  insecure,
  postForm,
  refreshTokens,
  type TestApp,
  tokensOf,
} from '@/tests/support/oauth/oauth'

const statusOf = async (token: string): Promise<number> =>
  (await new Api(inject('productUrl'), token).send(getHealth)).status

/** A code, and the form that exchanges it. */
async function aCode(app: TestApp, asked?: Asked) {
  const user = await aUser()
  const request = asked ?? (await ask(app))
  const code = (await allow(user, request)).searchParams.get('code') ?? ''
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: app.redirectUri,
    code_verifier: request.verifier,
    client_id: app.client.client_id,
  }
  return { user, form }
}

const invalidGrant = { status: 400, body: { error: 'invalid_grant', error_description: expect.any(String) } }

describe('codes', () => {
  test('a code works once; its second use revokes the tokens', async () => {
    const app = await anApp()
    const { form } = await aCode(app)
    const first = await postForm('/oauth/token', form)
    expect(first.status).toBe(200)
    const { access, refresh } = tokensOf(first.body as oauth.TokenEndpointResponse)
    expect(await statusOf(access)).toBe(200)
    expect(await postForm('/oauth/token', form)).toMatchObject(invalidGrant)
    expect(await statusOf(access)).toBe(401)
    await expect(refreshTokens(app, refresh)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  test('of ten exchanges at once at most one gets tokens, and they are revoked', async () => {
    const { form } = await aCode(await anApp())
    const answers = await Promise.all(Array.from({ length: 10 }, () => postForm('/oauth/token', form)))
    const given = answers.filter(({ status }) => status === 200)
    expect(given).toHaveLength(1)
    expect(await statusOf(String(given[0]?.body.access_token))).toBe(401)
  })

  test('another app cannot use a code, and does not use it up', async () => {
    const { form } = await aCode(await anApp())
    const thief = await anApp()
    const stolen = { ...form, client_id: thief.client.client_id }
    expect(await postForm('/oauth/token', stolen)).toMatchObject(invalidGrant)
    expect((await postForm('/oauth/token', form)).status).toBe(200)
  })

  test.each([
    ['a wrong verifier', () => ({ code_verifier: oauth.generateRandomCodeVerifier() })],
    ['a short verifier', () => ({ code_verifier: 'short' })],
    ['another redirect URI', () => ({ redirect_uri: 'https://bread.example/other' })],
  ])('a code with %s is refused, and used up', async (_, change) => {
    const { form } = await aCode(await anApp())
    expect(await postForm('/oauth/token', { ...form, ...change() })).toMatchObject(invalidGrant)
    expect(await postForm('/oauth/token', form)).toMatchObject(invalidGrant)
  })

  test.each(['code_verifier', 'redirect_uri', 'code', 'grant_type'])(
    'a request without %s is refused',
    async (name) => {
      const { form } = await aCode(await anApp())
      const { [name as keyof typeof form]: _, ...rest } = form
      expect(await postForm('/oauth/token', rest)).toMatchObject({
        status: 400,
        body: { error: 'invalid_request', error_description: `${name} is missing.` },
      })
    },
  )

  test('a code expires after 60 seconds', async () => {
    const { form } = await aCode(await anApp())
    const hash = hashToken(form.code)
    const { rows } = await sql<{ seconds: number }>`
      update oauth_codes c set expires_at = now() from oauth_grants g
      where c.code_hash = ${hash} and g.id = c.grant_id
      returning extract(epoch from (g.expires_at - g.created_at))::int as seconds`.execute(database())
    expect(rows).toEqual([{ seconds: 60 }])
    expect(await postForm('/oauth/token', form)).toMatchObject(invalidGrant)
  })
})

describe('clients', () => {
  const invalidClient = { status: 401, body: { error: 'invalid_client' } }

  test('a confidential app without its secret, or with a wrong one, is refused', async () => {
    const { form } = await aCode(await anApp('confidential'))
    expect(await postForm('/oauth/token', form)).toMatchObject(invalidClient)
    expect(await postForm('/oauth/token', { ...form, client_secret: 'wrong' })).toMatchObject(invalidClient)
    const basic = `Basic ${Buffer.from(`${form.client_id}:wrong`).toString('base64')}`
    const { client_id: _, ...rest } = form
    const refused = await postForm('/oauth/token', rest, { authorization: basic })
    expect(refused).toMatchObject(invalidClient)
    expect(refused.headers.get('www-authenticate')).toBe('Basic realm="Storycast"')
  })

  test('an unknown client_id is 401, so that clients register again', async () => {
    const { form } = await aCode(await anApp())
    for (const client_id of ['unknown', crypto.randomUUID(), 'https://unknown.example/client', '\u0001'])
      expect(await postForm('/oauth/token', { ...form, client_id })).toMatchObject(invalidClient)
  })

  test('two ways of authentication at once are refused', async () => {
    const { form } = await aCode(await anApp('confidential'))
    const authorization = `Basic ${Buffer.from(`${form.client_id}:x`).toString('base64')}`
    const answer = await postForm('/oauth/token', { ...form, client_secret: 'x' }, { authorization })
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })

  test('a repeated member, a NUL character and JSON are refused', async () => {
    const { form } = await aCode(await anApp())
    const twice = new URLSearchParams(form)
    twice.append('code', 'other')
    const refused = { status: 400, body: { error: 'invalid_request' } }
    expect(await postForm('/oauth/token', twice)).toMatchObject(refused)
    expect(await postForm('/oauth/token', { ...form, code: 'a\u0000b' })).toMatchObject(refused)
    const body = JSON.stringify(form)
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(new URL('/oauth/token', inject('productUrl')), { method: 'POST', body, headers })
    expect([response.status, (await response.json()).error]).toEqual([400, 'invalid_request'])
  })

  test('other grant types and other resources are refused', async () => {
    const { form } = await aCode(await anApp())
    for (const grant_type of ['password', 'client_credentials', 'implicit', 'constructor'])
      expect((await postForm('/oauth/token', { ...form, grant_type })).body.error).toBe('unsupported_grant_type')
    const elsewhere = { ...form, resource: 'https://other.example/' }
    expect((await postForm('/oauth/token', elsewhere)).body.error).toBe('invalid_target')
    // None of these used the code.
    expect((await postForm('/oauth/token', { ...form, resource: `${inject('productUrl')}/` })).status).toBe(200)
  })

  test('tokens of one app cannot be refreshed or revoked by another', async () => {
    const [app, other] = [await anApp(), await anApp('confidential')]
    const { access, refresh } = await connectApp(app, await aUser())
    await expect(refreshTokens(other, refresh)).rejects.toMatchObject({ error: 'invalid_grant' })
    const as = await discover()
    for (const token of [refresh, access]) {
      const response = await oauth.revocationRequest(as, other.client, other.auth, token, insecure)
      expect(response.status).toBe(200)
    }
    expect(await statusOf(access)).toBe(200)
    expect((await refreshTokens(app, refresh)).access).toMatch(/^svc_oat_/)
  })

  test('revoking an unknown token succeeds', async () => {
    const { client } = await anApp()
    expect((await postForm('/oauth/revoke', { token: 'svc_ort_unknown', client_id: client.client_id })).status).toBe(
      200,
    )
  })
})

test('the endpoints for apps can be called from any origin, without cookies; others cannot', async () => {
  const origin = { origin: 'https://inspector.example' }
  for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/register', '/.well-known/oauth-authorization-server']) {
    const response = await fetch(new URL(path, inject('productUrl')), { method: 'OPTIONS', headers: origin })
    expect([path, response.status, response.headers.get('access-control-allow-origin')]).toEqual([path, 204, '*'])
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  }
  const { headers } = await postForm('/oauth/token', {}, origin)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('cache-control')).toBe('no-store')
  const consent = await fetch(new URL(authorizeApp.path, inject('productUrl')), { method: 'OPTIONS', headers: origin })
  expect(consent.headers.get('access-control-allow-origin')).toBeNull()
})
