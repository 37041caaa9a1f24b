import { describe, expect, test } from 'vitest'
import { apps } from '@/sandbox/oauth/apps'
import { decide } from '@/tests/support/sandbox/consent-page'
import { aDirectory, aSandbox, control, json, linkedInHeaders, linkedInPost, request, type TestClock } from './support'

const redirect_uri = 'http://localhost:3000/connect/back'

const address = (base: string, path: string, query: Record<string, string>): string =>
  `${base}${path}?${new URLSearchParams(query)}`

const asked = (client_id: string, scope: string) => ({
  client_id,
  redirect_uri,
  response_type: 'code',
  state: 's',
  scope,
})

const form = (values: Record<string, string>, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams(values).toString(),
})

/** Without a valid app and redirect URI, the network does not redirect. */
test('shows an error page for a wrong app, redirect URI, state or scope', async () => {
  const sandbox = await aSandbox()
  const base = `${sandbox.url}/threads`
  const good = asked(apps.threads.id, 'threads_basic')
  expect((await request(address(base, '/oauth/authorize', good))).status).toBe(200)
  for (const change of [
    { client_id: '1' },
    { redirect_uri: 'javascript:alert(1)' },
    { redirect_uri: '' },
    { response_type: 'token' },
    { state: '' },
    { scope: 'threads_everything' },
  ]) {
    const { status, headers } = await request(address(base, '/oauth/authorize', { ...good, ...change }))
    expect([change, status, headers.get('location')]).toEqual([change, 400, null])
  }
})

test('the page has no scripts and escapes names', async () => {
  const sandbox = await aSandbox()
  sandbox.openAccount({ network: 'threads', name: '<script>alert(1)</script>' })
  const page = await request(
    address(`${sandbox.url}/threads`, '/oauth/authorize', asked(apps.threads.id, 'threads_basic')),
  )
  expect(page.text).toContain('&lt;script&gt;')
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
})

describe('a code of Threads', () => {
  async function aCode() {
    const sandbox = await aSandbox()
    const account = sandbox.openAccount({ network: 'threads' })
    const base = `${sandbox.url}/threads`
    const back = await decide(address(base, '/oauth/authorize', asked(apps.threads.id, 'threads_basic')))
    const { id: client_id, secret: client_secret } = apps.threads
    const code = back.searchParams.get('code') ?? ''
    const grant = { client_id, client_secret, grant_type: 'authorization_code', redirect_uri, code }
    return {
      sandbox,
      base,
      account,
      grant,
      redeem: (body: Record<string, string>) => request(`${base}/oauth/access_token`, form(body)),
    }
  }

  test('works once', async () => {
    const { grant, redeem, account } = await aCode()
    const first = await redeem(grant)
    expect(first.status).toBe(200)
    // As text, because JSON.parse loses digits above 2^53.
    expect(first.text).toContain(`"user_id":${account.account_id}`)
    expect((await redeem(grant)).body).toMatchObject({ error_type: 'OAuthException', code: 400 })
  })

  test.each([
    ['another redirect address', { redirect_uri: `${redirect_uri}/` }],
    ['another app', { client_id: '1' }],
    ['a wrong secret', { client_secret: 'x' }],
    ['the fragment that belongs to the address', { code: 'AQ#_' }],
    ['an unknown member', { extra: '1' }],
  ])('is refused with %s', async (_, change) => {
    const { grant, redeem } = await aCode()
    expect((await redeem({ ...grant, ...change })).status).toBe(400)
  })

  test('is exchanged for a long token once', async () => {
    const { base, grant, redeem } = await aCode()
    const { access_token } = (await redeem(grant)).body
    const exchange = (token: string) =>
      request(
        address(base, '/access_token', {
          grant_type: 'th_exchange_token',
          client_secret: apps.threads.secret,
          access_token: token,
        }),
      )
    const refresh = (token: string) =>
      request(address(base, '/refresh_access_token', { grant_type: 'th_refresh_token', access_token: token }))
    expect((await refresh(access_token)).body.error.code).toBe(190)
    const long = await exchange(access_token)
    expect(long.body).toMatchObject({ token_type: 'bearer', expires_in: 5_184_000 })
    expect((await exchange(long.body.access_token)).status).toBe(400)
    // Not within the first day.
    expect((await refresh(long.body.access_token)).body.error.code).toBe(190)
  })
})

test('Pinterest: a refresh token works once and returns the next', async () => {
  const sandbox = await aSandbox()
  const { credentials } = sandbox.openAccount({ network: 'pinterest' })
  const { id, secret } = apps.pinterest
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const refresh = (refresh_token: string) =>
    request(
      `${sandbox.url}/pinterest/v5/oauth/token`,
      form({ grant_type: 'refresh_token', refresh_token }, { authorization }),
    )
  const first = await refresh(credentials.refresh_token ?? '')
  expect(first.body).toMatchObject({ response_type: 'refresh_token', expires_in: 2_592_000 })
  expect((await refresh(credentials.refresh_token ?? '')).status).toBe(401)
  expect((await refresh(first.body.refresh_token)).status).toBe(200)
})

test('tokens survive a restart and expire', async () => {
  const clock: TestClock = { ms: Date.now() }
  const directory = await aDirectory()
  const sandbox = await aSandbox({ clock, directory })
  const account = sandbox.openAccount({ network: 'linkedin' })
  const me = (url: string) =>
    request(`${url}/linkedin/v2/userinfo`, { headers: { authorization: `Bearer ${account.credentials.access_token}` } })
  const path = `/accounts/linkedin/${encodeURIComponent(account.account_id)}/tokens`
  await control(sandbox, 'POST', path, { expires_in_seconds: 3_600 })
  expect((await me(sandbox.url)).status).toBe(200)
  await sandbox.stop()
  const again = await aSandbox({ clock, directory })
  expect((await me(again.url)).status).toBe(200)
  clock.ms += 3_601_000
  expect((await me(again.url)).body).toMatchObject({ code: 'EXPIRED_ACCESS_TOKEN' })
  await control(again, 'POST', path, { expires_in_seconds: null })
  expect((await me(again.url)).status).toBe(200)
})

test('refuses missing scopes with the network’s error', async () => {
  const sandbox = await aSandbox()
  const account = sandbox.openAccount({ network: 'linkedin' })
  const path = `/accounts/linkedin/${encodeURIComponent(account.account_id)}/tokens`
  const publish = () =>
    request(
      `${sandbox.url}/linkedin/rest/posts`,
      json(linkedInPost(account.account_id, 'Hello'), linkedInHeaders(account)),
    )
  await control(sandbox, 'POST', path, { scopes: ['openid', 'profile'] })
  const refused = await publish()
  expect([refused.status, refused.body.code]).toEqual([403, 'ACCESS_DENIED'])
  await control(sandbox, 'POST', path, { scopes: ['openid', 'profile', 'w_member_social'] })
  expect((await publish()).status).toBe(201)
})

test('a new consent restores a revoked account, but not the old token', async () => {
  const sandbox = await aSandbox()
  const account = sandbox.openAccount({ network: 'threads' })
  await control(sandbox, 'POST', `/accounts/threads/${account.account_id}/revoke-token`)
  const base = `${sandbox.url}/threads`
  const back = await decide(address(base, '/oauth/authorize', asked(apps.threads.id, 'threads_basic')))
  const { id: client_id, secret: client_secret } = apps.threads
  const code = back.searchParams.get('code') ?? ''
  const made = await request(
    `${base}/oauth/access_token`,
    form({ client_id, client_secret, grant_type: 'authorization_code', redirect_uri, code }),
  )
  const me = (token: string) => request(address(base, '/v1.0/me', { fields: 'id', access_token: token }))
  expect((await me(account.credentials.access_token ?? '')).body.error.error_subcode).toBe(458)
  expect((await me(made.body.access_token)).body.id).toBe(account.account_id)
})

test('Facebook refuses to publish with a user token', async () => {
  const sandbox = await aSandbox()
  const page = sandbox.openAccount({ network: 'facebook' })
  const base = `${sandbox.url}/facebook/v25.0`
  const back = await decide(
    address(base, '/dialog/oauth', asked(apps.facebook.id, 'pages_show_list,pages_manage_posts')),
  )
  const { id: client_id, secret: client_secret } = apps.facebook
  const code = back.searchParams.get('code') ?? ''
  const { body } = await request(`${base}/oauth/access_token`, form({ client_id, client_secret, redirect_uri, code }))
  const bearer = { authorization: `Bearer ${body.access_token}` }
  const refused = await request(`${base}/${page.account_id}/feed`, json({ message: 'Hello' }, bearer))
  expect(refused.body.error).toMatchObject({ code: 190, error_subcode: 2069032 })
  const { body: pages } = await request(`${base}/me/accounts`, { headers: bearer })
  const own = { authorization: `Bearer ${pages.data[0].access_token}` }
  expect((await request(`${base}/${page.account_id}/feed`, json({ message: 'Hello' }, own))).status).toBe(200)
})
