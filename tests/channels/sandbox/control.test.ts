import { request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { aSandbox, control, everyNetwork, json, request, textPoster } from './support'

test('creates an account once, with the credentials that the product needs', async () => {
  const sandbox = await aSandbox()
  const keys: Record<string, string[]> = {
    instagram: ['access_token'],
    facebook: ['access_token'],
    threads: ['access_token'],
    linkedin: ['access_token'],
    pinterest: ['access_token', 'refresh_token'],
    x: ['access_token', 'access_token_secret', 'api_key', 'api_secret'],
    ghost: ['admin_api_key', 'site_url'],
  }
  for (const network of everyNetwork) {
    const made = (await control(sandbox, 'POST', '/accounts', { network, name: 'A name', handle: 'a_name' })).body
    expect(made).toMatchObject({ network, account_name: 'A name', handle: 'a_name' })
    expect(Object.keys(made.credentials).sort()).toEqual(keys[network])
    expect((await control(sandbox, 'POST', '/accounts', { network, account_id: made.account_id })).body).toEqual(made)
    expect(made.boards?.length).toBe(network === 'pinterest' ? 2 : undefined)
  }
  expect((await control(sandbox, 'GET', '/accounts')).body.accounts).toHaveLength(7)
  expect((await control(sandbox, 'GET', '/accounts?network=x')).body.accounts).toHaveLength(1)
})

test.each([
  [{ network: 'myspace' }],
  [{ network: 'x', account_id: 'abc' }],
  [{ network: 'linkedin', account_id: '123' }],
  [{ network: 'x', handle: '../x' }],
  [{ network: 'x', colour: 'red' }],
])('refuses the account request %j', async (body) => {
  const sandbox = await aSandbox()
  const reply = await control(sandbox, 'POST', '/accounts', body)
  expect([reply.status, reply.body.error.issues.length]).toEqual([400, 1])
})

test('filters and clears posts; accounts stay', async () => {
  const sandbox = await aSandbox()
  for (const network of everyNetwork) await textPoster(sandbox, sandbox.openAccount({ network }))('Hello')
  const posts = (await control(sandbox, 'GET', '/posts?network=ghost')).body.posts
  expect(posts).toMatchObject([{ network: 'ghost', title: 'Hello', parent_id: null, media: [] }])
  expect((await control(sandbox, 'DELETE', '/posts')).status).toBe(204)
  expect((await control(sandbox, 'GET', '/posts')).body.posts).toEqual([])
  expect((await control(sandbox, 'GET', '/accounts')).body.accounts).toHaveLength(7)
  expect((await control(sandbox, 'GET', '/health')).body).toEqual({ status: 'ok', url: sandbox.url, posts: 0 })
})

test('the call log has the call and its fault, but no credentials', async () => {
  const sandbox = await aSandbox()
  const account = sandbox.openAccount({ network: 'facebook' })
  await control(sandbox, 'POST', '/faults', { network: 'facebook', call: 'publish', fault: 'error_after', times: 1 })
  const { access_token } = account.credentials
  await request(
    `${sandbox.url}/facebook/v25.0/${account.account_id}/feed?access_token=${access_token}`,
    json({ message: 'a' }),
  )
  const { text, body } = await control(sandbox, 'GET', '/calls?network=facebook&limit=5')
  expect(text).not.toContain(access_token)
  const { call_id } = sandbox.posts()[0]!
  expect(body.calls).toMatchObject([
    {
      id: call_id,
      call: 'publish',
      account_id: account.account_id,
      method: 'POST',
      status: 500,
      fault: 'error_after',
      path: `/v25.0/${account.account_id}/feed`,
    },
  ])
})

test('refuses other host names and forms', async () => {
  const sandbox = await aSandbox()
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: sandbox.port,
      path: '/control/accounts',
      headers: { host: 'evil.example' },
    }
    httpRequest(options, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end()
  })
  expect(status).toBe(403)
  const form = await request(`${sandbox.url}/control/accounts`, { method: 'POST', body: '{"network":"x"}' })
  expect([form.status, (await control(sandbox, 'GET', '/accounts')).body.accounts]).toEqual([415, []])
})

test('serves samples', async () => {
  const sandbox = await aSandbox()
  const { samples } = (await request(`${sandbox.url}/samples/`)).body
  expect(samples.length).toBeGreaterThanOrEqual(5)
  const jpeg = await fetch(samples[0])
  expect([jpeg.status, jpeg.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect((await request(`${sandbox.url}/samples/dawn.png`)).headers.get('content-type')).toBe('image/png')
  expect((await request(`${sandbox.url}/samples/nothing.jpg`)).status).toBe(404)
  expect((await request(`${sandbox.url}/media/../journal.jsonl`)).status).toBe(404)
})
