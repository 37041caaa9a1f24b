import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as oauth from 'oauth4webapi'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { authorizeApp } from '@/lib/oauth/authorization/contract'
import { fromAnAddress } from '@/tests/support/api/address'
import { ask, aUser, connectApp, discover, insecure } from '@/tests/support/oauth/oauth'

const register = async (metadata: object, headers = fromAnAddress()) => {
  const response = await fetch(new URL('/oauth/register', inject('productUrl')), {
    method: 'POST',
    body: JSON.stringify(metadata),
    headers: { 'content-type': 'application/json', ...headers },
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

const loopback = 'http://127.0.0.1/callback'

describe('registration', () => {
  test('a program registers itself and gets tokens on any loopback port', async () => {
    const as = await discover()
    const headers = new Headers(fromAnAddress())
    const metadata = { client_name: 'A terminal', redirect_uris: [loopback], token_endpoint_auth_method: 'none' }
    const response = await oauth.dynamicClientRegistrationRequest(as, metadata, { ...insecure, headers })
    const client = await oauth.processDynamicClientRegistrationResponse(response)
    expect(client).toMatchObject({ ...metadata, client_id: expect.any(String) })
    expect(client).not.toHaveProperty('client_secret')
    for (const port of [1_024, 54_321]) {
      const app = { client, auth: oauth.None(), redirectUri: `http://127.0.0.1:${port}/callback` }
      expect((await connectApp(app, await aUser())).access).toMatch(/^svc_oat_/)
    }
  })

  test('wishes for a secret are replaced: every registered client is public', async () => {
    const { status, body } = await register({
      redirect_uris: ['https://bread.example/back', 'cursor://anysphere.cursor-mcp/oauth/callback'],
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['client_credentials'],
      logo_uri: 'https://bread.example/logo.png',
    })
    expect([status, body]).toEqual([
      201,
      {
        client_id: expect.any(String),
        client_id_issued_at: expect.any(Number),
        client_name: 'Unnamed app',
        redirect_uris: ['https://bread.example/back', 'cursor://anysphere.cursor-mcp/oauth/callback'],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ])
  })

  test.each([
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://evil.example/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array.from({ length: 21 }, (_, at) => `https://a.example/${at}`) }, 'invalid_redirect_uri'],
    [{ redirect_uris: [loopback], client_name: '\u202eevil' }, 'invalid_client_metadata'],
    [{ redirect_uris: [loopback], client_name: 'x'.repeat(81) }, 'invalid_client_metadata'],
    [[], 'invalid_client_metadata'],
  ])('invalid metadata %# is refused', async (metadata, error) => {
    const { status, body } = await register(metadata)
    expect([status, body.error]).toEqual([400, error])
  })

  test('an address can register ten apps in 15 minutes', async () => {
    const address = fromAnAddress()
    for (let count = 0; count < 10; count++)
      expect((await register({ redirect_uris: [loopback] }, address)).status).toBe(201)
    const refused = await register({ redirect_uris: [loopback] }, address)
    expect([refused.status, refused.body.error]).toEqual([429, 'temporarily_unavailable'])
    expect(refused.headers.get('retry-after')).toBe('900')
  })
})

type Reply = { status?: number; headers?: Record<string, string>; body: string | object }

describe('metadata documents', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections()
  })

  /** Serves a document at its client id. */
  async function serve(reply: (clientId: string) => Reply): Promise<{ clientId: string; calls: () => number }> {
    let calls = 0
    const server = createServer((_, response) => {
      calls += 1
      const { status = 200, headers = {}, body } = reply(clientId)
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
    servers.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const clientId = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`
    return { clientId, calls: () => calls }
  }

  const redirectUri = 'http://localhost/callback'
  const documentOf = (client_id: string) => ({ client_id, client_name: 'Described', redirect_uris: [redirectUri] })

  test('a client id can be the URL of a document, which is fetched once', async () => {
    const { clientId, calls } = await serve((id) => ({ body: documentOf(id) }))
    const app = { client: { client_id: clientId }, auth: oauth.None(), redirectUri: 'http://localhost:7777/callback' }
    const user = await aUser()
    for (let count = 0; count < 2; count++) expect((await connectApp(app, user)).access).toMatch(/^svc_oat_/)
    expect(calls()).toBe(1)
  })

  const refused: [string, (clientId: string) => Reply, RegExp][] = [
    ['names another client', () => ({ body: documentOf('https://other.example/client.json') }), /another client_id/],
    ['has no name', (id) => ({ body: { ...documentOf(id), client_name: undefined } }), /no client_name/],
    [
      'wants a secret',
      (id) => ({ body: { ...documentOf(id), token_endpoint_auth_method: 'client_secret_post' } }),
      /auth_method none/,
    ],
    [
      'has an unsafe redirect URI',
      (id) => ({ body: { ...documentOf(id), redirect_uris: ['javascript:x'] } }),
      /redirect_uris\.0/,
    ],
    ['is not JSON', () => ({ body: 'Hello' }), /not valid/],
    ['is HTML', (id) => ({ headers: { 'content-type': 'text/html' }, body: documentOf(id) }), /not JSON/],
    ['is missing', () => ({ status: 404, body: '' }), /status 404/],
    ['is a redirect', (id) => ({ status: 302, headers: { location: `${id}?x` }, body: '' }), /status 302/],
    ['is too large', (id) => ({ body: { ...documentOf(id), filler: 'x'.repeat(11_000) } }), /larger than 10 KB/],
  ]
  test.each(refused)('a document that %s is refused', async (_, reply, message) => {
    const { clientId } = await serve(reply)
    const { session, projectId } = await aUser()
    const { query } = await ask({ client: { client_id: clientId }, redirectUri })
    const input = { request: query.toString(), decision: 'allow', project_id: projectId }
    expect((await session.refused(authorizeApp, input)).error.issues?.[0]?.message).toMatch(message)
  })

  test.each([
    'ftp://a.example/client',
    'https://a.example',
    'https://a.example/x/../client',
    'https://u@a.example/client',
    'https://a.example/client#x',
  ])('the client id %s is unknown, and nothing is fetched', async (clientId) => {
    const { session, projectId } = await aUser()
    const { query } = await ask({ client: { client_id: clientId }, redirectUri })
    const input = { request: query.toString(), decision: 'allow', project_id: projectId }
    expect((await session.refused(authorizeApp, input)).error.message).toMatch(/No app has this client_id/)
  })
})
